import { closeSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DuckDBMaterializedResult } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import type { LongWork } from '../../../../lib/long-work.ts';
import { SharedWork } from '../../../../lib/shared-work.ts';
import type { Engine } from '../../../engine/engine.ts';
import { freeResults, integersOf } from '../../../engine/result-pieces.ts';
import type { Session } from '../../../engine/session.ts';
import { type Building, builtOnce } from '../../../files/built-once.ts';
import type { BlockCheckedFile } from '../../../files/checked-file.ts';
import { DamagedCacheError, type DiskCache } from '../../../files/disk-cache.ts';
import { numberBytes, numbersIn, numbersInFile, openNumberFile, writeNumberFile } from '../../../files/number-file.ts';
import type { SharedFiles } from '../../../files/shared-files.ts';
import { madeWhole } from '../../../files/unfinished-name.ts';
import { type OpenVersion, rowNumber, storedTable } from '../../open-version.ts';
import type { SortColumn } from '../../selection.ts';
import type { HeavyTurns } from '../heavy-turns.ts';

/** Maximum number of distinct values that are ranked: a sort by counting keeps a counter for each. */
export const maxDistinct: number = 1 << 21;

/** Minimum average number of rows per distinct value: if nearly all values differ, ranking them is the sort itself. */
const rowsPerValue = 4;

/** Rows whose ranks are in memory at a time: 8 bytes each in the engine, and 4 here. */
const rowsAtOnce = 1 << 22;

/** Part of the time of ranking a column until its distinct values are ranked, by which its progress is estimated. */
const rankingShare = 0.3;

/** Columns remembered as not worth ranking. */
const maxUnranked = 10_000;

/** How a column is ranked: by the distance from its least value, or by looking values up among the distinct ones. */
type Ranking =
  | { readonly kind: 'distance'; readonly least: bigint; readonly distinct: number }
  | { readonly kind: 'looked-up' };

interface RankParts {
  readonly engine: Engine;
  readonly cache: DiskCache;
  readonly turns: HeavyTurns;
  /** Ranks of other machines; null if there are none. */
  readonly shared: SharedFiles | null;
}

/**
 * The ranks of columns, made once per version and kept in the cache: every order by a column reads them, whatever its
 * direction, its other columns and its filter.
 */
export class ColumnRanks {
  readonly #parts: RankParts;
  readonly #making = new SharedWork<RankFile | null>();
  /** Columns that are known to have more distinct values than this limit, or too many to be worth ranking. */
  readonly #unranked = new LRUCache<string, number>({ max: maxUnranked });

  constructor(parts: RankParts) {
    this.#parts = parts;
  }

  /** The kept ranks of a column; null if there are none. */
  async kept(open: OpenVersion, column: SortColumn): Promise<RankFile | null> {
    const path = rankPath(open, column);
    const kept = await findRankFile(path, open.rows);
    if (kept !== null) this.#parts.cache.touch(path);
    return kept;
  }

  /** Whether a column is known to have more distinct values than a limit, or too many to be worth ranking. */
  isUnranked(open: OpenVersion, column: SortColumn, limit: number): boolean {
    return (this.#unranked.get(rankPath(open, column)) ?? -1) >= limit;
  }

  /**
   * The ranks of a column, made if they are missing; null if it has too many distinct values to be worth it.
   * @param limit of distinct values, at most {@link maxDistinct}; below that for integers only. Ranks that another
   * caller is making may have more.
   */
  async get(open: OpenVersion, column: SortColumn, limit: number, work: LongWork): Promise<RankFile | null> {
    const path = rankPath(open, column);
    if (this.isUnranked(open, column, limit)) return null;
    const kept = await this.kept(open, column);
    if (kept !== null) return kept.distinct <= limit ? kept : null;
    return this.#making.join(path, work.signal, async (signal) => {
      const ranks: Building<RankFile | null> = {
        files: [path],
        open: () => findRankFile(path, open.rows),
        build: () =>
          this.#parts.turns.run(open.rows, { ...work, signal }, () =>
            open.use({ ...work, signal }, () => this.#make(open, column, limit, { ...work, signal })),
          ),
      };
      const made = await builtOnce(this.#parts.shared, ranks, signal);
      if (made === null) this.#unranked.set(path, limit);
      else await this.#parts.cache.add(path);
      return made;
    });
  }

  /** Removes damaged ranks; they are made again on demand. */
  async discard(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  async #make(open: OpenVersion, column: SortColumn, limit: number, work: LongWork): Promise<RankFile | null> {
    const { rows } = open;
    const path = rankPath(open, column);
    return this.#parts.engine.long(work, async (session) => {
      const table = storedTable(open.path, open.columns);
      const ranking = await rankingOf(session, table, column, rows, limit);
      if (ranking === null) return null;
      await mkdir(dirname(path), { recursive: true });
      await this.#parts.cache.assertRoom(rows * numberBytes);
      const made = await madeWhole(path, (unfinished) =>
        ranking.kind === 'distance'
          ? writeRanks(session, { path: unfinished, rows, distinct: ranking.distinct }, work, {
              sql: `coalesce(${column.reference} - (${ranking.least}), ${ranking.distinct})::INTEGER`,
              from: table,
              share: 0,
            })
          : writeLookedUp(session, { path: unfinished, rows }, table, column, work),
      );
      return { ...made, path };
    });
  }

  /** Cancels what is being made in a folder that is about to be removed. */
  async end(folder: string, reason: Error): Promise<void> {
    await this.#making.end((path) => dirname(path) === folder, reason);
  }

  /** Cancels all that is being made, and waits for it to end. */
  async close(): Promise<void> {
    await this.#making.close();
  }
}

