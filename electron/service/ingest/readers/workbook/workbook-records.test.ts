import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { numberShape, serialText } from './date-formats.ts';
import { columnOf } from './sheet-rows.ts';
import { sheetNames, writeWorkbookRecords } from './workbook-records.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-workbook-'));
  file = path.join(folder, 'book.xlsx');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function records(options: { sheet?: string; header?: boolean } = {}, most?: number): Promise<string[]> {
  const target = path.join(folder, 'records');
  await writeWorkbookRecords({ path: file, ...options }, target, {}, most === undefined ? {} : { most });
  return (await readFile(target, 'utf8')).split('\n').slice(0, -1);
}

test('cells of every kind are read as what they are', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Data');
  sheet.addRow(['code', 'n', 'when', 'at', 'both', 'flag', 'sum', 'rich', 'error']);
  sheet.addRow([
    '007',
    42,
    new Date(Date.UTC(2024, 1, 29)),
    0.5,
    new Date(Date.UTC(2024, 1, 29, 13, 30)),
    true,
    { formula: '1+1', result: 2 },
    { richText: [{ text: 'a ' }, { text: 'b', font: { bold: true } }] },
    { error: '#N/A' },
  ]);
  sheet.addRow([]);
  sheet.addRow(['', 0.1, null, null, null, false, { formula: '"x"', result: 'x' }, '<&>"\n😀', null]);
  sheet.addRow([]);
  sheet.getCell('C2').numFmt = 'dd/mm/yyyy';
  sheet.getCell('D2').numFmt = 'hh:mm';
  sheet.getCell('E2').numFmt = 'yyyy-mm-dd hh:mm';
  await book.xlsx.writeFile(file);
  expect((await records()).map((line) => JSON.parse(line))).toEqual([
    {
      code: '007',
      n: 42,
      when: '2024-02-29',
      at: '12:00:00',
      both: '2024-02-29T13:30:00',
      flag: 'true',
      sum: 2,
      rich: 'a b',
      error: null,
    },
    { code: '', n: 0.1, when: null, at: null, both: null, flag: 'false', sum: 'x', rich: '<&>"\n😀', error: null },
  ]);
});

test('any sheet can be chosen, and its beginning read alone', async () => {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Empty');
  const long = book.addWorksheet('Long & wide');
  for (let row = 0; row < 3000; row += 1) long.addRow([row, row / 4]);
  await book.xlsx.writeFile(file);
  expect(await sheetNames(file)).toEqual(['Empty', 'Long & wide']);
  expect(await records({ sheet: 'Long & wide' }, 2)).toEqual([
    '{"column1":0,"column2":0}',
    '{"column1":1,"column2":0.25}',
  ]);
  expect((await records({ sheet: 'Long & wide', header: true })).length).toBe(2999);
  // The first one is empty.
  expect(await records()).toHaveLength(3000);
  await expect(records({ sheet: 'none' })).rejects.toThrow('no sheet "none"');
});

test('repeated and missing names are made unique, and later columns appear', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('S');
  sheet.addRow(['a', 'a', null, 'b']);
  sheet.addRow([1, 2, 3, 4]);
  sheet.addRow([1, 2, 3, 4, 5]);
  await book.xlsx.writeFile(file);
  expect(await records({ header: true })).toEqual([
    '{"a":1,"a_2":2,"column3":3,"b":4}',
    '{"a":1,"a_2":2,"column3":3,"b":4,"column5":5}',
  ]);
});

describe('dates', () => {
  test.each([
    [14, undefined, 'date'],
    [0, undefined, 'number'],
    [164, 'd. mmmm yyyy', 'date'],
    [164, '[$-409]h:mm AM/PM', 'time'],
    [164, 'yyyy-mm-dd hh:mm:ss', 'date-time'],
    [164, '[h]:mm', 'duration'],
    [164, '#,##0.00 "days"', 'number'],
    [164, '0.00E+00', 'number'],
    [164, '[Red]0', 'number'],
    [164, 'mm:ss', 'time'],
    [164, '0*d', 'number'],
    [164, 'Standard" Tage"', 'number'],
  ])('format %i %s', (id, code, shape) => expect(numberShape(id, code)).toBe(shape));
  test.each([
    [1, 'date', false, '1900-01-01'],
    [59, 'date', false, '1900-02-28'],
    [60, 'date', false, '1900-02-29'],
    [60.5, 'date-time', false, '1900-02-29T12:00:00'],
    [61, 'date', false, '1900-03-01'],
    [45351, 'date', false, '2024-02-29'],
    [43889, 'date', true, '2024-02-29'],
    [45351.5, 'date', false, '2024-02-29T12:00:00'],
    [0.75, 'time', false, '18:00:00'],
    [1.5, 'duration', false, '36:00:00'],
    [-1, 'date', false, '1899-12-29'],
    [-18_093.25, 'date-time', false, '1850-06-16T18:00:00'],
    [-693_593, 'date', false, '0001-01-01'],
    [-693_594, 'date', false, null],
    [-1, 'date', true, null],
    [-0.5, 'time', false, null],
    [-0.5, 'duration', false, null],
  ] as const)('serial %d as %s', (serial, shape, from1904, text) =>
    expect(serialText(serial, shape, from1904)).toBe(text),
  );
});

test('columns are numbered by letters', () => {
  expect(['A1', 'Z9', 'AA10', 'XFD1048576'].map(columnOf)).toEqual([0, 25, 26, 16383]);
});
