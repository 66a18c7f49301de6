import { createHash } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBMaterializedResult } from '@duckdb/node-api';
import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { integersOf, resultPieces } from '../../engine/result-pieces.ts';
import type { Session, Watch } from '../../engine/session.ts';
import { builtOnce } from '../../files/built-once.ts';
import { readCached, writeCached } from '../../files/cached-facts.ts';
import { type NumberFile, numberBytes, numbersInFile, writeNumberFile } from '../../files/number-file.ts';
import { madeWhole } from '../../files/unfinished-name.ts';
import { comparisonRules } from '../comparison/comparison.ts';
import { type OpenVersion, storedTable } from '../open-version.ts';
import { partOf } from '../part-of.ts';
import { type Selection, selectionOf } from '../selection.ts';
import type { StoreParts } from '../store-parts.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';
import { maxPieceRows, readViewNumbers } from '../views/view-index.ts';
import {
  type DiffPlan,
  type DiffSummary,
  type DiffTables,
  diffPlan,
  dropJoinSql,
  joinedCountsSql,
  joinSql,
  keyCountsSql,
  keyedPairsSql,
  type MadeDiff,
  type Pair,
  repeatedSql,
  wholeRowPairsSql,
} from './diff-plan.ts';

function isSame({ before, after }: Pair): boolean {
  return before.version.checksum === after.version.checksum;
}

/** Compares two versions, once. @throws {InvalidFilterError} for an invalid key */
export async function diffVersions(parts: StoreParts, pair: Pair, work: LongWork): Promise<MadeDiff> {
  const plan = diffPlan(pair);
  await parts.files.assertWhole(pair.before.version);
  await parts.files.assertWhole(pair.after.version);
  return await joinDiff(parts, pair, null, work, async (folder, signal) => {
    const same = isSame(pair);
    const { columnsAdded, columnsRemoved, columnsRetyped } = plan;
    const about = { key: plan.key.map(({ name }) => name), columnsAdded, columnsRemoved, columnsRetyped };
    return await make(folder, about, (target) =>
      same ? writeNoPairs(target) : comparePairs(parts, pair, plan, target, { ...work, signal }),
    );
  });
}

/**
 * Compares only the rows that a query selects in either version.
 * @param rows its ordering, fields and version are ignored
 * @throws {InvalidFilterError} for an invalid key, and for a condition that the columns of a version do not support
 */
export async function diffSelected(parts: StoreParts, pair: Pair, rows: RowQuery, work: LongWork): Promise<MadeDiff> {
  const { before, after } = pair;
  const selection = { ...rows, ordering: [], fields: null, version: null };
  const [old, young] = [before, after].map(({ columns }) => selectionOf(selection, columns));
  const whole = await diffVersions(parts, pair, work);
  const { added, removed, changed, ...about } = whole.summary;
  const differing = added + removed + changed;
  if (old?.where == null || young?.where == null || differing === 0) return whole;
  return await joinDiff(parts, pair, old.identity, work, async (folder, signal) => {
    return await make(folder, about, async (target) => {
      const selecting = { ...work, signal };
      const inBefore = await selectedRows(parts, before, old, partOf(selecting, 0, 0.5));
      const inAfter = await selectedRows(parts, after, young, partOf(selecting, 0.5, 0.5));
      return await writePairs(selectedPairs(parts, whole.pairs, inBefore, inAfter), target, signal);
    });
  });
}

async function selectedRows(
  parts: StoreParts,
  open: OpenVersion,
  selection: Selection,
  work: LongWork,
): Promise<RowSet> {
  const selected = new RowSet(open.rows);
  const take = async (bytes: Uint8Array) => {
    const rows = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / numberBytes);
    for (const row of rows) selected.add(row);
  };
  const target = { take, firstPieceRows: maxPieceRows, maxPieceRows };
  await readViewNumbers(parts.engine, open, selection, target, work);
  return selected;
}

/** Row numbers of a version, one bit for each of its rows. */
class RowSet {
  readonly #bits: Uint8Array;

  constructor(rows: number) {
    this.#bits = new Uint8Array(Math.ceil(rows / 8));
  }

  add(row: number): void {
    this.#bits[row >> 3] = (this.#bits[row >> 3] ?? 0) | (1 << (row & 7));
  }