/** Ranks by code points, by instants and by a language have different names: a column may have several. */
function rankPath({ folder }: OpenVersion, { reference, compared, collation }: SortColumn): string {
  const kind = collation ?? (compared === reference ? null : 'instants');
  return join(folder, kind === null ? `${reference}.ranks` : `${reference}.${kind}.ranks`);
}

async function rankingOf(
  session: Session,
  table: string,
  { reference, type }: SortColumn,
  rows: number,
  limit: number,
): Promise<Ranking | null> {
  if (type === 'integer') {
    const [least, greatest] = await session.row(`SELECT min(${reference}), max(${reference}) FROM ${table}`);
    if (typeof least === 'bigint' && typeof greatest === 'bigint' && greatest - least < BigInt(limit)) {
      return { kind: 'distance', least, distinct: Number(greatest - least) + 1 };
    }
    if (limit < maxDistinct) return null;
  }
  const [estimate] = await session.row(`SELECT approx_count_distinct(${reference}) FROM ${table}`);
  const distinct = Number(estimate);
  return distinct <= maxDistinct && distinct * rowsPerValue <= rows ? { kind: 'looked-up' } : null;
}

/**
 * Ranks the distinct values in a table of their own, in which each row's value is then looked up. What they are
 * compared by, an instant or a sort key, is calculated once for each.
 */
async function writeLookedUp(
  session: Session,
  { path, rows }: { readonly path: string; readonly rows: number },
  table: string,
  { reference, compared }: SortColumn,
  work: LongWork,
): Promise<RankFile> {
  const ranked = `ranked_${reference}`;
  const values = `SELECT DISTINCT ${reference} FROM ${table} WHERE ${reference} IS NOT NULL`;
  await session.run(
    `CREATE OR REPLACE TEMP TABLE ${ranked} AS
       SELECT ${reference} AS value, (dense_rank() OVER (ORDER BY ${compared}) - 1)::INTEGER AS position
         FROM (${values})`,
    [],
    {
      onFraction: (fraction) =>
        work.onProgress?.({
          phase: 'sorting',
          rows: 0,
          bytes: 0,
          fraction: fraction === null ? null : fraction * rankingShare,
        }),
    },
  );
  try {
    const [counted] = await session.row(`SELECT coalesce(max(position) + 1, 0) FROM ${ranked}`);
    const distinct = Number(counted);
    return await writeRanks(session, { path, rows, distinct }, work, {
      sql: `coalesce(position, ${distinct})::INTEGER`,
      from: `${table} LEFT JOIN ${ranked} ON ${reference} = value`,
      share: rankingShare,
    });
  } finally {
    await session.clean(`DROP TABLE ${ranked}`);
  }
}

/** Copies the ranks in a result to their places: a join returns rows in any order. */
function placeRanks(result: DuckDBMaterializedResult, from: number, target: Int32Array): void {
  if (result.rowCount !== target.length) throw new Error('The engine returned a row with more than one rank, or none.');
  for (let at = 0; at < result.chunkCount; at += 1) {
    const chunk = result.getChunk(at);
    const [numbers, ranks] = [integersOf(chunk, 0), integersOf(chunk, 1)];
    for (let row = 0; row < numbers.length; row += 1) target[(numbers[row] as number) - from] = ranks[row] as number;
  }
}

/** Writes the ranks of all rows, and then how many there are. @param rank `share`: the part of the work that is done before */
async function writeRanks(
  session: Session,
  { path, rows, distinct }: { readonly path: string; readonly rows: number; readonly distinct: number },
  work: LongWork,
  rank: { readonly sql: string; readonly from: string; readonly share: number },
): Promise<RankFile> {
  return await writeNumberFile(path, async (write) => {
    const piece = new Int32Array(Math.min(rows, rowsAtOnce));
    for (let from = 0; from < rows; from += piece.length) {
      work.signal?.throwIfAborted();
      const length = Math.min(piece.length, rows - from);
      const condition = `${rowNumber} BETWEEN ${from} AND ${from + length - 1}`;
      placeRanks(
        await session.run(`SELECT ${rowNumber}::INTEGER, ${rank.sql} FROM ${rank.from} WHERE ${condition}`),
        from,
        piece.subarray(0, length),
      );
      freeResults();
      await write(new Uint8Array(piece.buffer, 0, length * numberBytes));
      const written = from + length;
      const fraction = rank.share + (written / rows) * (1 - rank.share);
      work.onProgress?.({ phase: 'sorting', rows: written, bytes: 0, fraction });
    }
    await write(new Uint8Array(Int32Array.of(distinct).buffer));
    return { path, distinct };
  });
}

/**
 * The ranks of a column in the order of the file, as a file of numbers: positions of the rows' values among the
 * ascending distinct values of the column, 0-based. A missing value has the rank `distinct`, after all others; that is
 * also the last number of the file.
 */
export interface RankFile {
  readonly path: string;
  readonly distinct: number;
}

/** Opens a rank file as what it is. @throws {DamagedCacheError} */
export function openRanks({ path }: RankFile, rows: number): BlockCheckedFile {
  return openNumberFile({ path, count: rows + 1 });
}

/** The rank file of a version with this many rows; null if there is none, or it is damaged or of another length. */
async function findRankFile(path: string, rows: number): Promise<RankFile | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || numbersInFile(found.size) !== rows + 1) return null;
  try {
    const file = openRanks({ path, distinct: 0 }, rows);
    try {
      return { path, distinct: numbersIn(file, rows, rows + 1)[0] ?? 0 };
    } finally {
      closeSync(file.file);
    }
  } catch (error) {
    if (error instanceof DamagedCacheError) return null;
    throw error;
  }
}
