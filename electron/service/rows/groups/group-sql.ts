import type { Aggregate, AggregateQuery, GroupKey, KeyFunction } from '#shared/aggregate-query.ts';
import type { ColumnType } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { isInstant } from '#shared/time/instant.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { centroidSql } from '../../geometry/geometry-sql.ts';
import { type CodeMap, codedSql } from '../codes/code-tables.ts';
import { comparedSql, instantSql } from '../comparison/comparison.ts';
import { columnReference, rowNumber } from '../open-version.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';
import { anyNumbers, averageSql, binSql, type NumberFacts, quantileSql, spreadSql, sumSql } from './number-sql.ts';

/** Groups with what the values of each key `Level` stand for, by the text of the key. */
export interface CodedGroups extends AggregateQuery {
  readonly levels?: Readonly<Record<string, CodeMap>>;
}

/** A column of the groups. `boolean` only occurs here: a table of rows has none. */
export interface GroupColumn {
  readonly name: string;
  readonly type: ColumnType | 'boolean';
}

/** A key or an aggregate: its name and expression. */
export interface GroupExpression extends GroupColumn {
  readonly sql: string;
  /** Expressions that `sql` refers to by {@link partReference}, so that each is calculated once for each row. */
  readonly parts?: readonly string[];
  /** Derives the key's value from the grouping expression, if that is faster to group by. */
  readonly finish?: (grouped: string) => string;
  /** The kind of dates and times, if the values are any: date-times are compared as instants. */
  readonly moment?: StoredColumn['moment'];
}

function partReference(key: number, part: number): string {
  return `p${key}_${part}`;
}

/** Rows with the values of their keys as `k0`, `k1`, … */
export function keyedRows({ keys }: GroupStatement, rows: string): string {
  const parts = keys.flatMap(({ parts = [] }, key) => parts.map((sql, at) => `${sql} AS ${partReference(key, at)}`));
  const from = parts.length === 0 ? rows : `(SELECT *, ${parts.join(', ')} FROM ${rows})`;
  return `(SELECT *${keys.map(({ sql }, at) => `, ${sql} AS k${at}`).join('')} FROM ${from})`;
}

/** The parts of a query: keys and aggregates over the columns of a stored table. */
export interface GroupStatement {
  readonly keys: readonly GroupExpression[];
  readonly aggregates: readonly GroupExpression[];
}

/** @param factsOf returns the facts about the column at a position */
export function groupStatement(
  query: AggregateQuery,
  columns: readonly StoredColumn[],
  factsOf: (position: number) => NumberFacts = () => anyNumbers,
): GroupStatement {
  const positions = new Map(columns.map(({ name }, position) => [name, position]));
  const columnOf = (name: string) => {
    const position = positions.get(name) ?? -1;
    const column = columns[position];
    if (column === undefined) throw new InvalidFilterError('_group_by', explain('no-column', { column: name }));
    return { ...column, reference: columnReference(position), numbers: factsOf(position) };
  };
  return {
    keys: query.keys.map((key, at) => ({ name: key.text, ...keySql(key, columnOf(key.column), at) })),
    aggregates: query.aggregates.map((aggregate) => ({ name: aggregate.name, ...aggregateSql(aggregate, columnOf) })),
  };
}

type Referenced = StoredColumn & { readonly numbers: NumberFacts; readonly reference: string };

function keySql(key: GroupKey, column: Referenced, at: number): Omit<GroupExpression, 'name'> {
  const { reference, type, moment } = column;
  switch (key.function) {
    case null:
      // One group per instant: its key is the value of its first row.
      return isInstant(moment)
        ? { type, moment, sql: instantSql(reference), finish: () => `arg_min(${reference}, ${rowNumber})` }
        : { type, sql: reference };
    case 'Lower':
      return { type, sql: `lower(${reference})` };
    case 'IsMissing':
      return { type: 'boolean', sql: `(${reference} IS NULL)` };
    case 'Bin':
      return binExpression(column, key.width, key.origin, at);
    case 'Cell':
      return cellExpression(reference, key.degrees, at);
    case 'Level':
      return { type: 'char', sql: codedSql(at, reference) };
    case 'Weekday':
      return { type: 'integer', sql: periodSql(key.function, column) };
    default:
      return { type: 'char', sql: periodSql(key.function, column) };
  }
}

/**
 * Integers are computed as integers, so that large ones lose no digit. Rows are grouped by the number of their bin,
 * which always fits 64 bits; its lower end may need more.
 */
