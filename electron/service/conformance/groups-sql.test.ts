import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  type AggregateQuery,
  aggregateQueryFromParameters,
  aggregateQueryToParameters,
} from '#shared/aggregate-query.ts';
import type { Column } from '#shared/api/column.ts';
import type { Cell } from '#shared/cell.ts';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { groupsSql, type ShownGroups } from '#shared/text/groups-sql.ts';
import { type ViewedColumn, viewSql } from '#shared/text/view-sql.ts';
import { momentsIn } from '#shared/time/moment-kind.ts';
import { decodeMetadata } from '#shared/version-metadata.ts';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const reference = { namespace: 'city', dataset: 'costs' };
const address = '/api/v1/namespaces/city/datasets/costs/';
let columns: readonly ViewedColumn[] = [];

beforeAll(async () => {
  const random = seededRandom(seed);
  const pick = (...values: readonly (string | number)[]) => values[Math.floor(random() * values.length)] ?? '';
  const rows = Array.from({ length: 400 }, (_, id) => {
    const day = new Date(
      Date.UTC(2019 + Math.floor(random() * 3), Math.floor(random() * 12), 1 + Math.floor(random() * 28)),
    );
    const cost = pick(0.1, 0.2, 0.3, -0.1, -0.35, 12.75, 1e7, '');
    const time = pick('T06:30:00Z', 'T06:30:00+02:00', 'T23:00:00-05:00');
    const iso = day.toISOString().slice(0, 10);
    const big = pick('9007199254740993', '-9007199254740995', '12', '');
    return [
      id,
      big,
      cost,
      iso,
      `${iso}${time}`,
      iso.slice(0, 7),
      pick('Rome', 'Oslo', 'Älv', "O'Neill", ''),
      pick(-15, -5, 0, 5, 19),
    ];
  });
  const file = path.join(tmpdir(), `almanac-costs-${process.pid}.csv`);
  await writeFile(file, `id,big,cost,day,at,month,town,step\n${rows.map((row) => row.join(',')).join('\n')}\n`);
  const request = {
    namespace: { slug: reference.namespace },
    dataset: { slug: reference.dataset, create: { label: 'Costs', description: '' } },
    file: { path: file, format: 'csv' as const },
    columns: [],
    sourceName: 'costs',
    mode: 'replace' as const,
  };
  await under.service.publish(request, {});
  const { json } = await under.ask(address);
  const moments = momentsIn(decodeMetadata(json.versions[0].metadata));
  columns = json.columns.map(({ name, type }: Column) => {
    const moment = moments.get(name);
    return { name, type, ...(moment !== undefined && { moment }) };
  });
  expect(columns.flatMap(({ name, moment }) => (moment === undefined ? [] : [[name, moment]]))).toEqual([
    ['day', 'date'],
    ['at', 'date-time-zone'],
    ['month', 'month'],
  ]);
});

type Row = readonly Cell[];

/** Whether two cells are the same; decimals are added up exactly only by the groups, and so may differ in the last digits. */
function isSame(one: Cell, other: Cell): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return String(one) === String(other);
  return Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(one), Math.abs(other));
}

/** The rows that were found, with the expected cells in place of the same ones. */
function withSame(found: readonly Row[], expected: readonly Row[]): Row[] {
  return found.map((row, at) =>
    row.map((cell, column) => {
      const other = expected[at]?.[column] ?? null;
      return isSame(cell, other) ? other : cell;
    }),
  );
}

async function groupsOf(query: AggregateQuery): Promise<Row[]> {
  const parameters = new URLSearchParams([...aggregateQueryToParameters(query), ['limit', '1000']]);
  const { status, json } = await under.ask(`${address}data/?${parameters}`);
  expect([parameters.toString(), status]).toEqual([parameters.toString(), 200]);
  return json.results.map((group: object) => Object.values(group));
}

async function rowsOf(sql: string): Promise<Row[]> {
  const { status, json, text } = await under.ask('/api/v1/sql/', { method: 'POST', json: { sql, limit: 1000 } });
  expect([sql, status === 200 ? '' : text]).toEqual([sql, '']);
  return json.results.map((row: object) => Object.values(row));
}

const asked = (parameters: Readonly<Record<string, string>>) =>
  aggregateQueryFromParameters(Object.entries(parameters), columns);

const keys = [
  'town',
  'step',
  'Lower(town)',
  'IsMissing(cost)',
  'Bin(step,10)',
  'Bin(big,1000)',
  'Bin(big,0.5)',
  'Bin(cost,0.1)',
  'Bin(cost,0.25)',
  'Bin(cost,5)',
  ...['Year', 'Quarter', 'Month', 'Week', 'Day', 'Weekday', 'Hour'].flatMap((by) => [`${by}(day)`, `${by}(at)`]),
  'Year(month)',
  'Quarter(month)',
  'Month(month)',
];
const values = [
  'Count(*)',
  'Count(cost)',
  'CountDistinct(town)',
  'CountDistinct(cost)',
  'Sum(cost)',
  'Sum(big)',
  'Sum(step)',
  'Min(day)',
  'Max(big)',
  'Min(cost)',
  'Average(cost)',
  'Average(step)',
  'Median(cost)',
  'Median(step)',
  'Quantile(cost,0.9)',
  'StdDev(cost)',
  'Variance(step)',
  'Share(*)',
];
const derivations = ['ShareOf(v)', 'Rank(v)', 'Per(v,w)', 'Per(v,w,1000)'];
const filters: readonly Readonly<Record<string, string>>[] = [
  {},
  { step__gte: '0' },
  { town__in: `Rome,O'Neill` },
  { day__range: '2019-06-01,2020-06-01' },
  { cost__isnull: 'false', town__ne: 'Oslo' },
  { town: 'Rome', step: '5', _join: 'OR' },
  { search: 'o' },
  { cost__gt: '0.1' },
];

