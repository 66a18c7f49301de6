import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BookType, utils, type WorkBook, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { IngestError } from '../../../reading.ts';
import { noFacts } from '../sheet.ts';
import { withWorkbook } from '../workbook-records.ts';

let folder: string;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-xls-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each row of a sheet as its number and its cells: numbers plain, texts in quotes, `-` for none. */
async function rowsOf(bytes: Uint8Array, position = 0) {
  number += 1;
  const file = path.join(folder, `${number}.xls`);
  await writeFile(file, bytes);
  return withWorkbook(file, async (workbook) => {
    const rows: string[] = [];
    const facts = await workbook.readSheet(position, async (given) => {
      for (const { number: row, cells } of given) {
        const texts = cells.map((one) => (one === null ? '-' : one.kind === 'number' ? one.text : `"${one.text}"`));
        rows.push(`${row}: ${texts.join(' ')}`);
      }
      return true;
    });
    return { sheets: workbook.sheets.map(({ name, hidden }) => ({ name, hidden })), rows, facts };
  });
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await rowsOf(bytes).catch((one: unknown) => one);
  if (error instanceof IngestError) return englishText(error.reason);
  throw new Error(`It was read: ${JSON.stringify(error)}`);
}

type Values = readonly (readonly unknown[])[];

function bookOf(sheets: Readonly<Record<string, Values>>): WorkBook {
  const book = utils.book_new();
  for (const [name, values] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(values.map((row) => [...row])), name);
  }
  return book;
}

const bytesOf = (book: WorkBook, bookType: BookType = 'biff8'): Uint8Array => write(book, { type: 'buffer', bookType });
const none = noFacts();

describe.each<BookType>(['biff8', 'biff5', 'xlsb'])('a workbook of the format %s', (bookType) => {
  test('has the values of its cells', async () => {
    const values = [
      ['town', 'n', 'share', 'open'],
      ['Ulm', 1_084_831, 0.125, true],
      ['007', -5, 1e-9, false],
      ['', null, 12_345_678_901, null],
    ];
    const { rows, facts } = await rowsOf(bytesOf(bookOf({ Data: values }), bookType));
    expect(rows.slice(0, 3)).toEqual([
      '1: "town" "n" "share" "open"',
      '2: "Ulm" 1084831 0.125 "true"',
      '3: "007" -5 1e-9 "false"',
    ]);
    expect(rows[3]).toMatch(/^4: (?:""|-) - 12345678901/);
    expect(facts).toEqual(none);
  });

  test('has days, times and durations as they are displayed', async () => {
    const book = bookOf({ Data: [[45_351, 45_351.5625, 0.5, 1.25]] });
    const sheet = book.Sheets.Data ?? {};
    const formats = { A1: 'dd.mm.yyyy', B1: 'yyyy-mm-dd hh:mm', C1: 'hh:mm', D1: '[h]:mm:ss' };
    for (const [cell, format] of Object.entries(formats)) sheet[cell].z = format;
    const { rows } = await rowsOf(bytesOf(book, bookType));
    expect(rows).toEqual(['1: "2024-02-29" "2024-02-29T13:30:00" "12:00:00" "30:00:00"']);
  });
});

test('days are counted from 1904 if the workbook says so', async () => {
  const book = bookOf({ Data: [[43_889]] });
  const sheet = book.Sheets.Data ?? {};
  sheet.A1.z = 'yyyy-mm-dd';
  book.Workbook = { WBProps: { date1904: true } };
  expect((await rowsOf(bytesOf(book))).rows).toEqual(['1: "2024-02-29"']);
});

test('empty rows and cells keep the places of the others', async () => {
  const { rows } = await rowsOf(bytesOf(bookOf({ Data: [[], [null, 1], [' '], [], [null, null, 'x']] })));
  expect(rows).toEqual(['2: - 1', '5: - - "x"']);
});

