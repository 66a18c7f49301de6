import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { IngestError } from '../../../reading.ts';
import type { ZipPart } from '../../archive/zip-file.ts';
import { noFacts, type SheetFacts } from '../sheet.ts';
import { columnOf, readSheet } from './sheet-rows.ts';
import type { WorkbookParts } from './workbook-parts.ts';

/** A part of a workbook that arrives in pieces of `size` characters. */
function part(xml: string, size = 1_000_000): ZipPart {
  const pieces = Array.from({ length: Math.ceil(xml.length / size) }, (_, at) => xml.slice(at * size, (at + 1) * size));
  const read = async () => Readable.from(pieces.map((piece) => Buffer.from(piece)));
  return { name: 'sheet1.xml', bytes: Buffer.byteLength(xml), read };
}

const shapes: WorkbookParts['shapes'] = ['number', 'date', 'time'];

interface Found {
  /** Each row as its number and its cells: numbers plain, texts in quotes, `-` for none. */
  readonly rows: readonly string[];
  readonly facts: SheetFacts;
}

/** Reads the XML of rows. */
async function found(data: string, outside = '', options: Partial<WorkbookParts> = {}, size?: number): Promise<Found> {
  const rows: string[] = [];
  const xml = `<worksheet>${outside}<sheetData>${data}</sheetData><extra><row><c><v>9</v></c></row></extra></worksheet>`;
  const sheets = [{ name: 'S', part: part(xml, size), hidden: false }];
  const styles = { shapes, zeros: [], shown: [], codes: [], emphasised: [] };
  const workbook: WorkbookParts = { sheets, from1904: false, sharedStrings: undefined, ...styles, ...options };
  const facts = await readSheet(workbook, 0, async (given) => {
    for (const { number, cells } of given) {
      const texts = cells.map((cell) => (cell === null ? '-' : cell.kind === 'number' ? cell.text : `"${cell.text}"`));
      rows.push(`${number}: ${texts.join(' ')}`);
    }
    return true;
  });
  return { rows, facts };
}

const none: SheetFacts = noFacts();
const strings = part('<sst><si><t>zero</t></si><si><t>o_x0041_ne</t></si></sst>');

async function refusal(data: string, options: Partial<WorkbookParts> = {}): Promise<string> {
  try {
    await found(data, '', options);
  } catch (error) {
    if (error instanceof IngestError) return englishText(error.reason);
    throw error;
  }
  throw new Error('It was read.');
}

test.each([
  ['a number', '<c><v>5</v></c>', '5'],
  ['a number with blanks', '<c><v> 0.5 </v></c>', '0.5'],
  ['a large integer', '<c><v>12345678901234567890</v></c>', '12345678901234567890'],
  ['a negative integer', '<c><v>-7</v></c>', '-7'],
  ['too many digits', '<c><v>0.10000000000000001</v></c>', '0.1'],
  ['negative zero', '<c><v>-0.0</v></c>', '-0.0'],
  ['an exponent', '<c><v>1E2</v></c>', '100'],
  ['no number', '<c><v>x</v></c>', '"x"'],
  ['infinity', '<c><v>1e999</v></c>', '"1e999"'],
  ['a date', '<c s="1"><v>45351</v></c>', '"2024-02-29"'],
  ['a time', '<c s="2"><v>0.5</v></c>', '"12:00:00"'],
  ['a date that is none', '<c s="1"><v>x</v></c>', '"x"'],
  ['an unknown style', '<c s="9"><v>45351</v></c>', '45351'],
  ['a shared text', '<c t="s"><v>0</v></c>', '"zero"'],
  ['a shared text with an escape', '<c t="s"><v>1</v></c>', '"oAne"'],
  ['the text of a formula', '<c t="str"><f>A1</f><v>x_x0042_</v></c>', '"xB"'],
  ['an empty text of a formula', '<c t="str"><f>A1</f><v></v></c>', ''],
  ['a text within', '<c t="inlineStr"><is><t>a</t></is></c>', '"a"'],
  ['runs of a text within', '<c t="inlineStr"><is><r><t>a</t></r><r><t> b</t></r></is></c>', '"a b"'],
  ['a phonetic hint', '<c t="inlineStr"><is><t>a</t><rPh><t>x</t></rPh><t>b</t></is></c>', '"ab"'],
  ['true', '<c t="b"><v>1</v></c>', '"true"'],
  ['true in words', '<c t="b"><v> TRUE </v></c>', '"true"'],
  ['false', '<c t="b"><v>0</v></c>', '"false"'],
  ['false in other digits', '<c t="b"><v>10</v></c>', '"false"'],
  ['false in other words', '<c t="b"><v>untrue</v></c>', '"false"'],
  ['an empty text within', '<c t="inlineStr"><is></is></c>', ''],
  ['a day in ISO 8601', '<c t="d"><v> 2024-02-29 </v></c>', '"2024-02-29"'],
  ['a result of a formula', '<c><f>1+1</f><v>2</v></c>', '2'],
  ['prefixes', '<x:c><x:v>5</x:v></x:c>', '5'],
])('%s', async (_, cell, text) => {
  const xml = `<row><c><v>1</v></c>${cell}<c><v>2</v></c></row>`;
  const rows = text === '' ? ['1: 1 "" 2'] : [`1: 1 ${text} 2`];
  for (const size of [1_000_000, 7]) {
    const read = await found(xml, '', { sharedStrings: strings }, size);
    expect(read).toEqual({ rows, facts: none });
  }
});

