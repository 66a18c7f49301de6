import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import ExcelJS from 'exceljs';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, type TestStore } from '../../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../../reading.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

type Rows = readonly (readonly ExcelJS.CellValue[])[];

async function publish(fill: (book: ExcelJS.Workbook) => void, request: Omit<ReadingOptions, 'path'> = {}) {
  number += 1;
  const path = join(store.folder, `${number}.xlsx`);
  const book = new ExcelJS.Workbook();
  fill(book);
  await book.xlsx.writeFile(path);
  const preview = await store.rows.preview({ path, ...request }, 'show', store.folder);
  const version = await store.rows.ingest(`book-${number}`, preview.plan, {}, {});
  const notes = [...preview.notices, ...preview.survey.conversions].map(englishText);
  expect(preview.survey.columns.map(({ name }) => name)).toEqual(version.columns.map(({ name }) => name));
  return { version, notes, rows: await store.page(version) };
}

const sheetOf =
  (rows: Rows, name = 'Data') =>
  (book: ExcelJS.Workbook) => {
    const sheet = book.addWorksheet(name);
    rows.forEach((row, at) => {
      if (row.length > 0) sheet.getRow(at + 1).values = [...row];
    });
  };

const records = [
  ['Aa', 1, 2.5],
  ['Bb', 3, 4.5],
  ['Cc', 5, 6.5],
];
const named = [
  { town: 'Aa', births: 1, deaths: 2.5 },
  { town: 'Bb', births: 3, deaths: 4.5 },
  { town: 'Cc', births: 5, deaths: 6.5 },
];
const header = ['town', 'births', 'deaths'];

