import type { Aggregate, AggregateQuery, GroupKey } from '#shared/aggregate-query.ts';
import {
  binOf,
  compareFractions,
  type Fraction,
  fractionOf,
  nearest,
  plus,
  quantile,
  rootOf,
} from './exact-numbers.ts';
import { periodOf } from './period-model.ts';
import { comparedCell } from './row-model.ts';
import type { ModelCell, ModelColumn, ModelRow, ModelTable } from './row-tables.ts';

type Value = ModelCell | boolean;

/** The reference result from a plain loop over the rows: the values of each group, keys first, in order. */
export function modelGroups({ columns, rows }: ModelTable, query: AggregateQuery): Value[][] {
  const positions = new Map(columns.map(({ name }, at) => [name, at]));
  const cellIn = (row: ModelRow, column: string) => row[positions.get(column) ?? 0] ?? null;
  const { filters, join } = query.rows;
  const fits = (row: ModelRow) => {
    const each = filters.map(({ column, value }) => (cellIn(row, column) === null) === (value === 'true'));
    return join === 'or' ? each.some(Boolean) : each.every(Boolean);
  };
  const selected = rows.filter(fits);
  const columnOf = (name: string) => columns[positions.get(name) ?? 0] ?? { name, type: 'char' as const };
  const comparedKey = (key: GroupKey | undefined, value: Value) =>
    key?.function === null && typeof value !== 'boolean' ? comparedCell(value, columnOf(key.column)) : value;
  const comparedAggregate = (aggregate: Aggregate | undefined, value: Value) =>
    aggregate !== undefined &&
    valueFunctions.has(aggregate.function) &&
    'column' in aggregate &&
    typeof value !== 'boolean'
      ? comparedCell(value, columnOf(aggregate.column ?? ''))
      : value;
  const groups = new Map<string, { keys: Value[]; rows: ModelRow[] }>();
  if (query.keys.length === 0) groups.set('', { keys: [], rows: [] });
  for (const row of selected) {
    const keys = query.keys.map((key) => keyValue(key, cellIn(row, key.column)));
    const compared = query.keys.map((key, at) => comparedKey(key, keys[at] ?? null));
    const name = compared.map((key) => `${typeof key}:${key}`).join('\n');
    const group = groups.get(name) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(name, group);
  }
  const made = [...groups.values()].map(({ keys, rows: members }) => [
    ...keys,
    ...query.aggregates.map((aggregate) => aggregateValue(aggregate, members, selected.length, cellIn, columnOf)),
  ]);
  const names = [...query.keys.map(({ text }) => text), ...query.aggregates.map(({ name }) => name)];
  const kept = made.filter((group) =>
    query.having.every(({ name, lookup, value }) => {
      // The aggregate is a count.
      const order = compareFractions(fractionOf(BigInt(group[names.indexOf(name)] as bigint)), fractionOf(value));
      const answers = {
        exact: order === 0,
        ne: order !== 0,
        gt: order > 0,
        gte: order >= 0,
        lt: order < 0,
        lte: order <= 0,
      };
      return answers[lookup as keyof typeof answers];
    }),
  );
  const terms = [
    ...query.ordering.map(({ name, descending }) => ({ at: names.indexOf(name), descending })),
    ...query.keys.map((_, at) => ({ at, descending: false })),
  ];
  return kept.sort((one, other) => {
    for (const { at, descending } of terms) {
      const [left, right] = [one, other].map((group) => {
        const value = group[at] ?? null;
        return at < query.keys.length
          ? comparedKey(query.keys[at], value)
          : comparedAggregate(query.aggregates[at - query.keys.length], value);
      });
      const order = compare(left ?? null, right ?? null, descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Aggregates that return a value of their column. */
const valueFunctions: ReadonlySet<Aggregate['function']> = new Set(['Min', 'Max', 'First', 'Last']);

function compare(one: Value, other: Value, descending: boolean): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  const order =
    typeof one === 'string'
      ? Buffer.compare(Buffer.from(one), Buffer.from(String(other)))
      : one < other
        ? -1
        : one > other
          ? 1
          : 0;
  return descending ? -order : order;
}

function keyValue(key: GroupKey, value: ModelCell): Value {
  if (key.function === 'IsMissing') return value === null;
  if (value === null || key.function === null) return value;
  if (key.function === 'Lower') return String(value).toLowerCase();
  if (key.function === 'Bin') return binOf(value as number | bigint, key.width, key.origin);
  return periodOf(String(key.function), String(value));
}

function aggregateValue(
  aggregate: Aggregate,
  rows: readonly ModelRow[],
  all: number,
  cellIn: (row: ModelRow, column: string) => ModelCell,
  columnOf: (name: string) => ModelColumn,
): ModelCell {
  if (aggregate.function === 'Share') return all === 0 ? null : rows.length / all;
  const { column } = aggregate;
  if (column === null) return BigInt(rows.length);
  const values = rows.map((row) => cellIn(row, column)).filter((value) => value !== null);
  const numbers = values.flatMap((value) => (typeof value === 'string' ? [] : [value]));
  const total = numbers.map(fractionOf).reduce(plus, [0n, 1n]);
  const count = BigInt(values.length);
  const compared = (value: ModelCell) => comparedCell(value, columnOf(column));
  const ordered = [...values].sort((one, other) => compare(compared(one), compared(other), false));
  switch (aggregate.function) {
    case 'Count':
      return BigInt(values.length);
    case 'CountDistinct':
      return BigInt(new Set(values.map(compared)).size);
    case 'Sum':
      if (values.length === 0) return null;
      return numbers.every((value) => typeof value === 'bigint') ? total[0] : nearest(total);
    case 'Min':
      return ordered[0] ?? null;
    case 'Max':
      return values.find((value) => compare(compared(value), compared(ordered.at(-1) ?? null), false) === 0) ?? null;
    case 'First':
      return values[0] ?? null;
    case 'Last':
      return values.at(-1) ?? null;
    case 'Average':
      return count === 0n ? null : nearest([total[0], total[1] * count]);
    case 'StdDev':
    case 'Variance': {
      if (count < 2n) return null;
      const squares = numbers.map(fractionOf).map(([over, under]): Fraction => {
        const [a, b] = plus([over, under], [-total[0], total[1] * count]);
        return [a * a, b * b];
      });
      const [sum, under] = squares.reduce(plus, [0n, 1n]);
      const variance: Fraction = [sum, under * (count - 1n)];
      return aggregate.function === 'Variance'
        ? nearest(variance)
        : nearest([rootOf((variance[0] * 10n ** 1600n) / variance[1]), 10n ** 800n]);
    }
    case 'Median':
      return quantile(numbers, 0.5);
    case 'Quantile':
      return quantile(numbers, aggregate.probability);
  }
}
