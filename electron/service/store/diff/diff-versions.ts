import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import type { Session, Watch } from '../duckdb/session.ts';
import { BlockSums, blockCount, sharedSums, sumBytes } from '../files/block-checksums.ts';
import { unfinishedName } from '../files/unfinished-name.ts';
import { readCached, writeCached } from '../profiles/cached-facts.ts';
import { type DiffSummary, InvalidFilterError, type LongWork, type StoredVersion } from '../row-store.ts';
import { cacheFolder, parquetFile, type StoreParts } from '../store-parts.ts';
import { storedTable } from '../stored-table.ts';
import { type DiffPlan, diffPlan } from './diff-plan.ts';
import {
  type DiffTables,
  dropJoinSql,
  joinedCountsSql,
  joinSql,
  keyCountsSql,
  keyedPairsSql,
  repeatedSql,
  wholeRowPairsSql,
} from './diff-sql.ts';
import type { MadeDiff } from './running-diffs.ts';

/** Compares two versions, once. @throws {InvalidFilterError} for an invalid key */
export async function diffVersions(
  parts: StoreParts,
  before: StoredVersion,
  after: StoredVersion,
  key: readonly string[],
  work: LongWork,
): Promise<MadeDiff> {
  const plan = diffPlan(before, after, key);
  await parts.files.assertWhole(before);
  await parts.files.assertWhole(after);
  const identity = createHash('sha256')
    .update(JSON.stringify([before.key, key]))
    .digest('hex')
    .slice(0, 40);
  const folder = join(cacheFolder(parts, after), `${identity}.diff`);
  const kept = await readDiff(folder);
  if (kept) {
    parts.cache.touch(folder);
    return kept;
  }
  const compared = { before: before.key, after: after.key, folder };
  return parts.diffs.join(compared, work.signal, (signal) =>
    parts.cache.withRoom(() => make(parts, before, after, plan, folder, { ...work, signal })),
  );
}

async function readDiff(folder: string): Promise<MadeDiff | null> {
  try {
    // Its checksum was verified, so it is what was written.
    const summary = (await readCached(join(folder, summaryName))) as DiffSummary | null;
    if (summary === null) return null;
    const path = join(folder, pairsName);
    const [{ size }, sums] = await Promise.all([stat(path), readFile(join(folder, sumsName))]);
    const rows = summary.added + summary.removed + summary.changed;
    if (size !== rows * pairBytes || sums.length !== blockCount(size) * sumBytes) return null;
    const blocks = new Uint32Array(new Uint8Array(sums).buffer);
    return { summary, pairs: { path, count: 2 * rows, sums: sharedSums(0, blocks) } };
  } catch {
    return null;
  }
}

const pairBytes = 8;
const [summaryName, pairsName, sumsName] = ['summary.json', 'pairs.bin', 'pairs.sum'] as const;

async function make(
  parts: StoreParts,
  before: StoredVersion,
  after: StoredVersion,
  plan: DiffPlan,
  folder: string,
  work: LongWork,
): Promise<MadeDiff> {
  const unfinished = unfinishedName(folder);
  await mkdir(unfinished, { recursive: true });
  try {
    const counts =
      before.checksum === after.checksum ? none : await comparePairs(parts, before, after, plan, unfinished, work);
    const { columnsAdded, columnsRemoved, columnsRetyped } = plan;
    const summary: DiffSummary = {
      key: plan.key.map(({ name }) => name),
      ...counts,
      columnsAdded,
      columnsRemoved,
      columnsRetyped,
    };
    if (counts === none) for (const name of [pairsName, sumsName]) await writeFile(join(unfinished, name), '');
    await writeCached(join(unfinished, summaryName), summary);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    await parts.cache.add(folder);
    const made = await readDiff(folder);
    if (made === null) throw new Error('A comparison could not be kept.');
    return made;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Versions with the same checksum are the same. */
const none = { added: 0, removed: 0, changed: 0 };

async function comparePairs(
  parts: StoreParts,
  before: StoredVersion,
  after: StoredVersion,
  plan: DiffPlan,
  target: string,
  work: LongWork,
): Promise<typeof none> {
  const files = { before: parquetFile(parts, before), after: parquetFile(parts, after) };
  const tables: DiffTables = {
    before: storedTable(files.before.path, files.before.columns),
    after: storedTable(files.after.path, files.after.columns),
  };
  return parts.engine.long(work, async (session) => {
    if (plan.key.length === 0) return writePairs(session, wholeRowPairsSql(tables, plan), target, work);
    try {
      await joinByKey(session, tables, plan, work);
      return await writePairs(session, keyedPairsSql, target, work);
    } finally {
      await session.clean(dropJoinSql);
    }
  });
}

/**
 * Matches the rows of both versions.
 * @throws {InvalidFilterError} if rows have no key, or one row would match several
 */
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

async function writePairs(session: Session, sql: string, target: string, work: LongWork): Promise<typeof none> {
  const result = await session.run(sql, [], watchOf(work));
  const counts = { ...none };
  const file = await open(join(target, pairsName), 'w');
  const sums = new BlockSums();
  try {
    for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
      const [before, after] = result.getChunk(chunk).getColumns();
      const pairs = new Int32Array((before?.length ?? 0) * 2);
      for (let row = 0; row < pairs.length / 2; row += 1) {
        const [from, to] = [Number(before?.[row]), Number(after?.[row])];
        pairs[2 * row] = from;
        pairs[2 * row + 1] = to;
        if (from < 0) counts.added += 1;
        else if (to < 0) counts.removed += 1;
        else counts.changed += 1;
      }
      const bytes = new Uint8Array(pairs.buffer);
      await file.write(bytes);
      sums.add(bytes);
      work.signal?.throwIfAborted();
    }
  } finally {
    await file.close();
  }
  await writeFile(join(target, sumsName), sums.finish());
  return counts;
}
