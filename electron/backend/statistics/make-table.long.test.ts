import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import exceljs from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSourceFiles } from '../../service/user-files.ts';
import { makeTable, type TableParts } from './make-table.ts';

const table = {
  title: 'Rows by "name"',
  source: 'City / Towns · Version 1',
  addresses: ['https://x.example/?a', 'https://x.example/?b'],
  link: 'almanac://open?x',
  head: ['name', 'n', 'n'],
  lines: [
    ['=1+1', 12.5, 3],
    ['a\tb', 2, 123456789012345678n],
    [null, null, 5],
  ],
};

let folder: string;
let parts: TableParts;
let opened: ReturnType<typeof openSourceFiles> | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-table-'));
  parts = {
    folder,
    files() {
      opened ??= openSourceFiles(path.join(folder, 'store'));
      return opened;
    },
  };
});
afterAll(async () => {
  await (await opened)?.close();
  await rm(folder, { recursive: true, force: true });
});

const made = (format: Parameters<typeof makeTable>[1]) => makeTable(parts, format, table, new AbortController().signal);

test('a workbook has numbers and dates as such, and a sheet of the provenance of the table', async () => {
  const book = new exceljs.Workbook();
  await book.xlsx.load((await made('xlsx')) as unknown as ArrayBuffer);
  const [sheet, source] = book.worksheets;
  const values = (of: typeof sheet, row: number) => [1, 2, 3].map((column) => of?.getCell(row, column).value ?? null);
  expect([1, 2, 3, 4].map((row) => values(sheet, row))).toEqual([
    ['name', 'n', 'n'],
    ['=1+1', 12.5, 3],
    ['a\tb', 2, '123456789012345678'],
    [null, null, 5],
  ]);
  expect([1, 2, 3, 4, 5].map((row) => values(source, row)[0])).toEqual([
    'Rows by "name"',
    'City / Towns · Version 1',
    'https://x.example/?a',
    'https://x.example/?b',
    'almanac://open?x',
  ]);
});

test('a workbook has months as their first days', async () => {
  const lines = [
    ['2001-01', '2001-01-31'],
    ['2001-12', null],
    [null, '2002-02-28'],
  ];
  const months = { ...table, head: ['month', 'day'], lines };
  const book = new exceljs.Workbook();
  const content = await makeTable(parts, 'xlsx', months, new AbortController().signal);
  await book.xlsx.load(content as unknown as ArrayBuffer);
  const cell = (row: number, column: number) => book.worksheets[0]?.getCell(row, column).value ?? null;
  expect([cell(2, 1), cell(3, 1), cell(4, 1)]).toEqual([new Date('2001-01-01'), new Date('2001-12-01'), null]);
  expect([cell(2, 2), cell(4, 2)]).toEqual([new Date('2001-01-31'), new Date('2002-02-28')]);
});

test('JSON has every digit and the provenance of the table; NDJSON and TSV have nothing but records', async () => {
  const json = (await made('json')).toString();
  expect(JSON.parse(json)).toMatchObject({ title: table.title, link: table.link, addresses: table.addresses });
  expect(json).toContain('"n (2)":123456789012345678');
  const [first = ''] = (await made('ndjson')).toString().split('\n');
  expect(JSON.parse(first)).toEqual({ name: '=1+1', n: 12.5, 'n (2)': 3 });
  const tsv = (await made('tsv')).toString().split('\r\n');
  expect(tsv.slice(0, 2)).toEqual(['name\tn\tn (2)', '=1+1\t12.5\t3']);
});

test('Parquet has typed columns, and the provenance of the table in its metadata', async () => {
  const file = path.join(folder, 'read.parquet');
  await writeFile(file, await made('parquet'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = await connection.runAndReadAll(`SELECT * FROM '${file}'`);
  expect(rows.getRowsJS()).toEqual([
    ['=1+1', 12.5, 3n],
    ['a\tb', 2, 123456789012345678n],
    [null, null, 5n],
  ]);
  const metadata = await connection.runAndReadAll(
    `SELECT decode(value) FROM parquet_kv_metadata('${file}') WHERE decode(key) IN ('title', 'link') ORDER BY key`,
  );
  expect(metadata.getRowsJS()).toEqual([['almanac://open?x'], ['Rows by "name"']]);
  connection.closeSync();
  instance.closeSync();
});

test('no temporary file is left behind', async () => {
  await made('xlsx');
  expect((await readdir(folder)).filter((name) => name.startsWith('table-'))).toEqual([]);
});
