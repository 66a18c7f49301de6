import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnType } from '#shared/api/column.ts';
import { everyRow, type Filter, type Lookup, type RowQuery } from '#shared/row-query.ts';
import type { StoredColumn } from '../files/stored-version.ts';
import { orderSql, reversedOrderSql, selectionOf } from './selection.ts';
import { InvalidFilterError } from './views/filter-to-sql.ts';

const columns = (
  [
    ['whole', 'integer'],
    ['part', 'float'],
    ['name', 'char'],
    ['note', 'text'],
    ['place', 'geometry'],
  ] satisfies [string, ColumnType][]
).map(([name, type]): StoredColumn => ({ name, type }) as StoredColumn);

/** Rows as the engine stores them: the columns by position, and the row number. */
const table = `CREATE TABLE stored AS SELECT * FROM (VALUES
  (0, 1::BIGINT, 0.5::DOUBLE, 'Ulm', 'a, b', 'POINT (10 48)'::GEOMETRY),
  (1, 9007199254740993, 1e300, 'ULM', 'say "x"', 'POINT (-170 0)'::GEOMETRY),
  (2, 9007199254740992, -2.25, 'Zürich', NULL, 'POINT (175 -10)'::GEOMETRY),
  (3, NULL, NULL, NULL, 'ulm', NULL),
  (4, -5, 0, '', '10', 'POINT (0 0)'::GEOMETRY),
  (5, 10, 10, 'a_b%', 'Zürich', 'POINT (20 50)'::GEOMETRY)
) AS t(n, c0, c1, c2, c3, c4)`;

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  connection = await instance.connect();
  await connection.run(table);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** The numbers of the rows that a query selects, in its order or in a given one. */
async function selected(query: Partial<RowQuery>, orderBy?: string): Promise<number[]> {
  const { where, order } = selectionOf({ ...everyRow, ...query }, columns);
  const condition = where === null ? '' : `WHERE ${where.sql}`;
  const sql = `SELECT n FROM stored ${condition} ORDER BY ${orderBy ?? (order === null ? 'n' : orderSql(order))}`;
  const rows = await connection.runAndReadAll(sql, [...(where?.values ?? [])]);
  return rows.getRows().map(([number]) => Number(number));
}

const filter = (column: string, lookup: Lookup, value: string): Filter => ({ column, lookup, value });

