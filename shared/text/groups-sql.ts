import type { Aggregate, AggregateQuery, Derivation, GroupKey } from '../aggregate-query.ts';
import type { Cell } from '../cell.ts';
import { decimalOf } from '../number/decimal.ts';
import { aggregateFunctions } from '../query-vocabulary.ts';
import type { DatasetReference } from '../rpc/records.ts';
import { isInstant } from '../time/instant.ts';
import type { MomentKind } from '../time/moment-kind.ts';
import { quoteIdentifier, quoteLiteral } from './quoting.ts';
import { unusedName } from './unused-name.ts';
import { fromSql, type ViewedColumn } from './view-sql.ts';

/** The groups of a key that are shown. */
export interface ShownGroups {
  /** Text of the key. */
  readonly key: string;
  readonly values: readonly Cell[];
  /** What stands for all others put together; null if they are left out. */
  readonly others: string | null;
}

interface GroupsOptions {
  readonly columns: readonly ViewedColumn[];
  /** Whether groups with a missing key are left out. */
  readonly skipsMissing?: boolean;
  /** What is shown of the groups, if not all are. */
  readonly shown?: readonly ShownGroups[];
}

/** A column of the result by the text of its key or the name of its value; `sql` is null for what has no words. */
interface Part {
  readonly of: string;
  readonly name: string;
  readonly sql: string | null;
}

const listed = (parts: readonly Part[]) =>
  parts.map(({ name, sql }) => (sql === name ? name : `${sql} AS ${name}`)).join(', ');

/**
 * The statement with the groups of a query, a row each: its keys, then its values.
 * @returns null for one of which SQL would give other numbers, such as cells of a map or the first value
 */
export function groupsSql(
  reference: Pick<DatasetReference, 'namespace' | 'dataset'>,
  query: AggregateQuery,
  { columns, skipsMissing = false, shown = [] }: GroupsOptions,
): string | null {
  const from = fromSql(reference, query.rows, columns);
  const { keys, values, derived } = partsOf(query, columns);
  const nameOf = new Map([...keys, ...values].map(({ of, name }) => [of, name]));
  const combines = shown.some(({ others }) => others !== null);
  const combined = values.map((value, at) => ({ ...value, sql: combinedSql(query.aggregates[at], value.name) }));
  const needed = [...keys, ...values, ...derived, ...(combines ? combined : [])];
  const isWorded = from !== null && needed.every(({ sql }) => sql !== null);
  if (!isWorded || query.having.length > 0 || (combines && derived.length > 0)) return null;
  const first = query.ordering.map(({ name, descending }) => `${nameOf.get(name)}${descending ? ' DESC' : ''}`);
  const terms = [...first, ...keys.map(({ name }) => name)];
  const order = terms.length === 0 ? '' : `\nORDER BY ${terms.join(', ')}`;
  const grouped = `SELECT ${listed([...keys, ...values])}\n${from}\nGROUP BY ALL`;
  const conditions = [
    ...(skipsMissing ? keys.map(({ name }) => `${name} IS NOT NULL`) : []),
    ...shown.filter(({ others }) => others === null).map((one) => isShown(one, nameOf)),
  ];
  if (conditions.length === 0 && derived.length === 0 && !combines) return `${grouped}${order}`;
  // What is calculated among the groups is of all of them, whichever are shown.
  const among = derived.length === 0 ? '' : `,\nvalued AS (\nSELECT *, ${listed(derived)} FROM groups\n)`;
  const named = keys.map((key) => ({ ...key, sql: withOthers(key, shown, nameOf) }));
  const lines = [
    `WITH groups AS (\n${grouped}\n)${among}`,
    `SELECT ${combines ? listed([...named, ...combined]) : '*'} FROM ${derived.length === 0 ? 'groups' : 'valued'}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join('\n  AND ')}`]),
    ...(combines ? ['GROUP BY ALL'] : []),
  ];
  return `${lines.join('\n')}${order}`;
}

