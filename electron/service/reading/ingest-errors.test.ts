import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, refusalOf, type TestStore } from '../rows/testing/test-store.ts';
import { uniqueNames } from './columns/plan-columns.ts';
import { shownBadValues } from './problems/bad-values.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('names of columns', () => {
  it('that are too long for a response are refused, and may be changed or omitted', async () => {
    const name = 'n'.repeat(10_001);
    const text = `{"id":1,"${name}":2}\n`;
    const take = (options: object) => store.take(text, { format: 'ndjson', ...options });
    expect((await refusalOf(take({}))).message).toMatch(/begins with “n{40}…” has 10001 characters/);
    expect((await take({ columns: [{ source: name, name: 'b' }] })).columns.map(({ name }) => name)).toEqual([
      'id',
      'b',
    ]);
    expect((await take({ columns: [{ source: name, drop: true }] })).columns.map(({ name }) => name)).toEqual(['id']);
  });

  it('that are all the same are numbered in linear time', () => {
    const names = uniqueNames(Array.from({ length: 100_000 }, (_, at) => (at === 7 ? 'a_3' : 'a')));
    expect(names.slice(0, 9)).toEqual(['a', 'a_2', 'a_4', 'a_5', 'a_6', 'a_7', 'a_8', 'a_3', 'a_9']);
    expect(new Set(names).size).toBe(100_000);
  });
});

it('columns of a range are refused for anything but a sheet', async () => {
  const range = { first: 1, columns: { first: 1, last: 1 } };
  expect((await refusalOf(store.take('a,b\n1,2\n', { range }))).message).toContain('workbooks only');
});

describe('a position', () => {
  it('beyond the range of numbers is a bad value, not an empty geometry', async () => {
    const feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[1e999,1]},"properties":{}}';
    const text = `{"type":"FeatureCollection","features":[${feature}]}`;
    const error = await refusalOf(store.take(text, { format: 'geojson' }));
    expect(error.message).toMatch(/A position has a number beyond/);
  });

  const notFinite = [
    'POINT (NaN NaN)',
    'POINT (1e999 0)',
    'point z (1 2 INF)',
    'LINESTRING (0 0, nan 1)',
    `POINT (1${'0'.repeat(400)} 0)`,
    '{"type":"Point","coordinates":[1e400,0]}',
    '01020000000100000000000000000000000000000000000F07F',
    '010200000001000000000000000000F07F0000000000000000',
  ];
  it('that is not finite is a bad value, however it is written', async () => {
    const columns = [{ source: 'place', type: 'geometry' as const }];
    const bad = notFinite.map((value, at) => `${at + 4},"${value.replaceAll('"', '""')}"\n`).join('');
    const text = `id,place\n1,POINT (1 2)\n2,POINT EMPTY\n3,POINT (1e-300 2)\n${bad}`;
    const error = await refusalOf(store.take(text, { columns }));
    expect(error.badValues.map(({ line, column }) => [line, column])).toEqual(
      notFinite.map((_, at) => [at + 5, 'place']),
    );
  });
});

describe('a bad value', () => {
  it('is reported by record, line and column, also after quoted line ends', async () => {
    const text = 'id,n,t\n1,1,"two\nlines"\n2,x,b\n\n3,3,c\n4,1.5,d\n';
    const error = await refusalOf(store.take(text, { columns: [{ source: 'n', type: 'integer' }] }));
    const reason = { code: 'no-whole-number', values: {} };
    expect(error.badValues).toEqual([
      { row: 2, line: 4, column: 'n', value: 'x', reason },
      { row: 4, line: 7, column: 'n', value: '1.5', reason },
    ]);
    expect(error.count).toBe(2);
    expect(error.message).toContain('line 4, column "n"');
  });

  it('in an incomplete record names the line', async () => {
    const error = await refusalOf(store.take('a,b\n1,2\n3\n4,5,6\n7,8\n'));
    expect(error.badValues[0]).toMatchObject({ row: 2, line: 3, value: '3' });
    expect(error.badValues[1]).toMatchObject({ row: 3, line: 4, value: '4,5,6' });
    expect(error.count).toBe(2);
  });

  it('goes to a separate file if requested', async () => {
    const rejects = join(store.folder, 'rejects.csv');
    const source = { columns: [{ source: 'n', type: 'integer' as const }] };
    const version = await store.take('id,n\n1,1\n2\n3,x\n4,4\n5,y\n6,6,6\n', source, { rejects });
    expect(version).toMatchObject({ rows: 2, rejected: 4 });
    expect(await store.page(version)).toEqual([
      { id: 1, n: 1 },
      { id: 4, n: 4 },
    ]);
    const lines = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
      ['record', 'column'],
      ['2', 'n'],
      ['3', 'n'],
      ['5', 'n'],
      ['6', ''],
    ]);
  });

  it('ends the reading early if all records are bad', async () => {
    const text = `a,b\n${'x,1\n'.repeat(200_000)}`;
    const error = await refusalOf(store.take(text, { columns: [{ source: 'a', type: 'float' }] }));
    expect(error.message).toContain('so reading stopped');
    expect(error.count).toBe(100_000);
    expect(error.badValues).toHaveLength(shownBadValues);
  });
});

describe('a file', () => {
  const cases = [
    ['', 'csv', 'empty'],
    ['[{"a":1},', 'json', 'complete'],
    ['{"a":1}\n{"a":', 'ndjson', 'JSON'],
    ['no parquet', 'parquet', 'Parquet'],
    ['[1,2]', 'json', 'not an object'],
    [
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Round"},"properties":{}}]}',
      'geojson',
      'geometry',
    ],
  ] as const;
  it.each(cases)('%j as %s is refused', async (text, format, message) => {
    expect((await refusalOf(store.take(text, { format }))).message).toContain(message);
  });

  it('that does not exist is refused', async () => {
    const missing = { path: join(store.folder, 'nowhere.csv'), format: 'csv' } as const;
    expect((await refusalOf(store.rows.ingest('x', missing, {}, {}))).message).toBe('The file does not exist.');
  });

  it('may have any name', async () => {
    const path = await store.file("it's [1] *.csv", 'a\n1\n');
    const version = await store.rows.ingest('odd-name', { path, format: 'csv' }, {}, {});
    expect(await store.page(version)).toEqual([{ a: 1 }]);
  });

  it('is appended to the rows of a version, columns matched by name', async () => {
    const before = await store.take('a,b\n1,x\n');
    const after = await store.take('b,c,a\n7,z,1.5\n', {}, { appendTo: before });
    expect(await store.page(after)).toEqual([
      { a: 1, b: 'x', c: null },
      { a: 1.5, b: '7', c: 'z' },
    ]);
    expect(after.conversions.map(englishText)).toContain('a: integer to float, to fit the new rows');
  });
});
