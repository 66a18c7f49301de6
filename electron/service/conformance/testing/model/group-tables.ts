import fc from 'fast-check';
import { type Aggregate, type AggregateQuery, type GroupKey, keyText } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { fractionOf } from './exact-numbers.ts';
import { instantKinds, type ModelColumn, type ModelKind, type ModelTable, modelTableOf } from './row-tables.ts';

const texts = [
  '2020',
  '2020-05',
  '2020-Q4',
  '2021-W01',
  '2001-01-31T25:00:00',
  '2001-01-31T24:00',
  '0000-01-01',
  '9999-12-31T23:59:60',
  '',
  'a',
  'A',
  'ä',
  'Ä',
  'zz',
  '🚲',
  '2001-01-31',
  '2004-12-31',
  '2005-01-01T23:59:00Z',
  '2001-02-30',
];
/** Texts of columns that the service marks as what they are. */
const marked = [
  ['month', ['2020-05', '2020-12', '2021-01']],
  ['quarter', ['2020-Q1', '2020-Q4', '2021-Q2']],
  ['week', ['2020-W53', '2021-W01', '2021-W30']],
  ['time', ['10:30', '23:59:59']],
  ['date', ['2020-02-29', '2021-01-03', '0000-01-02']],
] as const;
const decimals = (places: number, most: number) =>
  fc.integer({ min: -most, max: most }).map((units) => Number(`${units}e-${places}`) + 0);
const extremes = [
  1.797e308,
  -1.797e308,
  1e308,
  1e200,
  -1e200,
  1e-300,
  0.1,
  0.25,
  9007199254740992,
  123456.789,
  1 / 3,
  0,
];
/** Numbers of columns: decimals of a few places, those of many digits, and numbers of any size. */
const floats = [
  decimals(1, 30),
  decimals(2, 1_000),
  decimals(2, 9_999_999_999),
  decimals(6, 200_000_000),
  decimals(14, 99),
  fc.oneof(decimals(2, 99_999_999_999), decimals(9, 999_999)),
  fc.constantFrom(...extremes),
];
const names = ['a', 'b c', 'x,y', '(z)', '"q"', '-m', 'Year(a)', '__proto__'];

const large = [9007199254740993n, -9223372036854775808n, 9223372036854775807n];
const integers = fc.oneof(fc.bigInt({ min: -5n, max: 5n }), fc.constantFrom(...large));

const ofTexts = (moment: MomentKind, given: readonly string[]): ModelKind => ({
  type: 'char',
  moment,
  cells: fc.constantFrom(...given),
});

const kinds: fc.Arbitrary<ModelKind> = fc.oneof(
  fc.constant<ModelKind>({ type: 'integer', cells: integers }),
  fc.constantFrom(...floats.map((cells): ModelKind => ({ type: 'float', cells }))),
  fc.constantFrom<ModelKind>(
    { type: 'char', cells: fc.constantFrom(...texts) },
    ...marked.map(([moment, given]) => ofTexts(moment, given)),
    ...instantKinds,
  ),
);

/** Random small tables with dates, odd names, and values that fall into common groups. */
export const groupTable: fc.Arbitrary<ModelTable> = modelTableOf(names, 2, kinds);

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
  const width = fc.constantFrom(2, 3, 10, 0.1, 0.05, 0.25, 0.3, 0.5, 0.7, 2.5, 0.001, 1e-7, 1e20, 1e300, 1e-300);
  const origin = fc.constantFrom(0, 0, 0.25, 0.1, -3, 100);
  const bin = fc
    .tuple(width, origin)
    .map(([wide, from]): Unwritten => ({ column, function: 'Bin', width: wide, origin: from }));
  return fc.oneof(fc.constantFrom<Unwritten>(...plain), bin);
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
  const bound = fc.constantFrom('1', '2', '1.5', '2.0', '27670116110564327421', '-1e30');
  const having = fc.option(
    fc.record({ lookup: fc.constantFrom('exact', 'gt', 'gte', 'lt', 'lte', 'ne'), value: bound }),
  );
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

/** Texts that other programs do not read as periods or dates, or differently. */
const periodTexts = new Set<string>([...texts.slice(0, 8), ...marked.flatMap(([, given]) => given)]);

/** Whether another program reads the periods of a column in the same way. */
export function hasUsualDates({ columns, rows }: ModelTable, column: string): boolean {
  const at = columns.findIndex(({ name }) => name === column);
  return rows.every((row) => !periodTexts.has(String(row[at])));
}

/** How exact the calculations with a column must be: a scale is the largest value, regardless of its sign. */
export function exactnessOf({ columns, rows }: ModelTable, column: string) {
  const at = columns.findIndex(({ name }) => name === column);
  const values = rows.flatMap((row) => (typeof row[at] === 'string' ? [] : (row[at] ?? [])));
  const scale = Math.max(0, ...values.map((value) => Math.abs(Number(value))));
  if (columns[at]?.type === 'integer') return { sums: true, medians: scale < 1e15, scale };
  const places = values.map((value) => String(fractionOf(value)[1]).length - 1);
  const all = Math.max(0, ...places);
  const isDecimal = values.every((value, one) => Math.abs(Number(value)) * 10 ** (places[one] ?? 0) < 1e15);
  return { sums: isDecimal && scale * 10 ** all < 1e26, medians: isDecimal && scale * 10 ** all < 1e14, scale };
}
