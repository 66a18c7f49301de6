import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { DuckDBMaterializedResult } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Engine } from '../../../engine/engine.ts';
import { freeResults, integersOf } from '../../../engine/result-pieces.ts';
import type { Session } from '../../../engine/session.ts';
import { type Building, builtOnce } from '../../../files/built-once.ts';
import type { DiskCache } from '../../../files/disk-cache.ts';
import type { SharedFiles } from '../../../files/shared-files.ts';
import { madeWhole } from '../../../files/unfinished-name.ts';
import { SharedWork } from '../../../../lib/shared-work.ts';
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
    const kept = await openRankFile(path, open.rows);
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
        open: () => openRankFile(path, open.rows),
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
      await this.#parts.cache.assertRoom(rows * rankBytes);
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
): Promise<Omit<RankFile, 'path'>> {
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

/** Writes the ranks of all rows with their trailer. @param rank `share`: the part of the work that is done before */
async function writeRanks(
  session: Session,
  { path, rows, distinct }: { readonly path: string; readonly rows: number; readonly distinct: number },
  work: LongWork,
  rank: { readonly sql: string; readonly from: string; readonly share: number },
): Promise<Omit<RankFile, 'path'>> {
  const target = await open(path, 'w');
  try {
    let checksum = 0;
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
      const bytes = new Uint8Array(piece.buffer, 0, length * piece.BYTES_PER_ELEMENT);
      checksum = crc32(bytes, checksum);
      await target.write(bytes);
      const written = from + length;
      const fraction = rank.share + (written / rows) * (1 - rank.share);
      work.onProgress?.({ phase: 'sorting', rows: written, bytes: 0, fraction });
    }
    const made = { distinct, checksum: rankChecksum(checksum, distinct) };
    await target.write(rankTrailer(made));
    return made;
  } finally {
    await target.close();
  }
}

/** Bytes of one rank. */
export const rankBytes = 4;

/** Bytes after the ranks: their number of distinct values and the {@link rankChecksum}, 32-bit and little-endian. */
const trailerBytes = 8;

/**
 * The ranks of a column in the order of the file: 32-bit positions of the rows' values among the ascending distinct
 * values of the column, 0-based. A missing value has the rank `distinct`, after all others.
 */
export interface RankFile {
  readonly path: string;
  readonly distinct: number;
  /** Its {@link rankChecksum}, verified whenever the ranks are read. */
  readonly checksum: number;
}

/** The rank file of a version with this many rows; null if there is none or it has another length. */
async function openRankFile(path: string, rows: number): Promise<RankFile | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size !== rows * rankBytes + trailerBytes) return null;
    const trailer = Buffer.alloc(trailerBytes);
    await file.read(trailer, 0, trailerBytes, rows * rankBytes);
    return { path, distinct: trailer.readUInt32LE(0), checksum: trailer.readUInt32LE(4) };
  } finally {
    await file.close();
  }
}

/** The CRC-32 of the ranks and their number of distinct values, from that of the ranks. */
export function rankChecksum(ofRanks: number, distinct: number): number {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(distinct);
  return crc32(bytes, ofRanks);
}

/** The bytes after the ranks. */
export function rankTrailer({ distinct, checksum }: Omit<RankFile, 'path'>): Buffer {
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(distinct, 0);
  trailer.writeUInt32LE(checksum, 4);
  return trailer;
}
