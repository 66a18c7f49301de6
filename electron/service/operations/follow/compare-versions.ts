import { type Explanation, explain } from '#shared/failures.ts';
import type { ChangeSummary, Guards } from '#shared/follow.ts';
import { everyRow } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { DiffSummary } from '../../rows/diffs/diff-plan.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { diffByKey } from '../row-key.ts';

/** How a new version differs from the previous one. */
export interface Comparison {
  readonly summary: ChangeSummary;
  /** The key that was used, to be stored. Null if none fits. */
  readonly key: readonly string[] | null;
  /** Whether no row and no column differs. */
  readonly isEqual: boolean;
}

/** Maximum number of changed rows whose values are counted by column. */
const maxCounted = 20_000;
const pageRows = 1_000;

/**
 * Compares a new version with the previous one, by the stored key, otherwise by a guessed one. Rows that only changed
 * their position are equal.
 * @param key null if it was never guessed; empty if whole rows are compared
 */
export async function compareVersions(
  rows: RowStore,
  { before, after }: { readonly before: StoredVersion; readonly after: StoredVersion },
  key: readonly string[] | null,
  work: LongWork,
): Promise<Comparison> {
  const { diff, key: used } = await diffByKey(rows, before, after, key, work);
  const columns = await changedColumns(rows, before, after, diff, work);
  const changed = columns.counted >= diff.changed ? columns.rows : diff.changed;
  const columnsRetyped = [...diff.columnsRetyped];
  const summary: ChangeSummary = {
    key: [...diff.key],
    rowsBefore: before.rows,
    rows: after.rows,
    added: diff.added,
    removed: diff.removed,
    changed,
    columns: columns.list,
    counted: columns.counted,
    columnsAdded: [...diff.columnsAdded],
    columnsRemoved: [...diff.columnsRemoved],
    columnsRetyped,
  };
  const differs =
    diff.added + diff.removed + changed + diff.columnsAdded.length + diff.columnsRemoved.length + columnsRetyped.length;
  return { summary, key: used, isEqual: differs === 0 };
}

/** Counts changed values by column, and finds the largest change of each, over the first changed rows. */
async function changedColumns(
  rows: RowStore,
  before: StoredVersion,
  after: StoredVersion,
  { key, changed }: DiffSummary,
  work: LongWork,
) {
  const counts = new Map<string, { values: number; largest?: { change: number; row: string[] } }>();
  let withNames = 0;
  const counted = Math.min(changed, maxCounted);
  for (let offset = 0; offset < counted; offset += pageRows) {
    const page = await rows
      .open(before)
      .diffPage(after, key, { offset, limit: Math.min(pageRows, counted - offset) }, work);
    for (const { kind, changed: names, changes, key: row } of page) {
      if (kind !== 'changed' || names.length === 0) continue;
      withNames += 1;
      for (const [at, name] of names.entries()) {
        const column = counts.get(name) ?? { values: 0 };
        counts.set(name, column);
        column.values += 1;
        const change = changes[at] ?? 0;
        if (Math.abs(change) > Math.abs(column.largest?.change ?? 0)) column.largest = { change, row: [...row] };
      }
    }
  }
  return {
    counted,
    list: [...counts].map(([name, column]) => ({ name, ...column })).sort((one, other) => other.values - one.values),
    /** Number of the counted rows with a changed value: another type alone changes none. */
    rows: withNames,
  };
}

/** Why a new version must not be published without the user's decision; empty if it may be. */
export async function checkGuards(
  rows: RowStore,
  after: StoredVersion,
  summary: ChangeSummary,
  guards: Guards,
  work: LongWork,
): Promise<Explanation[]> {
  const reasons: Explanation[] = [];
  const { rowsBefore, rows: count, columnsRemoved, columnsRetyped } = summary;
  const hasFallen = guards.rowsFell !== null && count < rowsBefore * (1 - guards.rowsFell / 100);
  if (hasFallen) reasons.push(explain('guard-rows', { before: rowsBefore, after: count }));
  if (guards.columnGone && columnsRemoved.length > 0) {
    reasons.push(explain('guard-columns-gone', { columns: columnsRemoved.join(', ') }));
  }
  if (guards.columnRetyped && columnsRetyped.length > 0) {
    const columns = columnsRetyped.map(({ name, before, after: now }) => `${name} (${before} → ${now})`).join(', ');
    reasons.push(explain('guard-columns-retyped', { columns }));
  }
  if (guards.checks.length > 0) reasons.push(...(await checkColumns(rows, after, guards.checks, work)));
  return reasons;
}

async function checkColumns(
  rows: RowStore,
  after: StoredVersion,
  checks: Guards['checks'],
  work: LongWork,
): Promise<Explanation[]> {
  const outlines = new Map((await rows.open(after).outline(work)).map((one) => [one.column, one]));
  const reasons: Explanation[] = [];
  for (const { column, test, min, max } of checks) {
    const outline = outlines.get(column);
    if (outline === undefined) reasons.push(explain('guard-no-column', { column }));
    else if (test === 'complete') {
      const missing = outline.missing ?? 0;
      if (missing > 0) reasons.push(explain('guard-incomplete', { column, count: missing }));
    } else if (test === 'range') {
      const isBelow = min !== undefined && outline.min !== null && Number(outline.min) < min;
      const isAbove = max !== undefined && outline.max !== null && Number(outline.max) > max;
      const bounds = { from: String(outline.min), to: String(outline.max) };
      if (isBelow || isAbove) reasons.push(explain('guard-range', { column, ...bounds }));
    } else if (await isRepeated(rows, after, column, work)) reasons.push(explain('guard-repeated', { column }));
  }
  return reasons;
}

async function isRepeated(rows: RowStore, after: StoredVersion, column: string, work: LongWork): Promise<boolean> {
  const { distinct, missing, rows: all } = await rows.open(after).profile(everyRow, column, work);
  // An estimate is not a proof: only a large deviation counts.
  return (
    distinct !== null && (distinct.exact ? distinct.count < all - missing : distinct.count < (all - missing) * 0.8)
  );
}

/**
 * What is recorded of a rejected version so that its content is not offered again: a digest of its rows in any order,
 * because sources shuffle them; its checksum if the rows cannot be read any more.
 */
export async function rejectedContent(rows: RowStore, version: StoredVersion): Promise<string> {
  try {
    return await rows.open(version).contentDigest({});
  } catch {
    return version.checksum;
  }
}

/**
 * Whether a version has the rejected content.
 * @param rejected as {@link rejectedContent} returned it; empty for none
 */
export async function isRejected(
  rows: RowStore,
  rejected: string,
  version: StoredVersion,
  work: LongWork,
): Promise<boolean> {
  if (rejected === '') return false;
  return rejected === version.checksum || rejected === (await rows.open(version).contentDigest(work));
}
