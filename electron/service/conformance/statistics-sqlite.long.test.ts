import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Aggregate,
  type AggregateQuery,
  aggregateQueryToParameters,
  type GroupKey,
} from '#shared/aggregate-query.ts';
import { isInstant } from '#shared/time/instant.ts';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { exactnessOf, groupQuery, groupTable, hasUsualDates } from './testing/model/group-tables.ts';
import type { ModelCell, ModelTable } from './testing/model/row-tables.ts';
import { publishTable } from './testing/publish-table.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();

/** SQLite compares date-times as texts. */
const textTable = groupTable.filter(({ columns }) => columns.every(({ moment }) => !isInstant(moment)));

const isInstalled = spawnSync('sqlite3', ['--version']).status === 0;
if (!isInstalled) process.stderr.write('NOT TESTED: statistics beside SQLite, because sqlite3 is not installed.\n');

const tables = caseCount(3, 100);
const queries = caseCount(12, 20);

function named(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

function literal(cell: ModelCell): string {
  if (cell === null) return 'NULL';
  if (typeof cell === 'string') return `'${cell.replaceAll("'", "''")}'`;
  // SQLite parses the smallest 64-bit integer as a double.
  return cell === -9223372036854775808n ? '(-9223372036854775807 - 1)' : String(cell);
}

const sqlTypes = { integer: 'INTEGER', float: 'REAL', char: 'TEXT' } as const;

function tableSql({ columns, rows }: ModelTable): string {
  const defined = columns.map(({ name, type }) => `${named(name)} ${sqlTypes[type]}`).join(', ');
  const values = rows.map((row) => `(${row.map(literal).join(', ')})`).join(',\n');
  return `CREATE TABLE t (${defined});\nINSERT INTO t VALUES ${values};\n`;
}

/** SQLite's expression for a key; null if SQLite defines it differently. */
function keySql({ function: by, column }: GroupKey): string | null {
  const value = named(column);
  // It accepts 30 February and then treats it as a day in March.
  const day = `CASE WHEN date(substr(${value}, 1, 10), '+0 days') = substr(${value}, 1, 10) THEN substr(${value}, 1, 10) END`;
  switch (by) {
    case null:
      return value;
    case 'IsMissing':
      return `${value} IS NULL`;
    case 'Year':
      return `strftime('%Y', ${day})`;
    case 'Quarter':
      return `strftime('%Y', ${day}) || '-Q' || ((strftime('%m', ${day}) + 2) / 3)`;
    case 'Month':
      return `strftime('%Y-%m', ${day})`;
    case 'Day':
      return day;
    case 'Weekday':
      return `(strftime('%w', ${day}) + 6) % 7 + 1`;
    default:
      return null;
  }
}

/** SQLite's expression for an aggregate, as text; null if it has none. */
function aggregateSql(aggregate: Aggregate, types: ReadonlyMap<string, string>): string | null {
  if (aggregate.function === 'Share') return null;
  const { function: by, column } = aggregate;
  if (column === null) return 'count(*)';
  const value = named(column);
  switch (by) {
    case 'Count':
      return `count(${value})`;
    case 'CountDistinct':
      return `count(DISTINCT ${value})`;
    case 'Sum':
    case 'Average':
      // SQLite's integer sum overflows at 64 bits, and its average is a double's, so the halves are added separately.
      return types.get(column) === 'integer'
        ? `sum(${value} / 4294967296) || ' ' || sum(${value} % 4294967296) || ' ' || ${by === 'Sum' ? '1' : `count(${value})`}`
        : `${by === 'Sum' ? 'sum' : 'avg'}(${value})`;
    case 'Min':
    case 'Max':
      return `${by.toLowerCase()}(${value})`;
    default:
      return null;
  }
}

const comparisons: Readonly<Record<string, string>> = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=', ne: '<>' };

/** Sums of larger numbers may exceed the range of doubles on the way. */
const maxSummed = 1e100;

/** Whether SQLite reads and adds the values that a query uses in the same way. */
function isComparable({ keys, aggregates }: AggregateQuery, table: ModelTable): boolean {
  const isUsual = keys.every(
    ({ function: by, column }) => by === null || by === 'IsMissing' || hasUsualDates(table, column),
  );
  const columns = aggregates.flatMap((one) =>
    one.function === 'Sum' || one.function === 'Average' ? [one.column] : [],
  );
  return isUsual && columns.every((column) => exactnessOf(table, column).scale < maxSummed);
}

/** A query as an SQL statement; null if SQLite lacks a function. */
function statement(query: AggregateQuery, table: ModelTable): string | null {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const keys = query.keys.map(keySql);
  const aggregates = query.aggregates.map((aggregate) => aggregateSql(aggregate, types));
  const values = [...keys, ...aggregates];
  if (values.some((sql) => sql === null) || !isComparable(query, table)) return null;
  const filters = query.rows.filters.map(
    ({ column, value }) => `${named(column)} IS ${value === 'true' ? '' : 'NOT '}NULL`,
  );
  const grouping = keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
  const having = query.having.map(({ lookup, value }) => `count(*) ${comparisons[lookup]} ${value}`);
  return [
    `SELECT json_array(${values.map((sql) => `CAST(${sql} AS TEXT)`).join(', ')}) FROM t`,
    filters.length === 0 ? '' : ` WHERE ${filters.join(query.rows.join === 'or' ? ' OR ' : ' AND ')}`,
    grouping,
    having.length === 0 ? '' : ` HAVING ${having.join(' AND ')}`,
    ';\n',
  ].join('');
}

function run(sql: string): string {
  const { stdout, stderr, status } = spawnSync('sqlite3', ['-batch', ':memory:'], { input: sql, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** Converts a value of SQLite to the service's form: numbers, and both halves of a sum combined and divided. */
function readValue(text: string | null, isNumber: boolean, isSum: boolean): unknown {
  if (text === null || !isNumber) return text;
  if (!isSum) return Number(text);
  const [high = '0', low = '0', count = '1'] = text.split(' ');
  return Number(BigInt(high) * 4294967296n + BigInt(low)) / Number(count);
}

/** Compares groups regardless of order, which other tests cover. */
function asSet(groups: readonly (readonly unknown[])[]): string[] {
  const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
  return groups.map((group) => JSON.stringify(group.map(rounded))).sort();
}

it.skipIf(!isInstalled)(
  `${tables} random tables: the service gives what SQLite gives`,
  async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(textTable, fc.nat(), async (table, first) => {
        const requested = fc.sample(groupQuery(table), { seed: first, numRuns: queries }).flatMap((query) => {
          const sql = statement(query, table);
          return sql === null ? [] : [{ query, sql }];
        });
        const answers = run(`${tableSql(table)}${requested.map(({ sql }) => `${sql}SELECT '-';\n`).join('')}`).split(
          '-\n',
        );
        const types = new Map(table.columns.map(({ name, type }) => [name, type as string]));
        const { data, remove } = await publishTable(under.service, table);
        try {
          for (const [at, { query, sql }] of requested.entries()) {
            const parameters = aggregateQueryToParameters(query);
            const { status, json, text } = await under.ask(
              `${data}?${new URLSearchParams([...parameters, ['limit', '1000']])}`,
            );
            expect([status, status === 200 ? '' : text]).toEqual([200, '']);
            const names = [...query.keys.map((key) => key.text), ...query.aggregates.map(({ name }) => name)];
            const found = json.results.map((group: Record<string, unknown>) =>
              names.map((name) => (typeof group[name] === 'boolean' ? Number(group[name]) : group[name])),
            );
            const kinds = [
              ...query.keys.map(({ function: by, column }) => ({
                isNumber: by === null ? types.get(column) !== 'char' : by === 'IsMissing' || by === 'Weekday',
                isSum: false,
              })),
              ...query.aggregates.map((aggregate) => {
                const column = 'column' in aggregate ? (aggregate.column ?? '') : '';
                const keepsType = aggregate.function === 'Min' || aggregate.function === 'Max';
                return {
                  isNumber: !keepsType || types.get(column) !== 'char',
                  isSum: ['Sum', 'Average'].includes(aggregate.function) && types.get(column) === 'integer',
                };
              }),
            ];
            const expected = (answers[at] ?? '')
              .split('\n')
              .filter((line) => line !== '')
              .map((line) =>
                (JSON.parse(line) as (string | null)[]).map((value, position) =>
                  readValue(value, kinds[position]?.isNumber === true, kinds[position]?.isSum === true),
                ),
              );
            expect(asSet(found), sql).toEqual(asSet(expected));
            compared += 1;
          }
        } finally {
          await remove();
        }
      }),
      { numRuns: tables, seed, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(tables);
  },
  1_200_000,
);
