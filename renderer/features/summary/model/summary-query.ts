import type { AggregateQuery, GroupKey } from '#shared/aggregate-query.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Summary } from '#shared/summary.ts';
import { aggregateOf, keyOf } from '../../../lib/groups/group-query.ts';

/** Maximum number of groups of a summary, including its subtotals. */
export const maxSummaryGroups = 500_000;

/** What a summary queries, whichever way it is shown. */
export type SummaryKeys = Pick<Summary, 'rows' | 'columns' | 'measures'>;

/** One of the queries of a summary: groups by the first keys of its rows and the first of its columns. */
export interface GroupingSet {
  readonly rowKeys: number;
  readonly columnKeys: number;
  readonly query: AggregateQuery;
  /** The position of each key's value in a group, rows before columns. */
  readonly positions: readonly number[];
  /** Position of the first measure in a group. */
  readonly measuresAt: number;
}

/**
 * The queries of a resolved summary, the finest first. A median or distinct count of a total cannot be derived from its
 * parts, so every level of totals is queried.
 */
export function groupingSets(summary: SummaryKeys, rows: RowQuery): GroupingSet[] {
  const sets: GroupingSet[] = [];
  for (let rowKeys = summary.rows.length; rowKeys >= 0; rowKeys -= 1) {
    for (let columnKeys = summary.columns.length; columnKeys >= 0; columnKeys -= 1) {
      sets.push(groupingSet(summary, rows, rowKeys, columnKeys));
    }
  }
  return sets;
}

function groupingSet(summary: SummaryKeys, rows: RowQuery, rowKeys: number, columnKeys: number): GroupingSet {
  const allKeys = [...summary.rows.slice(0, rowKeys), ...summary.columns.slice(0, columnKeys)].map(keyOf);
  // A key that is used twice is queried once.
  const keys = [...new Map(allKeys.map((key) => [key.text, key])).values()];
  const texts = keys.map(({ text }) => text);
  const prefix = freePrefix(keys);
  const aggregates = summary.measures.map((measure, at) => aggregateOf(measure, `${prefix}${at}`));
  return {
    rowKeys,
    columnKeys,
    query: { rows: { ...rows, ordering: [], fields: null }, keys, aggregates, having: [], ordering: [] },
    positions: allKeys.map(({ text }) => texts.indexOf(text)),
    measuresAt: keys.length,
  };
}

/** The name of an aggregate must differ from that of every key. */
function freePrefix(keys: readonly GroupKey[]): string {
  let prefix = 'value';
  while (keys.some(({ text }) => text.startsWith(prefix))) prefix += '_';
  return prefix;
}
