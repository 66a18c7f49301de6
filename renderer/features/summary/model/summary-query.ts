import type { AggregateQuery, Derivation, GroupKey } from '#shared/aggregate-query.ts';
import type { Dimension, ShowAs } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Summary } from '#shared/summary.ts';
import { aggregateOf, keyOf, keysOf } from '../../../lib/groups/group-query.ts';
import { derivationOf, divisorOf, isAlong } from '../../../lib/groups/show-as.ts';

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
  /** The position of each measure's value in a group; null for what is not shown of these groups. */
  readonly valuesAt: readonly (number | null)[];
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
  const [ofRows, ofColumns] = [summary.rows.slice(0, rowKeys), summary.columns.slice(0, columnKeys)];
  const keys = keysOf([...ofRows, ...ofColumns]);
  const texts = keys.map(({ text }) => text);
  const prefix = freePrefix(keys);
  const divisors = summary.measures.flatMap(({ show }, at) => {
    const divisor = divisorOf(show);
    return divisor === null ? [] : [aggregateOf(divisor, `${prefix}${at}_divisor`)];
  });
  const aggregates = [...summary.measures.map((measure, at) => aggregateOf(measure, `${prefix}${at}`)), ...divisors];
  const along = dimensionAlong(summary);
  const key = along === null ? '' : keyOf(along).text;
  const derived = summary.measures.flatMap(({ show }, at): Derivation[] => {
    // A total has no place along a dimension that it comprises.
    if (show === undefined || (isAlong(show) && !texts.includes(key))) return [];
    const among = keysAmong(show, ofRows, ofColumns);
    const of = `${prefix}${at}`;
    return [derivationOf(show, { name: `${of}_shown`, of, divisor: `${of}_divisor`, key, among })];
  });
  const names = [...texts, ...aggregates.map(({ name }) => name), ...derived.map(({ name }) => name)];
  const positionOf = (name: string) => (names.includes(name) ? names.indexOf(name) : null);
  return {
    rowKeys,
    columnKeys,
    query: {
      rows: { ...rows, ordering: [], fields: null },
      keys,
      aggregates,
      ...(derived.length > 0 && { derived }),
      having: [],
      ordering: [],
    },
    positions: [...ofRows, ...ofColumns].map((dimension) => texts.indexOf(keyOf(dimension).text)),
    valuesAt: summary.measures.map(({ show }, at) =>
      positionOf(show === undefined ? `${prefix}${at}` : `${prefix}${at}_shown`),
    ),
  };
}

/** The dimension along which values are compared: one of time, or else the last that divides the columns or rows. */
export function dimensionAlong({ rows, columns }: Pick<SummaryKeys, 'rows' | 'columns'>): Dimension | null {
  const all = [...columns.toReversed(), ...rows.toReversed()];
  return all.find(({ function: by }) => isPeriod(by)) ?? all[0] ?? null;
}

function isPeriod(by: Dimension['function']): boolean {
  return ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour'].some((name) => name === by);
}

/** The keys that groups share among which a value has its share or rank: a rank is one among the parts of the same whole. */
function keysAmong(show: ShowAs, rows: readonly Dimension[], columns: readonly Dimension[]): string[] {
  const textsOf = (dimensions: readonly Dimension[]) => keysOf(dimensions).map(({ text }) => text);
  if (show.kind === 'rank') {
    return textsOf(rows.length > 0 ? [...rows.slice(0, -1), ...columns] : columns.slice(0, -1));
  }
  if (show.kind !== 'share' || show.of === 'total') return [];
  return textsOf(show.of === 'row' ? rows : columns);
}

/** The name of an aggregate must differ from that of every key. */
function freePrefix(keys: readonly GroupKey[]): string {
  let prefix = 'value';
  while (keys.some(({ text }) => text.startsWith(prefix))) prefix += '_';
  return prefix;
}
