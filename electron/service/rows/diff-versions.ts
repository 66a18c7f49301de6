import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiffPlan, diffPlan } from './diff-plan.ts';
import { type DiffTables, keyCountsSql, keyedPairsSql, wholeRowPairsSql } from './diff-sql.ts';
import type { Session } from './duckdb/session.ts';
import { type DiffSummary, InvalidFilterError, type LongWork, type StoredVersion } from './row-store.ts';
import { SharedWork } from './shared-work.ts';
import { cacheFolder, parquetFile, type StoreParts } from './store-parts.ts';
import { storedTable } from './stored-table.ts';
import { unfinishedName } from './unfinished-name.ts';

/** A diff that was made: its summary, and a file of pairs of row numbers of 32 bits (before, after; -1 for none). */
export interface MadeDiff {
  readonly summary: DiffSummary;
  readonly pairs: string;
}

const building = new WeakMap<StoreParts, SharedWork<MadeDiff>>();

/** Compares two versions, once. @throws {InvalidFilterError} when the key is none */
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
  const kept = await readKept(folder);
  if (kept) {
    parts.cache.touch(folder);
    return kept;
  }
  const shared = building.get(parts) ?? new SharedWork<MadeDiff>();
  building.set(parts, shared);
  return shared.join(folder, work.signal, (signal) => make(parts, before, after, plan, folder, { ...work, signal }));
}

async function readKept(folder: string): Promise<MadeDiff | null> {
  try {
    const summary = JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8')) as DiffSummary;
    const pairs = join(folder, 'pairs.bin');
    const { size } = await stat(pairs);
    const rows = summary.added + summary.removed + summary.changed;
    return size === rows * pairBytes ? { summary, pairs } : null;
  } catch {
    return null;
  }
}

const pairBytes = 8;

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
      before.checksum === after.checksum
        ? none
        : await comparePairs(parts, before, after, plan, join(unfinished, 'pairs.bin'), work);
    const { columnsAdded, columnsRemoved, columnsRetyped } = plan;
    const summary: DiffSummary = {
      key: plan.key.map(({ name }) => name),
      ...counts,
      columnsAdded,
      columnsRemoved,
      columnsRetyped,
    };
    if (counts === none) await writeFile(join(unfinished, 'pairs.bin'), '');
    await writeFile(join(unfinished, 'summary.json'), JSON.stringify(summary));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    await parts.cache.add(folder);
    return { summary, pairs: join(folder, 'pairs.bin') };
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
  return parts.engine.long(work.signal, async (session) => {
    if (plan.key.length > 0) await assertKey(session, tables, plan);
    const sql = plan.key.length > 0 ? keyedPairsSql(tables, plan) : wholeRowPairsSql(tables, plan);
    return writePairs(session, sql, target, work);
  });
}

/** A key that is there twice would match rows with rows that they are not. */
async function assertKey(session: Session, tables: DiffTables, plan: DiffPlan): Promise<void> {
  for (const side of ['before', 'after'] as const) {
    const [rows, whole, different] = (await session.row(keyCountsSql(tables, plan, side))).map(Number);
    const names = plan.key.map(({ name }) => `"${name}"`).join(', ');
    const version = side === 'before' ? 'the version before' : 'the version after';
    if (whole !== rows) throw new InvalidFilterError('key', `In ${version}, some rows have no ${names}.`);
    if (different !== rows) throw new InvalidFilterError('key', `In ${version}, several rows have the same ${names}.`);
  }
}

async function writePairs(session: Session, sql: string, target: string, work: LongWork): Promise<typeof none> {
  const result = await session.run(sql, [], {
    onFraction: (fraction, rows) => work.onProgress?.({ phase: 'comparing', rows, bytes: 0, fraction }),
  });
  const counts = { ...none };
  const file = await open(target, 'w');
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
      await file.write(new Uint8Array(pairs.buffer));
      work.signal?.throwIfAborted();
    }
  } finally {
    await file.close();
  }
  return counts;
}