describe('the table of a sheet', () => {
  test.each<[string, Rows, RegExp[]]>([
    ['at its top', [header, ...records], []],
    ['below a title', [['Population'], header, ...records], [/above the header: 1/]],
    ['below a title and an empty row', [['Population'], [], header, ...records], [/above the header: 1/]],
    [
      'below notes of two cells',
      [['Population'], ['Source', 'Office'], [], header, ...records],
      [/above the header: 2/],
    ],
    ['above a note', [header, ...records, [], ['Source: the office']], [/below the records.*: 1/]],
    [
      'above remarks of any words',
      [header, ...records, [], ['1) estimated'], ['(c) office']],
      [/below the records.*: 2/],
    ],
    [
      'above another table',
      [header, ...records, [], ['river', 'length'], ['Rhein', 1233], ['Elbe', 1094]],
      [/another table begins in row 6: 3 rows/],
    ],
    ['on two pages', [header, ...records.slice(0, 2), [], header, ...records.slice(2)], [/repeat the header: 1/]],
    ['above rows of blanks', [header, ...records, ['', ' '], [' ', '']], []],
  ])('%s', async (_, rows, notes) => {
    const found = await publish(sheetOf(rows));
    expect(found.rows).toEqual(named);
    expect(found.version.conversions.map(englishText)).toEqual(notes.map((note) => expect.stringMatching(note)));
    for (const note of notes) expect(found.notes).toContainEqual(expect.stringMatching(note));
  });

  test('with short names above another table with short ones', async () => {
    const { rows, version } = await publish(sheetOf([header, ...records, [], ['k', 'w'], [1, 2], [2, 3], [3, 4]]));
    expect(rows).toEqual(named);
    expect(version.conversions.map(englishText)).toEqual([
      expect.stringMatching(/another table begins in row 6: 4 rows/),
    ]);
  });

  test('with a row of units below its names', async () => {
    const { version } = await publish(sheetOf([header, [null, 'km²'], ...records]));
    expect(version.conversions.map(englishText)).toContainEqual(expect.stringMatching(/first record looks like units/));
  });

  test('with years for names', async () => {
    const { rows } = await publish(
      sheetOf([
        ['country', 2019, 2020],
        ['DE', 1, 2],
        ['FR', 3, 4],
      ]),
      { rowsFrom: null },
    );
    expect(rows).toEqual([
      { country: 'DE', '2019': 1, '2020': 2 },
      { country: 'FR', '2019': 3, '2020': 4 },
    ]);
  });

  test('with a missing name and a repeated one', async () => {
    const { rows } = await publish(
      sheetOf([
        ['town', null, 'n', 'n'],
        ['Aa', 1, 2, 3],
        ['Bb', 4, 5, 6],
      ]),
    );
    expect(rows[0]).toEqual({ town: 'Aa', column2: 1, n: 2, n_2: 3 });
  });

  test('with merged names over two rows', async () => {
    const rows: Rows = [
      ['country', 2019, null, 2020, null],
      [null, 'births', 'deaths', 'births', 'deaths'],
      ['DE', 1, 2, 3, 4],
      ['FR', 5, 6, 7, 8],
    ];
    const found = await publish(
      (book) => {
        sheetOf(rows)(book);
        for (const range of ['A1:A2', 'B1:C1', 'D1:E1']) book.worksheets[0]?.mergeCells(range);
      },
      { rowsFrom: null },
    );
    expect(found.version.rows).toBe(2);
    expect(found.rows[0]).toEqual({
      country: 'DE',
      '2019 / births': 1,
      '2019 / deaths': 2,
      '2020 / births': 3,
      '2020 / deaths': 4,
    });
  });

  test('below pairs of names and values, as wide as the table itself', async () => {
    const pairs: Rows = [['Office', 'Ulm'], ['As of', 2023], [], ['town', 'people'], ['Aa', 1], ['Bb', 2]];
    expect((await publish(sheetOf(pairs))).rows).toEqual([
      { town: 'Aa', people: 1 },
      { town: 'Bb', people: 2 },
    ]);
  });

  test('with names over three rows', async () => {
    const rows: Rows = [
      ['country', 2019, null, null, null],
      [null, 'births', null, 'deaths', null],
      [null, 'young', 'old', 'young', 'old'],
      ['DE', 'n/a', 2, 3, 4],
      ...Array.from({ length: 8 }, (_, at) => [`C${at}`, at, 6, 7, 8]),
    ];
    const { version } = await publish(sheetOf(rows));
    expect(version.rows).toBe(9);
    expect(version.columns.map(({ name, type }) => [name, type])).toEqual([
      ['country', 'char'],
      ['2019 / births / young', 'integer'],
      ['2019 / births / old', 'integer'],
      ['2019 / deaths / young', 'integer'],
      ['2019 / deaths / old', 'integer'],
    ]);
  });

  test('whose records have a mark for a missing number after an empty row is one table', async () => {
    const { rows } = await publish(sheetOf([['town', 'births'], ['Aa', 1], [], ['Bb', 'n/a'], ['Cc', 3]]));
    expect(rows).toEqual([
      { town: 'Aa', births: 1 },
      { town: 'Bb', births: null },
      { town: 'Cc', births: 3 },
    ]);
  });

  test('with marks among its numbers, above a remark and another table', async () => {
    const table: Rows = [['town', 'people'], ['Aa', 1], ['Bb', '..'], ['Cc', 3], []];
    const { rows, notes } = await publish(sheetOf([...table, ['1) estimated'], [], ['river', 'length'], ['Rhein', 9]]));
    expect(rows.map((row) => Object.values(row as object)[1])).toEqual([1, null, 3]);
    expect(notes).toContainEqual(expect.stringMatching(/another table begins in row 8: 2 rows/));
  });

  test('where the user says it is', async () => {
    const rows: Rows = [['a', 'b', 'c'], ['x', 'y', 'z'], ...records];
    const said = await publish(sheetOf(rows), { header: true, skip: 1 });
    expect(said.rows[0]).toEqual({ x: 'Aa', y: 1, z: 2.5 });
    const without = await publish(sheetOf(rows), { header: false, skip: 2 });
    expect(without.rows).toHaveLength(3);
    expect(without.rows[0]).toEqual({ column1: 'Aa', column2: 1, column3: 2.5 });
  });

  test('without a record keeps its columns', async () => {
    const { version } = await publish(sheetOf([header]));
    expect(version.rows).toBe(0);
    expect(version.columns.map(({ name }) => name)).toEqual(header);
  });

  test('that does not begin in the first column has no empty ones on its left', async () => {
    const found = await publish(
      sheetOf([[], [null, null, 'name', 'amount'], [null, null, 'a', 1], [null, null, 'b', 2]]),
    );
    expect(found.rows).toEqual([
      { name: 'a', amount: 1 },
      { name: 'b', amount: 2 },
    ]);
    const many = Array.from({ length: 300 }, (_, at) => [null, null, `n${at}`, at]);
    const late = await publish(sheetOf([[null, null, 'name', 'amount'], ...many, [null, 'remark', 'z', 9]]));
    expect(late.rows).toHaveLength(301);
    expect(late.rows.at(-1)).toEqual({ name: 'z', amount: 9, column2: 'remark' });
  });

  test('of one column, and of rows with gaps, loses none of them', async () => {
    expect((await publish(sheetOf([['n'], ['x'], ['y']]))).rows).toEqual([{ n: 'x' }, { n: 'y' }]);
    const gaps = await publish(sheetOf([header, ['Aa', 1, 2], ['Bb'], ['Cc', 3, 4], ['Dd']]));
    expect(gaps.rows).toHaveLength(4);
  });
});

