import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { momentCell } from '../../../reading/values/moment-cells.ts';
import { isLongInteger, numericCell, sheetRow, sheetText, textCell } from './sheet-row.ts';
import { writeWorkbook } from './write-workbook.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-xlsx-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const columns = { headings: ['number', 'text', 'place'] };

async function written(lines: readonly string[], sheetRows?: number): Promise<ExcelJS.Workbook> {
  const [from, to] = [path.join(folder, 'rows.ndjson'), path.join(folder, 'rows.xlsx')];
  await writeFile(from, lines.map((line) => `${line}\n`).join(''));
  await writeWorkbook(from, columns, to, new AbortController().signal, sheetRows === undefined ? {} : { sheetRows });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(to);
  return workbook;
}

function values(sheet: ExcelJS.Worksheet | undefined): unknown[][] {
  const rows: unknown[][] = [];
  sheet?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return rows;
}

describe('A workbook', () => {
  it('has the rows below the column names', async () => {
    const workbook = await written([
      '{"number":1.5,"text":"a<b>&\\"c\\"","place":null}',
      '{"number":null,"text":" x ","place":{"type":"Point","coordinates":[1,2]}}',
    ]);
    expect(values(workbook.worksheets[0])).toEqual([
      ['number', 'text', 'place'],
      [1.5, 'a<b>&"c"'],
      [undefined, ' x ', '{"type":"Point","coordinates":[1,2]}'],
    ]);
  });

  it('continues in another sheet when one is full, repeating the column names', async () => {
    const lines = Array.from({ length: 7 }, (_, number) => `{"number":${number},"text":null,"place":null}`);
    const workbook = await written(lines, 4);
    expect(workbook.worksheets.map((sheet) => [sheet.name, sheet.rowCount])).toEqual([
      ['Data 1', 4],
      ['Data 2', 4],
      ['Data 3', 2],
    ]);
    expect(values(workbook.worksheets[2])).toEqual([['number', 'text', 'place'], [6]]);
  });

  it('preserves a text that is too long for a cell completely', async () => {
    const text = `${'ä\u{1F9D1}'.repeat(30_000)}end`;
    const workbook = await written([
      '{"number":1,"text":"short","place":null}',
      JSON.stringify({ number: 2, text, place: null }),
    ]);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Data', 'Long texts']);
    const [, , row] = values(workbook.worksheets[0]);
    const [names, ...parts] = values(workbook.worksheets[1]);
    expect(names).toEqual(['sheet', 'row', 'column', 'part', 'text']);
    expect(parts.map((part) => part.slice(0, 4))).toEqual([
      [1, 3, 'B', 2],
      [1, 3, 'B', 3],
    ]);
    expect([row?.[1], ...parts.map((part) => part[4])].join('')).toBe(text);
  });

  it('has integers that Excel would cut as text, and counts them', async () => {
    const digits = ['9007199254740993', '-9223372036854775807', '1000000000000000000', '123456789012345'];
    const [from, to] = [path.join(folder, 'rows.ndjson'), path.join(folder, 'rows.xlsx')];
    await writeFile(from, digits.map((number) => `{"number":${number},"text":null,"place":null}\n`).join(''));
    const made = await writeWorkbook(from, columns, to, new AbortController().signal);
    expect(made).toEqual({ sheets: 1, longTexts: 0, longNumbers: 2, textMoments: 0, emptyRows: 0 });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(to);
    const [, ...rows] = values(workbook.worksheets[0]);
    expect(rows.map(([number]) => number)).toEqual([digits[0], digits[1], 1e18, 123456789012345]);
  });

  it('is cancelled on request, and when its rows cannot be read', async () => {
    const lines = Array.from({ length: 20_000 }, (_, number) => `{"number":${number},"text":"x","place":null}\n`);
    const [from, to] = [path.join(folder, 'rows.ndjson'), path.join(folder, 'rows.xlsx')];
    await writeFile(from, lines.join(''));
    const stop = new AbortController();
    const writing = writeWorkbook(from, columns, to, stop.signal);
    stop.abort();
    await expect(writing).rejects.toThrow('abort');
    const missing = writeWorkbook(path.join(folder, 'none'), columns, `${to}2`, new AbortController().signal);
    await expect(missing).rejects.toThrow('ENOENT');
  });

  it('without rows has the column names', async () => {
    expect(values((await written([])).worksheets[0])).toEqual([['number', 'text', 'place']]);
  });

  it('that is aborted throws and stops', async () => {
    const controller = new AbortController();
    controller.abort();
    const from = path.join(folder, 'rows.ndjson');
    await writeFile(from, '{"number":1,"text":null,"place":null}\n');
    await expect(writeWorkbook(from, columns, path.join(folder, 'x.xlsx'), controller.signal)).rejects.toThrow();
  });
});

describe('Cells', () => {
  it('a number of more than 15 digits is text, so that no digit is lost', () => {
    const digits = ['123456789012345', '9007199254740993', '1000000000000000000'];
    expect(digits.map(isLongInteger)).toEqual([false, true, false]);
  });

  it('characters that XML cannot contain are escaped as in Excel', () => {
    expect(sheetText('a\u0000b\u0001c\ud800_x0041_')).toBe('a_x0000_b_x0001_c_xD800__x005F_x0041_');
  });
});

describe('A row', () => {
  function expected(values: readonly unknown[]): string {
    const cells = values.map((value, at) => {
      const reference = `${'ABC'[at]}7`;
      if (value === null) return '';
      const json = JSON.stringify(value);
      return typeof value === 'number' && !isLongInteger(json)
        ? numericCell(reference, json)
        : textCell(reference, typeof value === 'string' ? value : json);
    });
    return `<row r="7">${cells.join('')}</row>`;
  }

  it('has a cell of each value that is present', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom(
        ' a',
        'b ',
        '_x0041_',
        '_x',
        '\ufffe',
        '\uffee',
        '&amp;',
        'tab\t',
        '\ud800',
        null,
        9007199254740991,
      ),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant({ type: 'Point', coordinates: [1, 2] }),
    );
    fc.assert(
      fc.property(fc.tuple(value, value, value), (values) => {
        // A date or time has another kind of cell, which the tests of moments compare.
        fc.pre(!values.some((one) => typeof one === 'string' && momentCell(one) !== null));
        const [a, b, c] = values;
        const bytes = Buffer.from(JSON.stringify({ a, 'b"': b, c }));
        const xml = sheetRow({ bytes, start: 0, end: bytes.length }, ['A', 'B'], 7, {
          ...{ longNumbers: 0, textMoments: 0, emptyRows: 0 },
          shorten: (_, text) => text,
        });
        expect(xml).toBe(expected(values));
      }),
      { seed, numRuns: caseCount(300, 2_000) },
    );
  });
});