  /** Whether a row is in the set; false for -1, which stands for no row. */
  has(row: number): boolean {
    return ((this.#bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }
}

/** Number of pairs read and written at a time. */
const pairsAtOnce = 1 << 16;

async function* selectedPairs(
  { readers }: StoreParts,
  whole: NumberFile,
  inBefore: RowSet,
  inAfter: RowSet,
): AsyncGenerator<Int32Array> {
  for (let from = 0; from < whole.count; from += 2 * pairsAtOnce) {
    const pairs = await readers.numbers(whole, from, Math.min(whole.count, from + 2 * pairsAtOnce));
    const kept = new Int32Array(pairs.length);
    let length = 0;
    for (let at = 0; at < pairs.length; at += 2) {
      const [before = -1, after = -1] = [pairs[at], pairs[at + 1]];
      if (!inBefore.has(before) && !inAfter.has(after)) continue;
      kept[length] = before;
      kept[length + 1] = after;
      length += 2;
    }
    yield kept.subarray(0, length);
  }
}

/** The cached result of a comparison, computed once for all waiting callers if missing. */
async function joinDiff(
  parts: StoreParts,
  pair: Pair,
  selection: string | null,
  work: LongWork,
  start: (folder: string, signal: AbortSignal) => Promise<MadeDiff>,
): Promise<MadeDiff> {
  const { before, after, key } = pair;
  const identity = [comparisonRules, before.version.key, key, ...(selection === null ? [] : [selection])];
  const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 40);
  const folder = join(after.folder, `${name}.diff`);
  const kept = await readDiff(folder);
  if (kept) {
    parts.cache.touch(folder);
    return kept;
  }
  const compared = `${before.version.key} ${after.version.key} ${folder}`;
  // That two versions are the same is known without reading them.
  const shared = isSame(pair) ? null : parts.files.shared;
  return await parts.diffs.join(compared, work.signal, async (signal) => {
    const comparison = {
      files: filesInOrder.map((file) => join(folder, file)),
      open: () => readDiff(folder),
      build: () => parts.cache.withRoom(() => start(folder, signal)),
    };
    const made = await builtOnce(shared, comparison, signal);
    await parts.cache.add(folder);
    return made;
  });
}

async function readDiff(folder: string): Promise<MadeDiff | null> {
  try {
    // Its checksum was verified, so it is what was written.
    const summary = (await readCached(join(folder, summaryName))) as DiffSummary | null;
    if (summary === null) return null;
    const path = join(folder, pairsName);
    const count = numbersInFile((await stat(path)).size);
    const rows = summary.added + summary.removed + summary.changed;
    return count === 2 * rows ? { summary, pairs: { path, count } } : null;
  } catch {
    return null;
  }
}

/** The summary, without which there is no comparison, comes last. */
const filesInOrder = ['pairs.bin', 'summary.json'] as const;
const [pairsName, summaryName] = filesInOrder;

type Counts = Pick<DiffSummary, 'added' | 'removed' | 'changed'>;

async function make(
  folder: string,
  about: Omit<DiffSummary, keyof Counts>,
  write: (target: string) => Promise<Counts>,
): Promise<MadeDiff> {
  await madeWhole(folder, async (unfinished) => {
    await mkdir(unfinished, { recursive: true });
    const summary: DiffSummary = { ...about, ...(await write(unfinished)) };
    await writeCached(join(unfinished, summaryName), summary);
    await rm(folder, { recursive: true, force: true });
  });
  const made = await readDiff(folder);
  if (made === null) throw new Error('A comparison could not be cached.');
  return made;
}

const none = { added: 0, removed: 0, changed: 0 };

/** Versions with the same checksum are the same. */
async function writeNoPairs(target: string): Promise<Counts> {
  await writeFile(join(target, pairsName), '');
  return none;
}

async function comparePairs(
  parts: StoreParts,
  { before, after }: Pair,
  plan: DiffPlan,
  target: string,
  work: LongWork,
): Promise<Counts> {
  const tables: DiffTables = {
    before: storedTable(before.path, before.columns),
    after: storedTable(after.path, after.columns),
  };
  const compare = async (session: Session) => {
    const foundBy = (sql: string, watch: Watch) => pairsIn(resultPieces(session, sql, [], watch));
    if (plan.key.length === 0) {
      const watch = watchOf(byRowsRead(work, before.rows + after.rows));
      return writePairs(foundBy(wholeRowPairsSql(tables, plan), watch), target, work.signal);
    }
    try {
      await joinByKey(session, tables, plan, partOf(work, 0, joinShare));
      const watch = watchOf(partOf(work, joinShare, 1 - joinShare));
      return await writePairs(foundBy(keyedPairsSql, watch), target, work.signal);
    } finally {
      await session.clean(dropJoinSql);
    }
  };
  return before.use(work, () => after.use(work, () => parts.engine.long(work, compare)));
}

/** Part of the time of a comparison by key until the rows are joined; the rest sorts those that differ. */
const joinShare = 0.8;

/** Part of the time of a comparison without a key in which all rows are counted; those that differ are read again. */
const countingShare = 0.8;

/** Progress by the rows that were read so far: the engine's own fraction is a third of that. */
function byRowsRead(work: LongWork, all: number): LongWork {
  const fractionOf = (rows: number) =>
    Math.min(rows / all, 1) * countingShare + Math.min(Math.max(0, rows / all - 1), 1) * (1 - countingShare);
  return {
    ...work,
    onProgress: (progress) => work.onProgress?.({ ...progress, fraction: all === 0 ? 1 : fractionOf(progress.rows) }),
  };
}

/** Matches the rows of both versions. @throws {InvalidFilterError} if rows have no key, or one would match several */
async function joinByKey(session: Session, tables: DiffTables, plan: DiffPlan, work: LongWork): Promise<void> {
  const before = await countRows(session, tables, plan, 'before');
  const after = await countRows(session, tables, plan, 'after');
  await session.run(joinSql(tables, plan), [], watchOf(work));
  const [old, now] = (await session.row(joinedCountsSql)).map(Number);
  // A row appears several times if it matches several rows of the other version.
  if (now !== after || (await isRepeated(session, tables, plan, 'before'))) throw repeated(plan, 'before');
  if (old !== before || (await isRepeated(session, tables, plan, 'after'))) throw repeated(plan, 'after');
}

async function isRepeated(session: Session, tables: DiffTables, plan: DiffPlan, side: 'before' | 'after') {
  const [keys] = await session.row(repeatedSql(tables, plan, side));
  return Number(keys) > 0;
}

function repeated({ key }: DiffPlan, side: 'before' | 'after'): InvalidFilterError {
  return new InvalidFilterError('key', explain(`key-repeated-${side}`, { columns: quoted(key) }));
}

async function countRows(
  session: Session,
  tables: DiffTables,
  plan: DiffPlan,
  side: 'before' | 'after',
): Promise<number> {
  const [rows, ...whole] = (await session.row(keyCountsSql(tables, plan, side))).map(Number);
  const lacking = plan.key.filter((_, at) => whole[at] !== rows);
  if (lacking.length === 0) return rows ?? 0;
  throw new InvalidFilterError('key', explain(`key-missing-${side}`, { columns: quoted(lacking) }));
}

function quoted(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => `"${name}"`).join(', ');
}

function watchOf(work: LongWork): Watch {
  return { onFraction: (fraction, rows) => work.onProgress?.({ phase: 'comparing', rows, bytes: 0, fraction }) };
}

/** The pairs of row numbers in the results of a statement. */
async function* pairsIn(results: AsyncIterable<DuckDBMaterializedResult>): AsyncGenerator<Int32Array> {
  for await (const result of results) {
    const pairs = new Int32Array(result.rowCount * 2);
    let at = 0;
    for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
      const part = result.getChunk(chunk);
      const [before, after] = [integersOf(part, 0), integersOf(part, 1)];
      for (let row = 0; row < before.length; row += 1, at += 2) {
        pairs[at] = before[row] ?? 0;
        pairs[at + 1] = after[row] ?? 0;
      }
    }
    yield pairs;
  }
}

async function writePairs(
  found: Iterable<Int32Array> | AsyncIterable<Int32Array>,
  target: string,
  signal: AbortSignal | undefined,
): Promise<Counts> {
  const counts = { ...none };
  await writeNumberFile(join(target, pairsName), async (write) => {
    for await (const pairs of found) {
      for (let at = 0; at < pairs.length; at += 2) {
        if ((pairs[at] ?? 0) < 0) counts.added += 1;
        else if ((pairs[at + 1] ?? 0) < 0) counts.removed += 1;
        else counts.changed += 1;
      }
      await write(new Uint8Array(pairs.buffer, pairs.byteOffset, pairs.byteLength));
      signal?.throwIfAborted();
    }
  });
  return counts;
}