function binExpression(
  { reference, type }: Referenced,
  width: number,
  origin: number,
  at: number,
): Omit<GroupExpression, 'name'> {
  if (type === 'integer' && Number.isSafeInteger(width) && Number.isSafeInteger(origin)) {
    const first = ((origin % width) + width) % width;
    const finish = (bin: string) => `CAST(${bin}::HUGEINT * ${width} + ${first} AS DECIMAL(38, 0))`;
    // Division and remainder truncate towards zero: a remainder below the first bin's lower end belongs to the previous
    // bin.
    const before = (end: number) => `(${reference} % ${width} < ${end})::BIGINT`;
    const sql = `(${reference} // ${width} - ${before(first)}${first === 0 ? '' : ` - ${before(first - width)}`})`;
    return { type, sql, finish };
  }
  const { parts, start } = binSql(reference, type === 'integer', width, origin);
  return { type: 'float', parts, sql: start(parts.map((_, part) => partReference(at, part))) };
}

/** The corner of a cell, its numbers without a point if they are whole. */
function cellExpression(reference: string, degrees: number, at: number): Omit<GroupExpression, 'name'> {
  const parts = [1, 2].map((axis) => `TRY_CAST(split_part(${centroidSql(reference)}, ' ', ${axis}) AS DOUBLE)`);
  const corners = parts.map((_, axis) => {
    const { parts: inner, start } = binSql(partReference(at, axis), false, degrees, 0);
    return `regexp_replace(CAST(${start(inner)} AS VARCHAR), '\\.0$', '')`;
  });
  return { type: 'char', parts, sql: corners.join(` || ',' || `) };
}

type ColumnOf = (name: string) => Referenced;

function aggregateSql(aggregate: Aggregate, columnOf: ColumnOf): Omit<GroupExpression, 'name'> {
  if (aggregate.function === 'Share') {
    return { type: 'float', sql: 'CAST(count(*) AS DOUBLE)' };
  }
  if (aggregate.column === null) return { type: 'integer', sql: 'count(*)' };
  const { reference, type, moment, numbers } = columnOf(aggregate.column);
  switch (aggregate.function) {
    case 'Count':
      return { type: 'integer', sql: `count(${reference})` };
    case 'CountDistinct':
      return {
        type: 'integer',
        sql: `count(DISTINCT ${type === 'geometry' ? `ST_AsWKB(${reference})` : comparedSql({ moment }, reference)})`,
      };
    case 'Sum':
      // 2^32 rows of 64 bits need 29 digits. The engine would write its largest integers as doubles.
      return type === 'integer'
        ? { type, sql: `CAST(sum(${reference}) AS DECIMAL(38, 0))` }
        : { type, sql: sumSql(reference, numbers) };
    case 'Min':
    case 'Max':
      return { type, moment, sql: endSql(aggregate.function, reference, moment) };
    case 'Average':
      return { type: 'float', sql: averageSql(reference, type === 'integer', numbers) };
    case 'Median':
      return { type: 'float', sql: quantileSql(reference, '0.5', numbers) };
    case 'Quantile':
      return { type: 'float', sql: quantileSql(reference, numberLiteral(aggregate.probability), numbers) };
    case 'StdDev':
    case 'Variance': {
      const known = type === 'integer' ? { ...numbers, largest: 2 ** 63 } : numbers;
      return { type: 'float', sql: spreadSql(reference, aggregate.function, known) };
    }
    case 'First':
    case 'Last': {
      const end = aggregate.function === 'First' ? 'arg_min' : 'arg_max';
      // Missing values are passed over.
      return { type, moment, sql: `${end}(${reference}, ${rowNumber})` };
    }
  }
}

/** The least or greatest value: of equal instants, as the first row has it. */
function endSql(end: 'Min' | 'Max', reference: string, moment: StoredColumn['moment']): string {
  if (!isInstant(moment)) return `${end}(${reference})`;
  const place = `${instantSql(reference)} * ${2 ** 32}::HUGEINT`;
  return end === 'Min'
    ? `arg_min(${reference}, ${place} + ${rowNumber})`
    : `arg_max(${reference}, ${place} - ${rowNumber})`;
}

/** A number that was parsed and validated, as an SQL literal. */
function numberLiteral(value: number): string {
  return `CAST(${quoteLiteral(String(value))} AS DOUBLE)`;
}