/** The columns of the result, each under a name of its own. */
function partsOf(query: AggregateQuery, columns: readonly ViewedColumn[]) {
  const taken = new Set<string>();
  const part = (of: string, wanted: string, sql: string | null): Part => {
    const name = unusedName(wanted, taken);
    taken.add(name);
    return { of, name: quoteIdentifier(name), sql };
  };
  const columnOf = (name: string | null | undefined) => columns.find((one) => one.name === name);
  const keys = query.keys.map((key) => {
    const name = key.function === null ? key.column : `${key.column} ${key.function.toLowerCase()}`;
    return part(key.text, name, keySql(key, columnOf(key.column)));
  });
  const values = query.aggregates.map((one) => {
    const column = 'column' in one ? one.column : null;
    const by = one.function === 'Quantile' ? `p${one.probability * 100}` : one.function.toLowerCase();
    const name = column === null ? (one.function === 'Share' ? 'share' : 'rows') : `${column} ${by}`;
    return part(one.name, name, valueSql(one, columnOf(column)));
  });
  const nameOf = new Map([...keys, ...values].map(({ of, name }) => [of, name]));
  // A rank depends on the last digit: of equal values one would come after the other.
  const isInexact = (one: Derivation) => {
    const of = query.aggregates.find(({ name }) => name === one.of);
    return one.function === 'Rank' && of !== undefined && !isExact(of, columns);
  };
  const derived = (query.derived ?? []).map((one) =>
    part(one.name, one.function.toLowerCase(), isInexact(one) ? null : derivedSql(one, query.keys, nameOf)),
  );
  return { keys, values, derived };
}

function keySql(key: GroupKey, column: ViewedColumn | undefined): string | null {
  if (column === undefined || column.type === 'geometry') return null;
  const name = quoteIdentifier(column.name);
  switch (key.function) {
    case null:
      return isInstant(column.moment) ? null : name;
    case 'Lower':
      return `lower(${name})`;
    case 'IsMissing':
      return `${name} IS NULL`;
    case 'Bin':
      return key.origin === 0 ? binSql(name, column.type === 'integer', key.width) : null;
    case 'Cell':
    case 'Level':
      return null;
    default:
      return periodSql(key.function, name, column.moment);
  }
}

/** The lower end of a bin; of decimals as they are written, because doubles divide them inexactly. */
function binSql(name: string, isInteger: boolean, width: number): string | null {
  const step = String(width);
  const below = (value: string) => `${value} - ((${value} % ${step}) + ${step}) % ${step}`;
  if (step.includes('e')) return null;
  if (isInteger && Number.isInteger(width)) return below(name);
  const places = 18 + Math.max(0, -decimalOf(width).exponent);
  const bin = `CAST(${below(`CAST(CAST(${name} AS VARCHAR) AS DECIMAL(38, ${places}))`)} AS DOUBLE)`;
  return isInteger ? bin : `CASE WHEN isfinite(${name}) THEN ${bin} END`;
}

type Period = Extract<GroupKey['function'], 'Year' | 'Quarter' | 'Month' | 'Week' | 'Day' | 'Hour' | 'Weekday'>;

/** The period that contains another one, both as ISO 8601 writes them. */
function periodSql(period: Period, name: string, moment: MomentKind | undefined): string | null {
  if (moment === undefined || moment === 'time') return null;
  if (period.toLowerCase() === moment) return name;
  const date = `CAST(left(${name}, 10) AS DATE)`;
  const hour = moment === 'date' ? `'00'` : `substr(${name}, 12, 2)`;
  const quarter = `left(${name}, 4) || '-Q' || (CAST(substr(${name}, 6, 2) AS INTEGER) + 2) // 3`;
  const ofDates: Readonly<Record<Period, string>> = {
    Year: `left(${name}, 4)`,
    Quarter: quarter,
    Month: `left(${name}, 7)`,
    Week: `strftime(${date}, '%G-W%V')`,
    Day: `left(${name}, 10)`,
    Weekday: `isodow(${date})`,
    Hour: `left(${name}, 10) || 'T' || ${hour}`,
  };
  const isKnown = moment === 'date' || isInstant(moment) || period === 'Year';
  return isKnown || (period === 'Quarter' && moment === 'month') ? ofDates[period] : null;
}

