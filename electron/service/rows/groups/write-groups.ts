import { type AggregateQuery, type Having, havingFilter, maxGroups } from '#shared/aggregate-query.ts';
import type { ColumnType } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import { isDecimalText, wholeEnds } from '#shared/number/decimal.ts';
import { everyRow, splitList } from '#shared/row-query.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../engine/session.ts';
import { type ParquetFile, parquetOptions } from '../../files/parquet-file.ts';
import { withCodeTables } from '../codes/code-tables.ts';
import { comparedSql } from '../comparison/comparison.ts';
import { storedTable } from '../open-version.ts';
import { selectionOf } from '../selection.ts';
import { type Bind, filterToSql, InvalidFilterError } from '../views/filter-to-sql.ts';
import { derivedColumns, derivedSql, formTests, type PeriodForm, passedForm, steppedKeys } from './derive-sql.ts';
import { type CodedGroups, type GroupStatement, groupStatement, keyedRows } from './group-sql.ts';
import type { NumberFacts } from './number-sql.ts';

/** Name of the groups within the session that calculates them. */
const groups = 'groups';
const derivedGroups = 'derived_groups';

/** Name of a column of the groups, distinct from those of the rows. */
function groupReference(position: number): string {
  return `g${position}`;
}

/**
 * Calculates the groups of a query and writes them as a file.
 * @returns their number
 * @throws {InvalidFilterError} for a value that a column cannot contain, and for more than {@link maxGroups} groups
 */
export async function writeGroups(
  session: Session,
  file: ParquetFile,
  target: string,
  query: CodedGroups,
  factsOf: (position: number) => NumberFacts,
): Promise<number> {
  const statement = groupStatement(query, file.columns, factsOf);
  const { where } = selectionOf({ ...everyRow, ...query.rows, ordering: [] }, file.columns);
  const condition = where === null ? '' : ` WHERE ${where.sql}`;
  const values = where?.values ?? [];
  const rows = `(SELECT * FROM ${storedTable(file.path, file.columns)}${condition})`;
  const grouped = `${groupedSql(statement, rows)} LIMIT ${maxGroups + 1}`;
  const { derived = [] } = query;
  const write = (groupsOf: GroupStatement, source: GroupSource) =>
    writeGroupFile(session, target, query, groupsOf, source);
  const levels = query.keys.map((key) => (key.function === 'Level' ? (query.levels?.[key.text] ?? []) : null));
  try {
    const { narrow } = await withCodeTables(session, levels, async () => {
      await session.run(`CREATE OR REPLACE TEMP TABLE ${groups} AS ${grouped}`, values);
      const measured = await measureGroups(session, groups, statement);
      if (measured.count > maxGroups) throw await tooMany(session, rows, values, statement);
      return measured;
    });
    if (derived.length === 0) return await write(statement, { table: groups, narrow });
    const whole = { ...statement, aggregates: [...statement.aggregates, ...derivedColumns(statement, derived)] };
    await deriveGroups(session, query, statement);
    const { narrow: all } = await measureGroups(session, derivedGroups, whole);
    return await write(whole, { table: derivedGroups, narrow: all });
  } finally {
    await session.clean(`DROP TABLE IF EXISTS ${groups}`);
    if (derived.length > 0) await session.clean(`DROP TABLE IF EXISTS ${derivedGroups}`);
  }
}

/** Makes the table of groups with their derived values. */
async function deriveGroups(session: Session, query: AggregateQuery, statement: GroupStatement): Promise<void> {
  const forms: (PeriodForm | null)[] = query.keys.map(() => null);
  for (const at of steppedKeys(query)) {
    const [key, column] = [query.keys[at], statement.keys[at]];
    const tests = key === undefined || column === undefined ? null : formTests(key, column, groupReference(at));
    if (tests === null) continue;
    forms[at] = passedForm(await session.row(`SELECT ${tests.join(', ')} FROM ${groups}`));
  }
  const bound: string[] = [];
  const bind = (value: string) => `$${bound.push(value)}`;
  const sql = derivedSql({ query, statement, source: groups, referenceOf: groupReference, forms, bind });
  await session.run(`CREATE OR REPLACE TEMP TABLE ${derivedGroups} AS ${sql}`, bound);
}

/** The groups of rows, each key and aggregate under the name of its position. */
function groupedSql(statement: GroupStatement, rows: string): string {
  const keys = statement.keys.map((_, at) => groupReference(at));
  const aggregates = statement.aggregates.map(({ sql }, at) => `${sql} AS ${groupReference(keys.length + at)}`);
  const grouping = keys.length === 0 ? '' : ` GROUP BY ${keys.map((_, at) => `k${at}`).join(', ')}`;
  const values = statement.keys.map(({ finish }, at) => finish?.(`k${at}`) ?? `k${at}`);
  const selected = [...keys.map((key, at) => `${values[at]} AS ${key}`), ...aggregates].join(', ');
  return `SELECT ${selected} FROM ${keyedRows(statement, rows)}${grouping}`;
}

interface GroupSource {
  /** Name of the table of the groups. */
  readonly table: string;
  /** Columns that are written with 64 bits. */
  readonly narrow: ReadonlySet<string>;
}

