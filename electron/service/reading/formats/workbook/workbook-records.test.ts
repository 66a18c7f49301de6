import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeWorkbookRecords } from './workbook-records.ts';
import { numberShape, serialText } from './xlsx/date-formats.ts';
import { columnOf } from './xlsx/sheet-rows.ts';

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
  return linesOf(target);
}

/** The records of a file, without their rows and numbers. */
async function linesOf(target: string): Promise<string[]> {
  const lines = (await readFile(target, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => line.replace(/^\{"l":\d+,"r":\d+,"p":(.*)\}$/, '$1'));
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

test.each([
  ['mmm-yy', ['2023-01-01', '2023-02-01'], ['2023-01', '2023-02']],
  ['[$-407]mmmm yyyy', ['2023-01-31', '2023-02-28'], ['2023-01', '2023-02']],
  ['yyyy', ['2022-12-31', '2023-12-31'], ['2022', '2023']],
  ['dd/mm/yyyy', ['2022-12-31', '2023-12-31'], ['2022-12-31', '2023-12-31']],
  ['yyyy', ['2023-06-30', '2023-12-31'], ['2023-06-30', '2023-12-31']],
])(
  'dates of the format %s are names as they are shown, if those differ, also on each page',
  async (format, dates, names) => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('S');
    const header = ['when', ...dates.map((date) => new Date(date))];
    for (const row of [header, ['CPI', 1.5, 1.6], ['Core', 2.5, 2.6], header, ['Food', 3.5, 3.6]]) {
      sheet.addRow(row).eachCell((cell) => {
        cell.numFmt = typeof cell.value === 'object' ? format : 'General';
      });
    }
    sheet.addRow([new Date('2023-01-01'), 4.5, 4.6]).getCell(1).numFmt = format;
    await book.xlsx.writeFile(file);
    const [first = '', , food = '', date = '', ...more] = await records({ header: true });
    expect(Object.keys(JSON.parse(first))).toEqual(expect.arrayContaining(names));
    expect([JSON.parse(food).when, JSON.parse(date).when, more]).toEqual(['Food', '2023-01-01', []]);
  },
);

test('any sheet can be chosen, and its beginning read alone', async () => {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Empty');
  const long = book.addWorksheet('Long & wide');
  for (let row = 0; row < 3000; row += 1) long.addRow([row, row / 4]);
  await book.xlsx.writeFile(file);
  const { sheets } = await writeWorkbookRecords({ path: file }, path.join(folder, 'any'), {}, { most: 1 });
  expect(sheets).toEqual(['Empty', 'Long & wide']);
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

describe('the sheet that is read', () => {
  const cover = [['Statistics of towns'], ['Office, 2024']];
  const table = [
    ['town', 'people'],
    ['Ulm', 5],
    ['Bonn', 6],
  ];
  type Rows = readonly (readonly (string | number)[])[];
  type Sheets = readonly (readonly [name: string, rows: Rows, state?: 'hidden'])[];

  async function read(sheets: Sheets, sheet?: string) {
    const book = new ExcelJS.Workbook();
    for (const [name, rows, state] of sheets) {
      const made = book.addWorksheet(name, state === undefined ? {} : { state });
      for (const row of rows) made.addRow([...row]);
    }
    await book.xlsx.writeFile(file);
    const target = path.join(folder, 'records');
    const source = sheet === undefined ? { path: file } : { path: file, sheet };
    const written = await writeWorkbookRecords(source, target, {});
    const lines = await linesOf(target);
    // What is in the file belongs to what is returned.
    expect(lines).toHaveLength(written.records);
    return {
      sheet: written.sheet,
      records: written.records,
      first: lines[0],
      notes: written.notes.filter(({ code }) => code === 'sheet-chosen').map(({ values }) => values),
    };
  }

  const ofTable = { records: 2, first: '{"town":"Ulm","people":5}' };

  test.each<[string, Sheets, object]>([
    ['the only one', [['A', table]], { sheet: 'A', ...ofTable, notes: [] }],
    [
      'the first',
      [
        ['A', table],
        ['B', cover],
      ],
      { sheet: 'A', ...ofTable, notes: [] },
    ],
    [
      'the first of two tables',
      [
        ['A', table],
        [
          'B',
          [
            ['x', 'y'],
            ['z', 1],
          ],
        ],
      ],
      { sheet: 'A', ...ofTable, notes: [] },
    ],
    [
      'a table after a cover',
      [
        ['Cover', cover],
        ['Data', table],
        ['Remarks', cover],
      ],
      { sheet: 'Data', ...ofTable, notes: [{ sheet: 'Data' }] },
    ],
    [
      'a table after an empty sheet',
      [
        ['Empty', []],
        ['Data', table],
      ],
      { sheet: 'Data', ...ofTable, notes: [{ sheet: 'Data' }] },
    ],
    [
      'a table after a header alone',
      [
        ['Head', [['a', 'b', 'c']]],
        ['Data', table],
      ],
      { sheet: 'Data', ...ofTable, notes: [{ sheet: 'Data' }] },
    ],
    [
      'a visible table before a hidden one',
      [
        [
          'Secret',
          [
            ['x', 'y'],
            ['z', 1],
          ],
          'hidden',
        ],
        ['Data', table],
      ],
      { sheet: 'Data', ...ofTable, notes: [{ sheet: 'Data' }] },
    ],
    [
      'a hidden table if there is no other',
      [
        ['Cover', cover],
        ['Secret', table, 'hidden'],
      ],
      { sheet: 'Secret', ...ofTable, notes: [{ sheet: 'Secret' }] },
    ],
    [
      'the first one with anything if there is no table',
      [
        ['Empty', []],
        ['A', cover],
        ['B', [['another']]],
      ],
      { sheet: 'A', records: 1, notes: [{ sheet: 'A' }] },
    ],
    [
      'the first of two without a table',
      [
        ['A', cover],
        ['B', [['another']]],
      ],
      { sheet: 'A', records: 1, notes: [] },
    ],
  ])('is %s', async (_, sheets, expected) => {
    expect(await read(sheets)).toMatchObject(expected);
  });

  test('is refused if all are empty', async () => {
    const empty: Sheets = [
      ['A', []],
      ['B', []],
    ];
    await expect(read(empty)).rejects.toMatchObject({ reason: { code: 'sheet-empty' } });
  });

  test('is the named one, whatever is in it', async () => {
    const sheets: Sheets = [
      ['Data', table],
      ['Cover', cover],
      ['Empty', []],
    ];
    expect(await read(sheets, 'Cover')).toMatchObject({ sheet: 'Cover', records: 1, notes: [] });
    await expect(read(sheets, 'Empty')).rejects.toMatchObject({ reason: { code: 'sheet-empty' } });
    expect(await read(sheets, 'Data')).toMatchObject({ sheet: 'Data', ...ofTable });
  });
});

test('what a sheet does not show is counted, and only that', async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('S');
  sheet.addRow(['a', 'b', 'c']);
  for (const at of [1, 2, 3, 4]) sheet.addRow([at, at, at]);
  const notes = async () => {
    await book.xlsx.writeFile(file);
    const written = await writeWorkbookRecords({ path: file }, path.join(folder, 'records'), {});
    return written.notes.map(({ code, values }) => [code, values]);
  };
  expect(await notes()).toEqual([]);
  sheet.getCell('A2').value = { error: '#N/A' };
  sheet.getCell('A3').value = { error: '#DIV/0!' };
  expect(await notes()).toEqual([['cells-with-errors', { count: 2 }]]);
  sheet.getCell('B2').value = { formula: 'A1+1' };
  sheet.getRow(3).hidden = true;
  sheet.getRow(4).hidden = true;
  sheet.getRow(5).hidden = true;
  sheet.getColumn(2).hidden = true;
  expect(await notes()).toEqual([
    ['cells-with-errors', { count: 2 }],
    ['formulas-uncalculated', { count: 1 }],
    ['hidden-rows-read', { count: 3 }],
    ['hidden-columns-read', { count: 1 }],
  ]);
});

describe('the beginning of a sheet', () => {
  beforeEach(async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('S');
    sheet.addRow(['a', 'b']);
    for (let row = 0; row < 2_000; row += 1) sheet.addRow([row, row]);
    await book.xlsx.writeFile(file);
  });
  const target = () => path.join(folder, 'records');

  test.each([1, 250, 2_000, 3_000])('has at most %d records', async (most) => {
    const { records: count } = await writeWorkbookRecords({ path: file }, target(), {}, { most });
    expect(count).toBe(Math.min(most, 2_000));
    expect((await readFile(target(), 'utf8')).split('\n')).toHaveLength(count + 1);
  });

  test('is read without the rest, and with its progress', async () => {
    const seen: number[] = [];
    const work = { onProgress: ({ rows }: { rows: number }) => void seen.push(rows) };
    await writeWorkbookRecords({ path: file }, target(), work);
    const whole = [...seen];
    seen.length = 0;
    await writeWorkbookRecords({ path: file }, target(), work, { most: 10 });
    expect(whole.at(-1)).toBeGreaterThan(1_000);
    expect(seen.length).toBeLessThan(whole.length);
  });

  test('stops when aborted, and another reading replaces what was written', async () => {
    const stopping = new AbortController();
    const work = { signal: stopping.signal, onProgress: () => stopping.abort(new Error('stopped')) };
    await expect(writeWorkbookRecords({ path: file }, target(), work)).rejects.toThrow('stopped');
    expect((await writeWorkbookRecords({ path: file }, target(), {})).records).toBe(2_000);
  });

  test('has the rows that are left out, by their numbers', async () => {
    const source = { path: file, leaveOut: [2, 3] };
    const { leftOut, notes } = await writeWorkbookRecords(source, target(), {});
    expect(leftOut.map(({ line, why }) => [line, why])).toEqual([
      [2, 'chosen'],
      [3, 'chosen'],
    ]);
    expect(notes.map(({ code }) => code)).toEqual(['chosen-left-out']);
    expect((await readFile(target(), 'utf8')).split('\n')[0]).toBe('{"l":4,"r":1,"p":{"a":2,"b":2}}');
  });
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