function valueSql(aggregate: Aggregate, column: ViewedColumn | undefined): string | null {
  const by = aggregate.function;
  if (by === 'Share') return 'count(*) / sum(count(*)) OVER ()';
  if (aggregate.column === null) return 'count(*)';
  if (column === undefined) return null;
  const name = quoteIdentifier(column.name);
  const isCompared = by === 'CountDistinct' || by === 'Min' || by === 'Max';
  if (isCompared && (isInstant(column.moment) || column.type === 'geometry')) return null;
  if (by === 'CountDistinct') return `count(DISTINCT ${name})`;
  if (by === 'Quantile') return `quantile_cont(${name}, ${aggregate.probability})`;
  const called = aggregateFunctions[by].sql[column.type === 'integer' ? 0 : 1];
  return called === undefined ? null : `${called}(${name})`;
}

/** Whether SQL gives the same value to its last digit. */
function isExact(aggregate: Aggregate, columns: readonly ViewedColumn[]): boolean {
  const column = 'column' in aggregate ? aggregate.column : null;
  const isInteger = columns.some(({ name, type }) => name === column && type === 'integer');
  const by = aggregate.function;
  return (
    column === null ||
    by === 'Count' ||
    by === 'CountDistinct' ||
    by === 'Min' ||
    by === 'Max' ||
    (by === 'Sum' && isInteger)
  );
}

/** The value of several groups together; null if it does not follow from theirs. */
function combinedSql(aggregate: Aggregate | undefined, name: string): string | null {
  const by = aggregate?.function;
  if (by === 'Min' || by === 'Max') return `${by.toLowerCase()}(${name})`;
  return by === 'Count' || by === 'Sum' || by === 'Share' ? `sum(${name})` : null;
}

/** A value calculated among the groups; null for one along the calendar, whose gaps SQL has no short words for. */
function derivedSql(
  derivation: Derivation,
  keys: readonly GroupKey[],
  nameOf: ReadonlyMap<string, string>,
): string | null {
  const value = nameOf.get(derivation.of);
  if (value === undefined) return null;
  const over = (texts: readonly string[], order = '') => {
    const names = texts.map((text) => nameOf.get(text));
    const parts = [
      ...(names.length === 0 ? [] : [`PARTITION BY ${names.join(', ')}`]),
      ...(order === '' ? [] : [order]),
    ];
    return `OVER (${parts.join(' ')})`;
  };
  const beside = (key: string) => keys.map(({ text }) => text).filter((text) => text !== key);
  switch (derivation.function) {
    case 'ShareOf':
      return `${value} / nullif(sum(${value}) ${over(derivation.keys)}, 0)`;
    case 'Rank':
      return `CASE WHEN ${value} IS NOT NULL THEN rank() ${over(derivation.keys, `ORDER BY ${value} DESC NULLS LAST`)} END`;
    case 'Per':
      return `${value} / nullif(${nameOf.get(derivation.by)}, 0) * ${derivation.scale}`;
    case 'Cumulative': {
      const key = nameOf.get(derivation.key);
      const sum = `sum(${value}) ${over(beside(derivation.key), `ORDER BY ${key}`)}`;
      return `CASE WHEN ${key} IS NOT NULL THEN ${sum} END`;
    }
    case 'Index': {
      const isBase = `CAST(${nameOf.get(derivation.key)} AS VARCHAR) = ${quoteLiteral(derivation.base)}`;
      return `100 * ${value} / nullif(max(${value}) FILTER (WHERE ${isBase}) ${over(beside(derivation.key))}, 0)`;
    }
    default:
      return null;
  }
}

function isShown({ key, values }: ShownGroups, nameOf: ReadonlyMap<string, string>): string {
  const name = nameOf.get(key);
  const known = values.filter((value) => value !== null);
  const literals = known.map((value) => (typeof value === 'string' ? quoteLiteral(value) : String(value)));
  const isListed = literals.length === 0 ? 'false' : `${name} IN (${literals.join(', ')})`;
  return known.length === values.length ? isListed : `(${isListed} OR ${name} IS NULL)`;
}

/** A key whose groups beyond those that are shown have one name. */
function withOthers({ of, name }: Part, shown: readonly ShownGroups[], nameOf: ReadonlyMap<string, string>): string {
  const own = shown.find(({ key }) => key === of);
  if (own?.others == null) return name;
  return `CASE WHEN ${isShown(own, nameOf)} THEN CAST(${name} AS VARCHAR) ELSE ${quoteLiteral(own.others)} END`;
}