test('sheets are in tab order, hidden ones too', async () => {
  const book = bookOf({ One: [[1]], Two: [[2]], 'Größe & more': [[3]] });
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 2 }] };
  const bytes = bytesOf(book);
  const { sheets, rows } = await rowsOf(bytes, 2);
  expect(sheets).toEqual([
    { name: 'One', hidden: false },
    { name: 'Two', hidden: true },
    { name: 'Größe & more', hidden: true },
  ]);
  expect(rows).toEqual(['1: 3']);
  expect((await rowsOf(bytes, 1)).rows).toEqual(['1: 2']);
});

test('errors and what is hidden are counted', async () => {
  const book = bookOf({ Data: [[1, 2, 3], [4, 5, 6], [7]] });
  const sheet = book.Sheets.Data ?? {};
  sheet.B2 = { t: 'e', v: 0x2a };
  sheet['!rows'] = [{}, { hidden: true }, {}, { hidden: true }];
  sheet['!cols'] = [{}, { hidden: true }, { hidden: false }, { hidden: true }];
  for (const bookType of ['xlsb', 'biff8'] as const) {
    const { rows, facts } = await rowsOf(bytesOf(book, bookType));
    expect(rows).toEqual(['1: 1 2 3', '2: 4 - 6', '3: 7']);
    // The writer of the older format does not write that rows are hidden.
    expect(facts).toEqual({ ...none, errors: 1, hiddenRows: bookType === 'xlsb' ? 1 : 0, hiddenColumns: 1 });
  }
});

test('many rows are handed on in blocks, until enough were read', async () => {
  const file = path.join(folder, 'long.xls');
  await writeFile(file, bytesOf(bookOf({ Data: Array.from({ length: 2_500 }, (_, at) => [at]) })));
  const blocksOf = (most: number) =>
    withWorkbook(file, async (workbook) => {
      const blocks: number[] = [];
      await workbook.readSheet(0, async (rows) => blocks.push(rows.length) < most);
      return blocks;
    });
  expect(await blocksOf(9)).toEqual([1_000, 1_000, 500]);
  expect(await blocksOf(1)).toEqual([1_000]);
});

/** The only sheet of a workbook of Excel 2, with a text in a code page ([MS-XLS] 2.4, BIFF2: BOF, CODEPAGE, LABEL, EOF). */
function labelIn(codePage: number, text: readonly number[]): Uint8Array {
  const record = (type: number, ...bytes: readonly number[]) => [type & 0xff, type >> 8, bytes.length, 0, ...bytes];
  return Uint8Array.from([
    ...record(0x0009, 2, 0, 0x10, 0),
    ...record(0x0042, codePage & 0xff, codePage >> 8),
    ...record(0x0004, 0, 0, 0, 0, 0, 0, 0, text.length, ...text),
    ...record(0x000a),
  ]);
}

test.each<[string, number, readonly number[], string]>([
  ['Western Europe', 1252, [0x4b, 0xf6, 0x6c, 0x6e], 'Köln'],
  ['Central Europe', 1250, [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
  ['Greece', 1253, [0xc1, 0xe8, 0xde, 0xed, 0xe1], 'Αθήνα'],
])('a text in the code page of %s is decoded', async (_, codePage, bytes, text) => {
  expect((await rowsOf(labelIn(codePage, bytes))).rows).toEqual([`1: "${text}"`]);
});

describe('a file that is no readable workbook is refused in words', () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ['only the beginning of one', () => bytesOf(bookOf({ A: [[1]] })).slice(0, 700), /damaged|not an Excel workbook/],
    [
      'nothing but the mark of its container',
      () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'),
      /damaged|not an Excel/,
    ],
    [
      'bytes of another kind within',
      () => {
        const bytes = Buffer.from(bytesOf(bookOf({ A: [['x', 1]] })));
        bytes.fill(0x5a, 512, 1400);
        return bytes;
      },
      /damaged|not an Excel|no sheet/,
    ],
  ])('%s', async (_, bytes, words) => {
    expect(await refusal(bytes())).toMatch(words);
  });
});