/** A column of texts, and its name within a stored table. */
type TextColumn = Pick<StoredColumn, 'name' | 'moment'> & { readonly reference: string };

/** A date or a date with a time in ISO 8601; anything else is not a date. */
const isoMoment =
  '^\\d{4}-\\d{2}-\\d{2}(?:[T ](?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60)(?:[.,]\\d+)?)?)?(?:Z|z|[-+]\\d{2}(?::?\\d{2})?)?)?$';

/** Column kinds whose texts all begin with a complete date. */
const datedKinds: readonly (string | undefined)[] = ['date', 'date-time', 'date-time-zone'];

type PeriodFunction = Extract<KeyFunction, 'Year' | 'Quarter' | 'Month' | 'Week' | 'Day' | 'Hour' | 'Weekday'>;

/** Texts of periods longer than a day, and the periods that contain them. A week may be in two months. */
const longPeriods: readonly {
  readonly kind: MomentKind | null;
  readonly form: string;
  readonly within: Readonly<Partial<Record<PeriodFunction, (text: string) => string>>>;
}[] = [
  { kind: null, form: '\\d{4}', within: { Year: (text) => text } },
  {
    kind: 'month',
    form: '\\d{4}-(?:0[1-9]|1[0-2])',
    within: {
      Year: (text) => `left(${text}, 4)`,
      Quarter: (text) => `left(${text}, 4) || '-Q' || (TRY_CAST(substr(${text}, 6, 2) AS INTEGER) + 2) // 3`,
      Month: (text) => text,
    },
  },
  { kind: 'quarter', form: '\\d{4}-Q[1-4]', within: { Year: (text) => `left(${text}, 4)`, Quarter: (text) => text } },
  {
    kind: 'week',
    form: '\\d{4}-W(?:0[1-9]|[1-4]\\d|5[0-3])',
    within: { Year: (text) => `left(${text}, 4)`, Week: (text) => text },
  },
];

/** The date in a text, in its own time zone; NULL for a text that is not a date. */
function dateOf({ reference, moment }: TextColumn): string {
  const date = `TRY_CAST(left(${reference}, 10) AS DATE)`;
  if (datedKinds.includes(moment)) return date;
  return `CASE WHEN regexp_full_match(${reference}, ${quoteLiteral(isoMoment)}) THEN ${date} END`;
}

/**
 * The period of a kind that contains the one in a text; NULL if there is none.
 * @throws {InvalidFilterError} if that is so for every text of the column
 */
function periodSql(period: PeriodFunction, column: TextColumn): string {
  const { moment, reference } = column;
  if (datedKinds.includes(moment)) return datedPeriod(period, column);
  if (moment === undefined) {
    const longer = longPeriods.flatMap(({ form, within }) => {
      const found = within[period]?.(reference);
      return found === undefined ? [] : [`WHEN regexp_full_match(${reference}, '${form}') THEN ${found}`];
    });
    const dated = datedPeriod(period, column);
    return longer.length === 0 ? dated : `CASE ${longer.join(' ')} ELSE ${dated} END`;
  }
  const found = longPeriods.find(({ kind }) => kind === moment)?.within[period]?.(reference);
  if (found !== undefined) return found;
  throw new InvalidFilterError('_group_by', explain('no-such-period', { period, column: column.name, kind: moment }));
}

function datedPeriod(period: PeriodFunction, column: TextColumn): string {
  const date = dateOf(column);
  const text = column.reference;
  // If every text is known to be a date, its characters are sufficient.
  const cut = (length: number) =>
    datedKinds.includes(column.moment)
      ? `left(${text}, ${length})`
      : `CASE WHEN ${date} IS NOT NULL THEN left(${text}, ${length}) END`;
  switch (period) {
    case 'Year':
      return cut(4);
    case 'Month':
      return cut(7);
    case 'Day':
      return cut(10);
    case 'Quarter':
      return `${cut(4)} || '-Q' || quarter(${date})`;
    case 'Week':
      // The first two days of the year 0 are in a week of the year before, which the engine cannot write.
      return `CASE WHEN ${text} >= '0000-01-03' THEN strftime(${date}, '%G-W%V')
        WHEN ${date} IS NOT NULL THEN '-0001-W52' END`;
    case 'Weekday':
      return `isodow(${date})`;
    case 'Hour':
      return `${cut(10)} || 'T' || CASE WHEN length(${text}) > 10 THEN substr(${text}, 12, 2) ELSE '00' END`;
  }
}