async function expectSame(parameters: Readonly<Record<string, string>>): Promise<void> {
  const query = asked(parameters);
  const sql = groupsSql(reference, query, { columns });
  if (sql === null) throw new Error(`There is no statement for ${JSON.stringify(parameters)}.`);
  const expected = await groupsOf(query);
  expect([sql, withSame(await rowsOf(sql), expected)]).toEqual([sql, expected]);
}

it.each(keys)('the statement for groups by %s has their keys and values', async (key) => {
  const aggregates = Object.fromEntries(values.map((value, at) => [`_aggregate__v${at}`, value]));
  await expectSame({ _group_by: key, ...aggregates });
});

const isExact = (value: string) => /^(Count|CountDistinct|Min|Max)\(|^Sum\((big|step)\)/.test(value);

it('two keys, conditions, and values among the groups give the numbers of the groups', async () => {
  const random = seededRandom(seed);
  const pick = <Value>(list: readonly Value[]) => list[Math.floor(random() * list.length)] as Value;
  for (let at = 0; at < caseCount(20, 150); at += 1) {
    const [one, other] = [pick(keys), pick(keys)];
    const both = one === other ? [one] : [one, other];
    const among = pick([
      `ShareOf(v,${one})`,
      `Rank(v,${one})`,
      `Cumulative(v,${one})`,
      `Index(v,${one},2020)`,
      ...derivations,
    ]);
    const number = pick(values.filter((value) => !/day|town/.test(value)));
    const isDerived = random() < 0.5 && !number.startsWith('Share') && (isExact(number) || !among.startsWith('Rank'));
    const derived = isDerived ? { _derive__d: among } : {};
    const value = { _aggregate__v: number, _aggregate__w: 'Count(*)' };
    await expectSame({ ...pick(filters), _group_by: both.join(','), ...value, ...derived });
  }
});

it('groups beyond those that are shown are left out, or put together', async () => {
  const query = asked({ _group_by: 'town,Year(day)', _aggregate__v: 'Sum(step)' });
  const shown: ShownGroups = { key: 'town', values: ['Rome', "O'Neill"], others: null };
  const statement = (groups: readonly ShownGroups[], skipsMissing = false) =>
    groupsSql(reference, query, { columns, shown: groups, skipsMissing }) ?? '';
  const all = await groupsOf(query);
  const isShown = ([town]: Row) => town === 'Rome' || town === "O'Neill";
  expect(await rowsOf(statement([shown]))).toEqual(all.filter(isShown));
  expect(await rowsOf(statement([], true))).toEqual(all.filter(([town]) => town !== null));
  const rest = new Map<Cell, number>();
  for (const [, year, value] of all.filter((group) => !isShown(group))) {
    rest.set(year ?? null, (rest.get(year ?? null) ?? 0) + Number(value));
  }
  const others = [...rest].map(([year, value]): Row => ['The rest', year, value]);
  const combined = await rowsOf(statement([{ ...shown, others: 'The rest' }]));
  expect(combined).toEqual([...all.filter(isShown), ...others]);
});

it('a statement begins with the groups that come first', async () => {
  const query = asked({ _group_by: 'town', _aggregate__v: 'Sum(step)', ordering: '-v' });
  const sql = groupsSql(reference, query, { columns }) ?? '';
  // The result of a statement has an order of its own.
  expect(await rowsOf(sql)).toEqual(await groupsOf(query));
});

it.each([
  ['the date-times of several offsets', { _group_by: 'at', _aggregate__v: 'Count(*)' }],
  ['the earliest of them', { _aggregate__v: 'Min(at)' }],
  ['the first value', { _group_by: 'town', _aggregate__v: 'First(cost)' }],
  [
    'changes along the calendar',
    { _group_by: 'Year(day)', _aggregate__v: 'Count(*)', _derive__d: 'Change(v,Year(day),1)' },
  ],
  ['the ranks of averages', { _group_by: 'town', _aggregate__v: 'Average(cost)', _derive__d: 'Rank(v)' }],
  ['a condition by an instant', { at__gt: '2020-01-01T00:00:00Z', _aggregate__v: 'Count(*)' }],
  ['a condition on groups', { _group_by: 'town', _aggregate__v: 'Count(*)', _having__v__gt: '5' }],
])('there is no statement for %s', (_, parameters) => {
  expect(groupsSql(reference, asked(parameters as Readonly<Record<string, string>>), { columns })).toBeNull();
});

it.each(filters)('a view with %o has its rows', async (conditions) => {
  const { rows } = asked({ ...conditions, _aggregate__v: 'Count(*)' });
  const sql = viewSql(
    reference,
    { ...rows, fields: ['id', 'town', 'day'], ordering: [{ column: 'id', descending: true }] },
    columns,
  );
  const parameters = new URLSearchParams([
    ...Object.entries(conditions),
    ['fields', 'id,town,day'],
    ['ordering', '-id'],
    ['limit', '1000'],
  ]);
  const { json } = await under.ask(`${address}data/?${parameters}`);
  expect(await rowsOf(sql ?? '')).toEqual(json.results.map((row: object) => Object.values(row)));
});
