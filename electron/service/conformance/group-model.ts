import fc from 'fast-check';
import type { Aggregate, AggregateQuery, GroupKey } from '#shared/aggregate-query.ts';
import { keyText } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import {
  comparedCell,
  type ModelCell,
  type ModelColumn,
  type ModelRow,
  type ModelTable,
  modelTableOf,
} from './row-model.ts';

const texts = ['', 'a', 'A', 'ä', 'Ä', 'zz', '🚲', '2001-01-31', '2004-12-31', '2005-01-01T23:59:00Z', '2001-02-30'];
const names = ['a', 'b c', 'x,y', '(z)', '"q"', '-m', 'Year(a)', '__proto__'];

const cellOf = {
  integer: fc.oneof(fc.bigInt({ min: -5n, max: 5n }), fc.constantFrom(9007199254740993n, -9223372036854775808n)),
  // Sums of quarters are exact, in whichever order they are added.
  float: fc.integer({ min: -20, max: 20 }).map((quarters) => quarters / 4),
  char: fc.constantFrom(...texts),
} as const;

/** Random small tables with dates, odd names, and values that fall into common groups. */
export const groupTable: fc.Arbitrary<ModelTable> = modelTableOf(names, 2, cellOf);

type Unwritten = GroupKey extends infer Key ? (Key extends unknown ? Omit<Key, 'text'> : never) : never;

function keyOf({ name: column, type }: ModelColumn): fc.Arbitrary<Unwritten> {
  const plain = [
    { column, function: null },
    { column, function: 'IsMissing' },
  ] as const;
  if (type === 'char') {
    const periods = ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour', 'Weekday', 'Lower'] as const;
    return fc.constantFrom<Unwritten>(...plain, ...periods.map((period) => ({ column, function: period })));
  }
  return fc.constantFrom<Unwritten>(
    ...plain,
    { column, function: 'Bin', width: 2, origin: 0 },
    { column, function: 'Bin', width: 0.5, origin: 0.25 },
  );
}

function aggregateOf({ name: column, type }: ModelColumn, name: string): fc.Arbitrary<Aggregate> {
  const every = ['Count', 'CountDistinct', 'Min', 'Max', 'First', 'Last'] as const;
  const numeric = ['Sum', 'Average', 'Median', 'StdDev', 'Variance'] as const;
  const functions = type === 'char' ? every : [...every, ...numeric];
  return fc.oneof(
    fc.constantFrom<Aggregate>(...functions.map((one) => ({ name, function: one, column }))),
    fc.constantFrom<Aggregate>({ name, function: 'Count', column: null }, { name, function: 'Share' }),
    type === 'char'
      ? fc.constant<Aggregate>({ name, function: 'Count', column })
      : fc
          .constantFrom(0, 0.1, 0.5, 1)
          .map((probability): Aggregate => ({ name, function: 'Quantile', column, probability })),
  );
}

/** A random aggregate query: up to three keys and aggregates, a condition, an order. */
export function groupQuery({ columns }: ModelTable): fc.Arbitrary<AggregateQuery> {
  const column = fc.constantFrom(...columns);
  const keys = fc
    .array(column.chain(keyOf), { maxLength: 3 })
    .map((found) => found.map((key) => ({ ...key, text: keyText(key) }) as GroupKey))
    .map((found) => found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at));
  const aggregates = fc.tuple(
    fc.constant<Aggregate>({ name: 'rows', function: 'Count', column: null }),
    ...['one', 'say "two"'].map((name) => column.chain((one) => aggregateOf(one, name))),
  );
  const having = fc.option(fc.record({ lookup: fc.constantFrom('gt', 'lte', 'ne'), value: fc.constantFrom('1', '2') }));
  // All rows, or those with a value in some or none of the first columns.
  const selection = fc.constantFrom('all', 'some', 'none');
  return fc
    .record({ keys, aggregates, having, descending: fc.boolean(), byCount: fc.boolean(), selection })
    .map(({ keys: grouped, aggregates: requested, having: condition, descending, byCount, selection: chosen }) => ({
      rows: {
        ...everyRow,
        ...(chosen === 'some' ? { join: 'or' as const } : {}),
        filters: (chosen === 'all' ? [] : columns.slice(0, 2)).map(({ name }) => ({
          column: name,
          lookup: 'isnull' as const,
          value: String(chosen === 'none'),
        })),
      },
      keys: grouped,
      aggregates: requested,
      having: condition === null ? [] : [{ name: 'rows', lookup: condition.lookup, value: condition.value } as const],
      ordering: byCount
        ? [{ name: 'rows', descending }]
        : grouped.slice(0, 1).map(({ text }) => ({ name: text, descending })),
    }));
}

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
      const [found, bound] = [Number(group[names.indexOf(name)]), Number(value)];
      return lookup === 'gt' ? found > bound : lookup === 'lte' ? found <= bound : found !== bound;
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

/** The ISO 8601 week of a day: that of its Thursday, in the year of that. */
function weekOf(date: Date): string {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

function keyValue(key: GroupKey, value: ModelCell): Value {
  if (key.function === 'IsMissing') return value === null;
  if (value === null || key.function === null) return value;
  if (key.function === 'Lower') return String(value).toLowerCase();
  if (key.function === 'Bin') {
    if (typeof value === 'bigint' && Number.isInteger(key.width)) {
      const width = BigInt(key.width);
      return value - (((value % width) + width) % width);
    }
    return key.origin + Math.floor((Number(value) - key.origin) / key.width) * key.width + 0;
  }
  const text = String(value);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const date = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  if (day === undefined || date === null || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    return null;
  switch (key.function) {
    case 'Year':
      return day.slice(0, 4);
    case 'Quarter':
      return `${day.slice(0, 4)}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
    case 'Month':
      return day.slice(0, 7);
    case 'Week':
      return weekOf(date);
    case 'Hour':
      return `${day}T${text.slice(11, 13) || '00'}`;
    case 'Weekday':
      return BigInt(date.getUTCDay() || 7);
    default:
      return day;
  }
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
  const numbers = values.map(Number);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (numbers.length - 1);
  const compared = (value: ModelCell) => comparedCell(value, columnOf(column));
  const ordered = [...values].sort((one, other) => compare(compared(one), compared(other), false));
  switch (aggregate.function) {
    case 'Count':
      return BigInt(values.length);
    case 'CountDistinct':
      return BigInt(new Set(values.map(compared)).size);
    case 'Sum':
      if (values.length === 0) return null;
      return values.every((value) => typeof value === 'bigint')
        ? values.reduce((sum, value) => sum + value, 0n)
        : numbers.reduce((sum, value) => sum + value, 0);
    case 'Min':
      return ordered[0] ?? null;
    case 'Max':
      return values.find((value) => compare(compared(value), compared(ordered.at(-1) ?? null), false) === 0) ?? null;
    case 'First':
      return values[0] ?? null;
    case 'Last':
      return values.at(-1) ?? null;
    case 'Average':
      return numbers.length === 0 ? null : mean;
    case 'StdDev':
      return numbers.length < 2 ? null : Math.sqrt(variance);
    case 'Variance':
      return numbers.length < 2 ? null : variance;
    case 'Median':
      return quantile(numbers, 0.5);
    case 'Quantile':
      return quantile(numbers, aggregate.probability);
  }
}

/** Linear interpolation between the two values around the rank. */
function quantile(numbers: readonly number[], probability: number): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  const rank = (sorted.length - 1) * probability;
  const [low, high] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (rank - Math.floor(rank));
}
