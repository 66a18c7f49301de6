import type { Aggregate, AggregateQuery, GroupKey } from '#shared/aggregate-query.ts';
import { havingFilter } from '#shared/aggregate-query.ts';
import type { ColumnType } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import { isInstant } from '#shared/time/instant.ts';
import { centroidSql } from '../../geometry/geometry-sql.ts';
import { comparedSql, instantSql } from '../comparison.ts';
import { quoteLiteral } from '../duckdb/quoting.ts';
import { InvalidFilterError, type StoredColumn } from '../row-store.ts';
import { columnReference, rowNumber } from '../stored-table.ts';
import { type Bind, filterToSql } from '../views/filter-to-sql.ts';

/** A column of the groups. `boolean` only occurs here: a table of rows has none. */
export interface GroupColumn {
  readonly name: string;
  readonly type: ColumnType | 'boolean';
}

/** A key or an aggregate: its name and expression. */
export interface GroupExpression extends GroupColumn {
  readonly sql: string;
  /** Derives the key's value from the grouping expression, if that is faster to group by. */
  readonly finish?: (grouped: string) => string;
  /** Whether integers may need more than 64 bits. */
  readonly wide?: boolean;
  /** Of date-times, which are compared as instants. */
  readonly moment?: StoredColumn['moment'];
}

/** The parts of a query: keys and aggregates over the columns of a stored table. */
export interface GroupStatement {
  readonly keys: readonly GroupExpression[];
  readonly aggregates: readonly GroupExpression[];
}

/**
 * @param leastOf the smallest integer of the column at a position, or a lower bound; null if unknown
 */
export function groupStatement(
  query: AggregateQuery,
  columns: readonly StoredColumn[],
  leastOf: (position: number) => bigint | null = () => null,
): GroupStatement {
  const positions = new Map(columns.map(({ name }, position) => [name, position]));
  const columnOf = (name: string) => {
    const position = positions.get(name) ?? -1;
    const column = columns[position];
    if (column === undefined) throw new InvalidFilterError('_group_by', explain('no-column', { column: name }));
    return { ...column, reference: columnReference(position), least: leastOf(position) };
  };
  return {
    keys: query.keys.map((key) => ({ name: key.text, ...keySql(key, columnOf(key.column)) })),
    aggregates: query.aggregates.map((aggregate) => ({ name: aggregate.name, ...aggregateSql(aggregate, columnOf) })),
  };
}

/** The smallest 64-bit integer. */
const leastInteger = -(2n ** 63n);

type Referenced = StoredColumn & { readonly reference: string; readonly least: bigint | null };

function keySql(key: GroupKey, column: Referenced): Omit<GroupExpression, 'name'> {
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
      return binSql(column, key.width, key.origin);
    case 'Cell':
      return { type: 'char', sql: cellSql(reference, key.degrees) };
    case 'Weekday':
      return { type: 'integer', sql: `isodow(${dateOf(column)})` };
    default:
      return { type: 'char', sql: periodSql(key.function, column) };
  }
}

/**
 * Integers are computed as integers, so that large ones lose no digit. Rows are grouped by the number of their bin,
 * which always fits 64 bits; its lower end may need more, unless no value is near the smallest integer.
 */
function binSql({ reference, type, least }: Referenced, width: number, origin: number): Omit<GroupExpression, 'name'> {
  if (type === 'integer' && Number.isSafeInteger(width) && Number.isSafeInteger(origin)) {
    const first = ((origin % width) + width) % width;
    // The number of a bin times the width is below its lower end, by the lower end of the first bin.
    const fits = least !== null && least >= leastInteger + BigInt(width) + BigInt(first);
    const finish = (bin: string) =>
      fits ? `(${bin} * ${width} + ${first})` : `CAST(${bin}::HUGEINT * ${width} + ${first} AS DECIMAL(38, 0))`;
    if (fits && least >= BigInt(first)) {
      return { type, sql: `((${reference}${first === 0 ? '' : ` - ${first}`}) // ${width})`, finish };
    }
    // Division and remainder truncate towards zero: a remainder below the first bin's lower end belongs to the previous
    // bin.
    const before = (end: number) => `(${reference} % ${width} < ${end})::BIGINT`;
    const sql = `(${reference} // ${width} - ${before(first)}${first === 0 ? '' : ` - ${before(first - width)}`})`;
    return { type, sql, finish, wide: !fits };
  }
  const [from, step] = [numberLiteral(origin), numberLiteral(width)];
  const value = `CAST(${reference} AS DOUBLE)`;
  const steps = `(${value} - ${from}) / ${step}`;
  const largest = numberLiteral(Number.MAX_VALUE);
  return {
    type: 'float',
    sql: `CASE WHEN isfinite(${steps}) THEN floor(${steps}) END`,
    // Adding zero removes its sign. The lowest bin might begin below the range of a double.
    finish: (bin) => `CASE WHEN ${bin} IS NOT NULL THEN greatest(-${largest}, ${from} + ${bin} * ${step} + 0.0) END`,
  };
}

