import { type Explanation, explain } from '#shared/failures.ts';
import type { ChangeSummary, Guards } from '#shared/follow.ts';
import { everyRow } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { RowStore } from '../../rows/row-store.ts';

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
