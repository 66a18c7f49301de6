import fc from 'fast-check';
import type { Aggregate, AggregateQuery, GroupKey } from '#shared/aggregate-query.ts';
import { keyText } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import {
  comparedCell,
  instantKinds,
  type ModelCell,
  type ModelColumn,
  type ModelKind,
  type ModelRow,
  type ModelTable,
  modelTableOf,
} from './row-model.ts';

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

function yearText(year: number): string {
  return (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(4, '0');
}

/** The ISO 8601 week of a day: that of its Thursday, in the year of that. */
function weekOf(date: Date): string {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);
  const first = new Date(0).setUTCFullYear(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
  return `${yearText(thursday.getUTCFullYear())}-W${String(week).padStart(2, '0')}`;
}

const moment =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3])(?::[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?)?(?:Z|[-+]\d\d:?(?:\d\d)?)?)?$/;

/** The period of a kind that contains a longer one than a day; null if there is none, undefined for other texts. */
function longerPeriod(kind: string, text: string): string | null | undefined {
  const [, year = '', part] = /^(\d{4})(?:-(0[1-9]|1[0-2]|Q[1-4]|W(?:0[1-9]|[1-4]\d|5[0-3])))?$/.exec(text) ?? [];
  if (year === '') return undefined;
  if (kind === 'Year') return year;
  if (part === undefined) return null;
  const own = part.startsWith('Q') ? 'Quarter' : part.startsWith('W') ? 'Week' : 'Month';
  if (kind === own) return text;
  return kind === 'Quarter' && own === 'Month' ? `${year}-Q${Math.ceil(Number(part) / 3)}` : null;
}

/** Of columns without dates, a value; those of times have no period. */
const examples: Readonly<Partial<Record<MomentKind, string>>> = {
  month: '2020-05',
  quarter: '2020-Q1',
  week: '2020-W05',
  time: '',
};

/** Whether a query has a key that no value of its column can have, which the service refuses. */
export function isRefused({ columns }: ModelTable, { keys }: AggregateQuery): boolean {
  return keys.some(({ function: kind, column }) => {
    if (kind === null || !['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour', 'Weekday'].includes(kind)) return false;
    const mark = columns.find(({ name }) => name === column)?.moment;
    const example = mark === undefined ? undefined : examples[mark];
    return example !== undefined && (longerPeriod(kind, example) ?? null) === null;
  });
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

/** An exact number: its parts are whole, the second above 0. */
type Fraction = readonly [dividend: bigint, divisor: bigint];

/** The decimal that a number is written as. */
function fractionOf(value: number | bigint | string): Fraction {
  const [, sign, whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n);
  const exponent = Number(power) - part.length;
  return exponent < 0 ? [digits, 10n ** BigInt(-exponent)] : [digits * 10n ** BigInt(exponent), 1n];
}

function plus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  if (b % d === 0n) return [a + c * (b / d), b];
  return d % b === 0n ? [a * (d / b) + c, d] : [a * d + c * b, b * d];
}

function compareFractions([a, b]: Fraction, [c, d]: Fraction): number {
  return a * d < c * b ? -1 : Number(a * d > c * b);
}

/** The nearest double; null beyond their range. A digit more stands for all that are left out. */
function nearest([dividend, divisor]: Fraction): number | null {
  const scaled = dividend * 10n ** 400n;
  const number = Number(`${scaled / divisor}${scaled % divisor === 0n ? '0' : '1'}e-401`);
  return Number.isFinite(number) ? number + 0 : null;
}

function binOf(value: number | bigint, width: number, origin: number): number | bigint {
  const [from, step] = [fractionOf(origin), fractionOf(width)];
  const [dividend, divisor] = plus(fractionOf(value), [-from[0], from[1]]);
  const [over, under] = [dividend * step[1], divisor * step[0]];
  const bin = over / under - (over < 0n && over % under !== 0n ? 1n : 0n);
  const start = plus(from, [bin * step[0], step[1]]);
  if (typeof value === 'bigint' && Number.isSafeInteger(width) && Number.isSafeInteger(origin))
    return start[0] / start[1];
  return nearest(start) ?? -Number.MAX_VALUE;
}

function keyValue(key: GroupKey, value: ModelCell): Value {
  if (key.function === 'IsMissing') return value === null;
  if (value === null || key.function === null) return value;
  if (key.function === 'Lower') return String(value).toLowerCase();
  if (key.function === 'Bin') return binOf(value as number | bigint, key.width, key.origin);
  const text = String(value);
  const longer = longerPeriod(key.function as string, text);
  if (longer !== undefined) return longer;
  const day = moment.exec(text)?.[1];
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

/** The whole root of a whole number. */
function rootOf(square: bigint): bigint {
  if (square === 0n) return 0n;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (let next = (root + square / root) / 2n; next < root; next = (root + square / root) / 2n) root = next;
  return root;
}

/** Linear interpolation between the two values around the rank. */
function quantile(numbers: readonly (number | bigint)[], probability: number): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.map(fractionOf).sort(compareFractions);
  const [over, under] = fractionOf(probability);
  const rank = over * BigInt(sorted.length - 1);
  const at = Number(rank / under);
  const low = sorted[at] ?? [0n, 1n];
  const high = sorted[at + 1] ?? low;
  const difference = plus(high, [-low[0], low[1]]);
  return nearest(plus(low, [difference[0] * (rank % under), difference[1] * under]));
}