test('a sheet with a table is read instead of a cover sheet', async () => {
  const fill = (book: ExcelJS.Workbook) => {
    sheetOf([['Report'], ['of the office']], 'Cover')(book);
    sheetOf([header, ...records])(book);
  };
  const found = await publish(fill);
  expect(found.rows).toEqual(named);
  expect(found.notes).toContainEqual(expect.stringContaining('"Data"'));
  expect((await publish(fill, { sheet: 'Cover' })).rows).toEqual([{ Report: 'of the office' }]);
  expect((await publish((book) => sheetOf([['Report'], ['of the office']], 'Cover')(book))).rows).toHaveLength(1);
});

test('a workbook within an archive is read', async () => {
  const book = new ExcelJS.Workbook();
  sheetOf([header, ...records])(book);
  const bytes = new Uint8Array(await book.xlsx.writeBuffer());
  for (const [name, packed] of [
    ['towns.zip', zipSync({ 'towns.xlsx': bytes })],
    ['towns.xlsx.gz', gzipSync(bytes)],
  ] as const) {
    const path = await store.file(name, packed);
    const preview = await store.rows.preview({ path }, 'show', store.folder);
    expect(preview).toMatchObject({ sheets: ['Data'], sheet: 'Data' });
    const version = await store.rows.ingest(name.replaceAll('.', '-'), preview.plan, {}, {});
    expect(await store.page(version)).toEqual(named);
  }
  const torn = await store.file('torn.xlsx', bytes.subarray(0, bytes.length - 100));
  await expect(store.rows.preview({ path: torn }, 'show', store.folder)).rejects.toThrow(/incomplete/);
});

test('the first visible sheet with content is read, with a note', async () => {
  const fill = (book: ExcelJS.Workbook) => {
    book.addWorksheet('Cover');
    sheetOf([['h'], [1]], 'Hidden')(book);
    const hidden = book.getWorksheet('Hidden');
    if (hidden) hidden.state = 'hidden';
    sheetOf([header, ...records])(book);
  };
  const found = await publish(fill);
  expect(found.rows).toEqual(named);
  expect(found.notes).toContainEqual(expect.stringContaining('"Data"'));
  expect((await publish(fill, { sheet: 'Hidden' })).rows).toEqual([{ h: 1 }]);
});

test('errors, formulas without a result, and hidden rows and columns are reported', async () => {
  const found = await publish((book) => {
    sheetOf([header, ['Aa', { error: '#N/A' }, 1], ['Bb', 2, { formula: 'B2*2' } as ExcelJS.CellValue], ['Cc', 3, 4]])(
      book,
    );
    const sheet = book.worksheets[0];
    if (sheet === undefined) return;
    sheet.getRow(4).hidden = true;
    sheet.getColumn(2).hidden = true;
  });
  expect(found.rows).toEqual([
    { town: 'Aa', births: null, deaths: 1 },
    { town: 'Bb', births: 2, deaths: null },
    { town: 'Cc', births: 3, deaths: 4 },
  ]);
  for (const words of [/cells with an error .*: 1/, /formulas .*: 1;/, /hidden rows .*: 1/, /hidden columns .*: 1/]) {
    expect(found.version.conversions.map(englishText)).toContainEqual(expect.stringMatching(words));
  }
});

