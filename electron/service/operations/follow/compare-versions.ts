import type { ChangeSummary } from '#shared/follow.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { DiffSummary } from '../../rows/diffs/row-differences.ts';
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
 * @param ignored columns whose changes do not count, such as the time of an export
 */
export async function compareVersions(
  rows: RowStore,
  { before, after }: { readonly before: StoredVersion; readonly after: StoredVersion },
  key: readonly string[] | null,
  ignored: readonly string[],
  work: LongWork,
): Promise<Comparison> {
  const { diff, key: used } = await diffByKey(rows, before, after, key, work);
  const columns = await changedColumns(rows, before, after, diff, work);
  const isIgnored = (name: string) => ignored.includes(name);
  const isWholly = columns.counted >= diff.changed;
  const changedForReal = columns.rowsBeyond(isIgnored);
  const changed = isWholly ? changedForReal : diff.changed;
  const columnsRetyped = [...diff.columnsRetyped];
  const summary: ChangeSummary = {
    key: [...diff.key],
    rowsBefore: before.rows,
    rows: after.rows,
    added: diff.added,
    removed: diff.removed,
    changed,
    columns: columns.list.filter(({ name }) => !isIgnored(name)),
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
  const sets = new Map<string, { readonly names: readonly string[]; rows: number }>();
  const counted = Math.min(changed, maxCounted);
  for (let offset = 0; offset < counted; offset += pageRows) {
    const page = await rows
      .open(before)
      .diffPage(after, key, { offset, limit: Math.min(pageRows, counted - offset) }, work);
    for (const { kind, changed: names, changes, key: row } of page) {
      if (kind !== 'changed') continue;
      for (const [at, name] of names.entries()) {
        const column = counts.get(name) ?? { values: 0 };
        counts.set(name, column);
        column.values += 1;
        const change = changes[at] ?? 0;
        if (Math.abs(change) > Math.abs(column.largest?.change ?? 0)) column.largest = { change, row: [...row] };
      }
      const id = names.join('\n');
      const known = sets.get(id) ?? { names, rows: 0 };
      known.rows += 1;
      sets.set(id, known);
    }
  }
  return {
    counted,
    list: [...counts].map(([name, column]) => ({ name, ...column })).sort((one, other) => other.values - one.values),
    /** Number of the counted rows in which a column other than those changed. */
    rowsBeyond: (isIgnored: (name: string) => boolean) =>
      [...sets.values()].reduce((sum, one) => sum + (one.names.every(isIgnored) ? 0 : one.rows), 0),
  };
}