/** The corner is rounded, so that tenths of a degree are written 12.6 and not 12.600000000000001. */
function cellSql(reference: string, degrees: number): string {
  const size = numberLiteral(degrees);
  const corner = (axis: 1 | 2) => {
    const coordinate = `TRY_CAST(split_part(${centroidSql(reference)}, ' ', ${axis}) AS DOUBLE)`;
    const text = `CAST(round(floor(${coordinate} / ${size}) * ${size}, 9) + 0.0 AS VARCHAR)`;
    return `regexp_replace(${text}, '\\.0$', '')`;
  };
  return `${corner(1)} || ',' || ${corner(2)}`;
}

/** A date or a date with a time in ISO 8601 extended format; anything else is not a date. */
const isoMoment =
  '^\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}(?::?\\d{2}(?::?\\d{2}(?:[.,]\\d+)?)?)?(?:Z|z|[-+]\\d{2}(?::?\\d{2})?)?)?$';

/** Column kinds whose texts all begin with a complete date. */
const datedKinds: readonly (string | undefined)[] = ['date', 'date-time', 'date-time-zone'];

/** The date in a text, in its own time zone; NULL for a text that is not a date. */
function dateOf({ reference, moment }: Referenced): string {
  const date = `TRY_CAST(left(${reference}, 10) AS DATE)`;
  if (datedKinds.includes(moment)) return date;
  return `CASE WHEN regexp_full_match(${reference}, ${quoteLiteral(isoMoment)}) THEN ${date} END`;
}

function periodSql(period: 'Year' | 'Quarter' | 'Month' | 'Week' | 'Day' | 'Hour', column: Referenced): string {
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
      return `strftime(${date}, '%G-W%V')`;
    case 'Hour':
      return `${cut(10)} || 'T' || CASE WHEN length(${text}) > 10 THEN substr(${text}, 12, 2) ELSE '00' END`;
  }
}

type ColumnOf = (name: string) => Referenced;

function aggregateSql(aggregate: Aggregate, columnOf: ColumnOf): Omit<GroupExpression, 'name'> {
  if (aggregate.function === 'Share') {
    return { type: 'float', sql: 'CAST(count(*) AS DOUBLE)' };
  }
  if (aggregate.column === null) return { type: 'integer', sql: 'count(*)' };
  const { reference, type, moment } = columnOf(aggregate.column);
  const number = `CAST(${reference} AS DOUBLE)`;
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
        ? { type, sql: `CAST(sum(${reference}) AS DECIMAL(38, 0))`, wide: true }
        : { type, sql: finite(`sum(${reference})`) };
    case 'Min':
    case 'Max':
      return { type, moment, sql: endSql(aggregate.function, reference, moment) };
    case 'Average':
      return { type: 'float', sql: finite(`avg(${reference})`) };
    case 'Median':
      return { type: 'float', sql: `quantile_cont(${number}, 0.5)` };
    case 'Quantile':
      return { type: 'float', sql: `quantile_cont(${number}, ${numberLiteral(aggregate.probability)})` };
    case 'StdDev':
      return { type: 'float', sql: `stddev_samp(${number})` };
    case 'Variance':
      return { type: 'float', sql: `var_samp(${number})` };
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

/** Neither JSON nor a file of numbers can represent infinity. */
function finite(sql: string): string {
  return `CASE WHEN isfinite(${sql}) THEN ${sql} END`;
}

/** A number that was parsed and validated, as an SQL literal. */
function numberLiteral(value: number): string {
  return `CAST(${quoteLiteral(String(value))} AS DOUBLE)`;
}

/** The WHERE condition over the columns of the groups; empty if all match. */
export function havingSql(
  query: AggregateQuery,
  { aggregates }: GroupStatement,
  referenceOf: (name: string) => string,
  bind: Bind,
): string {
  const types = new Map(aggregates.map(({ name, type }) => [name, type]));
  const conditions = query.having.map((having) => {
    const type = types.get(having.name);
    try {
      if (having.lookup !== 'isnull' && type !== 'integer' && type !== 'float') {
        throw new InvalidFilterError('', explain('only-numbers-compared', { name: having.name, type: type ?? '?' }));
      }
      // Counts may be compared with fractions: more than 2.5 rows means at least three.
      const compared = isWhole(having.value) ? type : 'float';
      return `(${filterToSql(havingFilter(having), { type: compared as ColumnType }, referenceOf(having.name), bind)})`;
    } catch (error) {
      if (!(error instanceof InvalidFilterError)) throw error;
      throw new InvalidFilterError(`_having__${having.name}__${having.lookup}`, error.reason);
    }
  });
  return conditions.join(' AND ');
}

function isWhole(text: string): boolean {
  return /^[-+\d,\s]*$/.test(text);
}