test.each([
  ['an error', '<c t="e"><v>#N/A</v></c>', { errors: 1 }],
  ['a formula without a result', '<c><f>1+1</f></c>', { uncalculated: 1 }],
  ['a formula with an empty result', '<c><f>1+1</f><v></v></c>', { uncalculated: 1 }],
  ['an empty cell', '<c/>', {}],
  ['a blank number', '<c><v> </v></c>', {}],
  ['an error of a formula', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', { errors: 1 }],
])('%s has no value', async (_, cell, facts) => {
  const read = await found(`<row><c><v>1</v></c>${cell}<c><v>2</v></c></row>`);
  expect(read).toEqual({ rows: ['1: 1 - 2'], facts: { ...none, ...facts } });
});

describe('positions', () => {
  test('are those that are named, or follow each other', async () => {
    const { rows } = await found(
      '<row r="3"><c r="B3"><v>1</v></c><c><v>2</v></c><c r="E3"><v>3</v></c></row><row><c><v>4</v></c></row><row r="9"><c r="a9"><v>5</v></c></row>',
    );
    expect(rows).toEqual(['3: - 1 2 - 3', '4: 4', '9: 5']);
  });

  test('do not go back', async () => {
    const { rows } = await found(
      '<row r="3"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row><row r="x"><c><v>3</v></c></row>',
    );
    expect(rows).toEqual(['3: 1', '4: 2', '5: 3']);
  });

  test('of columns are letters', () => {
    expect(['A1', 'Z9', 'AA10', 'xfd7', '7', '', 'É1'].map(columnOf)).toEqual([0, 25, 26, 16_383, -1, -1, -1]);
  });

  test('beyond those of a sheet are refused', async () => {
    expect((await found('<row r="1048576"><c r="XFD1"><v>1</v></c></row>')).rows[0]).toMatch(/^1048576: (- ){16383}1$/);
    expect(await refusal('<row r="1048577"><c><v>1</v></c></row>')).toContain('1048577');
    // However long the attribute is.
    expect(await refusal(`<row r="${'9'.repeat(90)}"/>`)).not.toContain('9'.repeat(21));
    expect(await refusal(`<row><c r="${'X'.repeat(90)}1"/></row>`)).not.toContain('X'.repeat(21));
    expect(await refusal('<row r="1048576"/><row/>')).toContain('1048577');
    expect(await refusal('<row><c r="XFE1"><v>1</v></c></row>')).toContain('XFE1');
    expect(await refusal('<row><c r="XFD1"/><c/></row>')).toContain('16385');
  });
});

test('a shared text that is missing is refused, with its cell', async () => {
  const xml = '<row r="2"><c r="AB2" t="s"><v>7</v></c></row>';
  expect(await refusal(xml, { sharedStrings: strings })).toContain('AB2');
  expect(await refusal(xml)).toContain('AB2');
});

test('rows without a value are none, and keep the numbers of the others', async () => {
  const empty = '<row><c t="inlineStr"><is><t> </t></is></c></row>';
  const full = '<row><c><v>1</v></c></row>';
  const { rows } = await found(`${empty}<row/>${full}${empty}<row/>${full}${empty}${empty}`);
  expect(rows).toEqual(['3: 1', '6: 1']);
});

test('what is hidden is counted', async () => {
  const columns =
    '<cols><col min="2" max="4" hidden="1"/><col min="6" max="6" hidden="true"/><col min="7" max="9" hidden="0"/><col min="8" max="9"/><col hidden="1"/></cols>';
  const rows = '<row hidden="1"><c><v>1</v></c></row><row hidden="false"><c><v>1</v></c></row><row hidden="true"/>';
  expect((await found(rows, columns)).facts).toEqual({ ...none, hiddenColumns: 5, hiddenRows: 2 });
});

test('days are counted from 1904 if the workbook says so', async () => {
  const { rows } = await found('<row><c s="1"><v>43889</v></c></row>', '', { from1904: true });
  expect(rows).toEqual(['1: "2024-02-29"']);
});

test('the reading stops when enough rows were read', async () => {
  let calls = 0;
  const xml = `<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(5_000)}</sheetData></worksheet>`;
  const sheets = [{ name: 'S', part: part(xml, 10_000), hidden: false }];
  const styles = { shapes, zeros: [], shown: [], codes: [], emphasised: [] };
  await readSheet({ sheets, from1904: false, sharedStrings: undefined, ...styles }, 0, async () => {
    calls += 1;
    return false;
  });
  expect(calls).toBe(1);
});