/** Selects the requested groups, in order, with shares of all rows. */
async function writeGroupFile(
  session: Session,
  target: string,
  query: AggregateQuery,
  statement: GroupStatement,
  { table, narrow }: GroupSource,
): Promise<number> {
  const all = [...statement.keys, ...statement.aggregates];
  const references = new Map(all.map(({ name }, at) => [name, groupReference(at)]));
  const referenceOf = (name: string) => references.get(name) ?? 'NULL';
  const isShare = (at: number) => query.aggregates[at - statement.keys.length]?.function === 'Share';
  const values = all.map((_, at) => {
    const column = groupReference(at);
    if (isShare(at)) return `${column} / nullif(sum(${column}) OVER (), 0) AS ${column}`;
    return narrow.has(column) ? `CAST(${column} AS BIGINT) AS ${column}` : column;
  });
  const bound: (string | number | bigint)[] = [];
  const having = havingSql(query, statement, referenceOf, (value) => `$${bound.push(value)}`);
  const compared = new Map(all.map((column, at) => [column.name, comparedSql(column, groupReference(at))]));
  const order = [
    ...query.ordering.map(({ name, descending }) => `${compared.get(name)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`),
    ...statement.keys.map(({ name }) => `${compared.get(name)} ASC NULLS LAST`),
  ];
  const kept = `SELECT * FROM (SELECT ${values.join(', ')} FROM ${table})${having === '' ? '' : ` WHERE ${having}`}`;
  const ordered = order.length === 0 ? kept : `${kept} ORDER BY ${order.join(', ')}`;
  const [count] = await session.row(`COPY (${ordered}) TO ${quoteLiteral(target)} (${parquetOptions})`, bound);
  return Number(count);
}

/** The number of groups, and the integer columns that fit 64 bits: files of other programs have no wider ones. */
async function measureGroups(
  session: Session,
  source: string,
  { keys, aggregates }: GroupStatement,
): Promise<{ readonly count: number; readonly narrow: ReadonlySet<string> }> {
  const integers = [...keys, ...aggregates].flatMap(({ type }, at) => (type === 'integer' ? [groupReference(at)] : []));
  const tests = integers.map((column) => `bool_and(${column} IS NULL OR TRY_CAST(${column} AS BIGINT) IS NOT NULL)`);
  const [count, ...fits] = await session.row(`SELECT ${['count(*)', ...tests].join(', ')} FROM ${source}`);
  return { count: Number(count), narrow: new Set(integers.filter((_, at) => fits[at] !== false)) };
}

async function tooMany(
  session: Session,
  rows: string,
  values: readonly (string | number | bigint)[],
  statement: GroupStatement,
): Promise<InvalidFilterError> {
  const { keys } = statement;
  const counts = keys.map((_, at) => `approx_count_distinct(k${at})`).join(', ');
  const found = (await session.row(`SELECT ${counts} FROM ${keyedRows(statement, rows)}`, values)).map(Number);
  const most = keys[found.indexOf(Math.max(...found))]?.name ?? '';
  const limit = maxGroups.toLocaleString('en');
  return new InvalidFilterError('_group_by', explain('too-many-groups', { limit, column: most }));
}

/** The WHERE condition over the columns of the groups; empty if all match. */
function havingSql(
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
      const reference = referenceOf(having.name);
      if (type === 'integer' && having.lookup !== 'isnull') return `(${wholeCondition(having, reference, bind)})`;
      return `(${filterToSql(havingFilter(having), { type: type as ColumnType }, reference, bind)})`;
    } catch (error) {
      if (!(error instanceof InvalidFilterError)) throw error;
      throw new InvalidFilterError(`_having__${having.name}__${having.lookup}`, error.reason);
    }
  });
  return conditions.join(' AND ');
}

/** A condition on whole numbers of any size, also compared with fractions: above 2.5 means at least three. */
function wholeCondition({ lookup, value }: Having, reference: string, bind: Bind): string {
  const bound = (whole: bigint) => `CAST(${bind(String(whole))} AS DECIMAL(38, 0))`;
  const ends = (text: string) => {
    if (!isDecimalText(text.trim())) throw new InvalidFilterError('', explain('number-required'));
    return wholeEnds(text);
  };
  if (lookup === 'range') {
    const [from, to, ...more] = splitList(value).map(ends);
    if (from === undefined || to === undefined || more.length > 0) {
      throw new InvalidFilterError('', explain('range-required'));
    }
    return `${reference} BETWEEN ${bound(from.ceiling)} AND ${bound(to.floor)}`;
  }
  if (lookup === 'in') {
    const whole = splitList(value)
      .map(ends)
      .filter(({ floor, ceiling }) => floor === ceiling);
    return whole.length === 0 ? 'false' : `${reference} IN (${whole.map(({ floor }) => bound(floor)).join(', ')})`;
  }
  const { floor, ceiling } = ends(value);
  switch (lookup) {
    case 'gt':
      return `${reference} > ${bound(floor)}`;
    case 'gte':
      return `${reference} >= ${bound(ceiling)}`;
    case 'lt':
      return `${reference} < ${bound(ceiling)}`;
    case 'lte':
      return `${reference} <= ${bound(floor)}`;
    case 'ne':
      return floor === ceiling ? `(${reference} = ${bound(floor)}) IS NOT TRUE` : 'true';
    default:
      return floor === ceiling ? `${reference} = ${bound(floor)}` : 'false';
  }
}