describe('rows that are not records', () => {
  const rows: Rows = [
    ['Towns of the county'],
    ['town', 'area', 'founded'],
    ['', 'km²', 'year'],
    ['Aa', 1.5, 1200],
    ['Bb', 2.5, 1300],
    ['Subtotal', 4, null],
    ['Cc', 3.5, 1400],
  ];
  const kept = [
    { town: 'Aa', area: 1.5, founded: 1200 },
    { town: 'Bb', area: 2.5, founded: 1300 },
    { town: 'Cc', area: 3.5, founded: 1400 },
  ];

  async function fileOf(name: string, all: Rows) {
    const path = join(store.folder, name);
    const book = new ExcelJS.Workbook();
    sheetOf(all)(book);
    await book.xlsx.writeFile(path);
    return path;
  }

  test('are omitted by the rows of the sheet, and a row of units is proposed', async () => {
    const path = await fileOf('units.xlsx', rows);
    const first = await store.rows.preview({ path }, 'show', store.folder);
    expect(first).toMatchObject({ unitsRows: 1, leftOut: [{ line: 1, text: 'Towns of the county', why: 'above' }] });
    expect(first.lines).toEqual([3, 4, 5, 6, 7]);
    const preview = await store.rows.preview({ path, leaveOut: [3, 6] }, 'show', store.folder);
    expect(preview.unitsRows).toBe(0);
    expect(preview.lines).toEqual([4, 5, 7]);
    expect(preview.leftOut).toEqual([
      { line: 3, text: ' │ km² │ year', why: 'chosen' },
      { line: 6, text: 'Subtotal │ 4', why: 'chosen' },
      { line: 1, text: 'Towns of the county', why: 'above' },
    ]);
    const version = await store.rows.ingest('book-units', preview.plan, {}, {});
    expect(await store.page(version)).toEqual(kept);
    expect(version.conversions.map(englishText)).toContain('2 chosen rows were left out.');
  });

  test('an unknown row is refused, and so are other formats', async () => {
    const gap = await fileOf('gap.xlsx', [['a', 'b'], [1, 2], [], [], [5, 6]]);
    const found = await store.rows.preview({ path: gap, leaveOut: [1, 9] }, 'show', store.folder);
    expect(found.lines.length).toBeGreaterThan(0);
    const lines = await store.file('lines.ndjson', '{"a":1}\n{"a":2}\n');
    await expect(store.rows.preview({ path: lines, leaveOut: [1] }, 'show', store.folder)).rejects.toThrow(
      /delimited text and workbooks only/,
    );
  });

  test('that cannot be read are named by their row, are rejected completely, and can be read once corrected', async () => {
    const path = await fileOf('bad.xlsx', [
      ['Towns of the county'],
      ['town', 'people', 'on', 'remark'],
      ['Aa', 10, new Date(Date.UTC(2024, 1, 29)), 'x, "y"'],
      ['Bb', 'about 20', new Date(Date.UTC(2024, 2, 1)), null],
      ['Cc', 30, null, ''],
      ['Dd', 'unknown', null, 'line\nbreak'],
    ]);
    const request = { path, columns: [{ source: 'people', type: 'integer' as const }] };
    const { plan: source } = await store.rows.preview(request, 'show', store.folder);
    await expect(store.rows.ingest('book-bad', source, {}, {})).rejects.toMatchObject({
      message: expect.stringContaining('line 4'),
      badValues: [
        { row: 2, line: 4, column: 'people', value: 'about 20' },
        { row: 4, line: 6, column: 'people', value: 'unknown' },
      ],
    });
    const rejects = join(store.folder, 'book-rejects.csv');
    const before = await store.rows.ingest('book-good', source, { rejects }, {});
    expect(before).toMatchObject({ rows: 2, rejected: 2 });
    const written = await readFile(rejects, 'utf8');
    expect(written).toBe(
      'record,column,problem,text,town,people,on,remark\n' +
        '2,people,This is not a whole number of 64 bits.,,Bb,about 20,2024-03-01,\n' +
        '4,people,This is not a whole number of 64 bits.,,Dd,unknown,,"line\nbreak"\n',
    );
    const mended = await store.file('mended.csv', written.replace('about 20', '20').replace('unknown', '40'));
    const again = await store.rows.preview({ path: mended }, 'show', store.folder);
    const after = await store.rows.ingest('book-mended', again.plan, { appendTo: before }, {});
    expect(await store.page(after)).toEqual([
      { town: 'Aa', people: 10, on: '2024-02-29', remark: 'x, "y"' },
      { town: 'Cc', people: 30, on: null, remark: '' },
      { town: 'Bb', people: 20, on: '2024-03-01', remark: null },
      { town: 'Dd', people: 40, on: null, remark: 'line\nbreak' },
    ]);
  });
});

test('a workbook before Excel 2007 is no text, whatever its bytes look like', async () => {
  const words = Array.from({ length: 1000 }, (_, at) => [`A town of many names, number ${1000 + at}`, 'x'.repeat(200)]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(words), 'Towns');
  // The texts of its cells are UTF-16, and so is most of its beginning.
  const path = await store.file('towns.xls', write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array);
  const { plan: source, survey, notices } = await store.rows.preview({ path }, 'show', store.folder);
  expect(source.format).toBe('xls');
  expect(survey.rows[0]).toEqual(['A town of many names, number 1000', 'x'.repeat(200)]);
  expect(notices).toEqual([]);
});