describe('a filter', () => {
  it.each<[string, Lookup, string, number[]]>([
    ['whole', 'exact', '9007199254740993', [1]],
    ['whole', 'exact', ' +10 ', [5]],
    ['whole', 'ne', '1', [1, 2, 3, 4, 5]],
    ['whole', 'gt', '1', [1, 2, 5]],
    ['whole', 'gte', '1', [0, 1, 2, 5]],
    ['whole', 'lt', '1', [4]],
    ['whole', 'lte', '-5', [4]],
    ['whole', 'lte', '1', [0, 4]],
    ['whole', 'range', '-5,1', [0, 4]],
    ['whole', 'in', '1,-5,7', [0, 4]],
    ['whole', 'isnull', 'true', [3]],
    ['whole', 'isnull', ' TRUE ', [3]],
    ['whole', 'isnull', '1', [3]],
    ['whole', 'isnull', 'False', [0, 1, 2, 4, 5]],
    ['whole', 'isnull', '0', [0, 1, 2, 4, 5]],
    ['whole', 'contains', '10', [5]],
    ['whole', 'exact', '9223372036854775807', []],
    ['whole', 'exact', '-9223372036854775808', []],
    ['part', 'exact', '.5', [0]],
    ['part', 'exact', ' 1e300 ', [1]],
    ['part', 'gt', '9.9', [1, 5]],
    ['part', 'range', '-3,0', [2, 4]],
    ['part', 'exact', '9007199254740993', []],
    ['part', 'startswith', '-2', [2]],
    ['name', 'exact', 'Ulm', [0]],
    ['name', 'exact', '', [4]],
    ['name', 'ne', 'Ulm', [1, 2, 3, 4, 5]],
    ['name', 'gt', 'Ulm', [2, 5]],
    ['name', 'in', 'Ulm,"Zürich"', [0, 2]],
    ['note', 'in', '"a, b","say ""x"""', [0, 1]],
    ['name', 'iexact', 'uLM', [0, 1]],
    ['name', 'contains', 'L', [1]],
    ['name', 'contains', '%', [5]],
    ['name', 'icontains', 'L', [0, 1]],
    ['name', 'startswith', 'U', [0, 1]],
    ['name', 'startswith', 'u', []],
    ['name', 'istartswith', 'u', [0, 1]],
    ['name', 'istartswith', 'M', []],
    ['name', 'endswith', 'm', [0]],
    ['name', 'iendswith', 'M', [0, 1]],
    ['name', 'iendswith', 'U', []],
    ['name', 'regex', '^U.*m$', [0]],
    ['name', 'iregex', '^u.*M$', [0, 1]],
    ['name', 'isnull', 'true', [3]],
    ['place', 'isnull', 'true', [3]],
    ['place', 'isnull', 'false', [0, 1, 2, 4, 5]],
    ['place', 'bbox', '5,40,15,50', [0]],
    ['place', 'bbox', '10,48,10,48', [0]],
    ['place', 'bbox', '-180,-90,180,90', [0, 1, 2, 4, 5]],
    ['place', 'bbox', '170,-20,-160,20', [1, 2]],
    ['place', 'bbox', '170,-5,-160,20', [1]],
    ['place', 'bbox', '10,0,10,40', []],
  ])('of %s by %s with %s', async (column, lookup, value, numbers) => {
    expect(await selected({ filters: [filter(column, lookup, value)] })).toEqual(numbers);
  });

  it.each<[string, Lookup, string, string]>([
    ['whole', 'exact', '1.5', 'whole-number-required'],
    ['whole', 'gt', '', 'whole-number-required'],
    ['whole', 'exact', '--1', 'whole-number-required'],
    ['whole', 'exact', '1 2', 'whole-number-required'],
    ['whole', 'exact', 'x1', 'whole-number-required'],
    ['whole', 'exact', '1x', 'whole-number-required'],
    ['whole', 'exact', '9'.repeat(41), 'whole-number-required'],
    ['whole', 'exact', '9223372036854775808', 'whole-number-too-big'],
    ['whole', 'in', '1,-9223372036854775809', 'whole-number-too-big'],
    ['part', 'exact', 'x', 'number-required'],
    ['part', 'exact', '', 'number-required'],
    ['part', 'exact', '1e999', 'number-required'],
    ['part', 'exact', '0x10', 'number-required'],
    ['part', 'range', '1', 'range-required'],
    ['part', 'range', '1,2,3', 'range-required'],
    ['name', 'isnull', 'yes', 'boolean-required'],
    ['name', 'isnull', '', 'boolean-required'],
    ['name', 'bbox', '1,2,3,4', 'box-needs-geometry'],
    ['place', 'exact', 'POINT (0 0)', 'geometry-lookup'],
    ['place', 'bbox', '1,2,3', 'box-required'],
    ['place', 'bbox', '1,2,3,4,5', 'box-required'],
    ['place', 'bbox', '1,2,3,x', 'number-required'],
    ['place', 'bbox', '1,5,3,4', 'box-upside-down'],
    ['absent', 'gt', '1', 'no-column'],
    ['name', 'like' as Lookup, '1', 'lookup-unknown'],
  ])('of %s by %s is refused for "%s"', (column, lookup, value, code) => {
    let refusal: unknown;
    try {
      selectionOf({ ...everyRow, filters: [filter(column, lookup, value)] }, columns);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(InvalidFilterError);
    const parameter = lookup === 'exact' ? column : `${column}__${lookup}`;
    const values = { 'no-column': { column }, 'lookup-unknown': { lookup }, 'geometry-lookup': { lookup } }[code] ?? {};
    expect(refusal).toMatchObject({ parameter, reason: { code, values } });
  });

  it('that is a box may be as flat as a line, and holds nothing across the poles', async () => {
    expect(await selected({ filters: [filter('place', 'bbox', '-10,0,10,0')] })).toEqual([4]);
  });
});

describe('several filters', () => {
  const [few, small] = [filter('whole', 'in', '1,10,-5'), filter('part', 'lt', '1')];

  it('must all match, or one of them', async () => {
    expect(await selected({ filters: [few, small] })).toEqual([0, 4]);
    expect(await selected({ filters: [few, small], join: 'or' })).toEqual([0, 2, 4, 5]);
  });

  it('are joined with a search, which must match in either case', async () => {
    expect(await selected({ search: 'ULM' })).toEqual([0, 1, 3]);
    expect(await selected({ search: 'zürich' })).toEqual([2, 5]);
    expect(await selected({ search: '10' })).toEqual([4]);
    expect(await selected({ filters: [few, small], join: 'or', search: 'ulm' })).toEqual([0]);
    expect(await selected({ filters: [few], search: 'ulm' })).toEqual([0]);
  });

  it('select nothing by a search without texts', () => {
    const { where } = selectionOf({ ...everyRow, search: 'a' }, columns.slice(0, 2));
    expect(where).toEqual({ sql: '(false)', values: [] });
  });

  it('select every row if there are none', async () => {
    expect(await selected({})).toEqual([0, 1, 2, 3, 4, 5]);
    expect(selectionOf(everyRow, columns)).toEqual({
      where: null,
      order: null,
      identity: null,
      unorderedIdentity: null,
    });
  });
});

describe('an order', () => {
  const by = (...terms: string[]): Partial<RowQuery> => ({
    ordering: terms.map((term) => ({ column: term.replace('-', ''), descending: term.startsWith('-') })),
  });

  it.each<[string[], number[]]>([
    [['whole'], [4, 0, 5, 2, 1, 3]],
    [['-whole'], [1, 2, 5, 0, 4, 3]],
    [['name'], [4, 1, 0, 2, 5, 3]],
    [
      ['-part', 'whole'],
      [1, 5, 0, 4, 2, 3],
    ],
    [
      ['note', '-note'],
      [4, 5, 0, 1, 3, 2],
    ],
  ])('by %s', async (terms, numbers) => {
    expect(await selected(by(...terms))).toEqual(numbers);
    const { order } = selectionOf({ ...everyRow, ...by(...terms) }, columns);
    expect(await selected({}, reversedOrderSql(order ?? []))).toEqual(numbers.toReversed());
  });

  it('of equal rows is that of the file', async () => {
    const query = { ...by('name'), filters: [filter('whole', 'isnull', 'false')] };
    expect(orderSql([])).toBe('n');
    expect(reversedOrderSql([])).toBe('n DESC');
    expect(await selected(query)).toEqual([4, 1, 0, 2, 5]);
    const equal = selectionOf({ ...everyRow, ...by('whole') }, columns).order ?? [];
    await connection.run('CREATE TABLE same AS SELECT n, 1 AS c0 FROM stored');
    const numbers = async (order: string) =>
      (await connection.runAndReadAll(`SELECT n FROM same ORDER BY ${order}`)).getRows().map(([n]) => Number(n));
    expect(await numbers(orderSql(equal))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await numbers(reversedOrderSql(equal))).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it('is refused by what has none', () => {
    for (const [column, code] of [
      ['place', 'geometry-has-no-order'],
      ['absent', 'no-column'],
    ]) {
      expect(() => selectionOf({ ...everyRow, ...by(column ?? '') }, columns)).toThrow(
        expect.objectContaining({ parameter: 'ordering', reason: { code, values: { column } } }),
      );
    }
  });

  it('names each column with its type', () => {
    expect(selectionOf({ ...everyRow, ...by('-note') }, columns).order).toEqual([
      { reference: 'c3', compared: 'c3', type: 'text', descending: true },
    ]);
  });
});

describe('the identity of a selection', () => {
  const [one, two] = [filter('whole', 'gt', '1'), filter('whole', 'lt', '9')];
  const term = { column: 'whole', descending: false };
  const identity = (query: Partial<RowQuery>) => selectionOf({ ...everyRow, ...query }, columns).identity;

  it.each<[string, Partial<RowQuery>, Partial<RowQuery>]>([
    ['the order of filters', { filters: [one, two] }, { filters: [two, one] }],
    ['a repeated filter', { filters: [one, two, one] }, { filters: [two, one] }],
    ['joining a single filter', { filters: [one], join: 'or' }, { filters: [one] }],
    ['a second term for a column', { ordering: [term, { ...term, descending: true }] }, { ordering: [term] }],
    ['a language without an order', { filters: [one], collation: 'de' }, { filters: [one] }],
    ['the chosen columns', { filters: [one], fields: ['name'] }, { filters: [one] }],
  ])('does not depend on %s', (_, left, right) => {
    expect(identity(left)).toBe(identity(right));
    expect(identity(left)).not.toBeNull();
  });

  it('is different for different rows or orders', () => {
    const all: Partial<RowQuery>[] = [
      {},
      { filters: [one] },
      { filters: [two] },
      { filters: [one, two] },
      { filters: [one, two], join: 'or' },
      { filters: [filter('whole', 'gte', '1')] },
      { filters: [filter('part', 'gt', '1')] },
      { search: '1' },
      { ordering: [term] },
      { ordering: [{ ...term, descending: true }] },
      { ordering: [term], collation: 'de' },
      { ordering: [term], collation: 'sv' },
      { ordering: [term, { column: 'part', descending: false }] },
      { ordering: [{ column: 'part', descending: false }, term] },
    ];
    expect(new Set(all.map(identity)).size).toBe(all.length);
  });

  it('without the order is that of the same rows', () => {
    const query = { ...everyRow, filters: [one], search: 'a' };
    const ordered = selectionOf({ ...query, ordering: [term] }, columns);
    expect(ordered.unorderedIdentity).toBe(selectionOf(query, columns).identity);
    expect(ordered.unorderedIdentity).not.toBe(ordered.identity);
  });
});
