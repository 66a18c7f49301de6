import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exceljs from 'exceljs';
import { expect, test } from 'vitest';
import { makeWorkbook } from './make-workbook.ts';

test('a table becomes a workbook, with numbers as numbers, and leaves no temporary files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-workbook-'));
  try {
    const lines = [['Title'], ['=1+1', 'b'], ['x', 12.5], [null, 123456789012345678n], [], ['end', true]];
    const bytes = await makeWorkbook(folder, lines, new AbortController().signal);
    const book = new exceljs.Workbook();
    await book.xlsx.load(bytes as unknown as ArrayBuffer);
    const sheet = book.worksheets[0];
    const values = (row: number) => [1, 2].map((column) => sheet?.getCell(row, column).value ?? null);
    expect([1, 2, 3, 4, 6].map(values)).toEqual([
      ['Title', null],
      ['=1+1', 'b'],
      ['x', 12.5],
      [null, '123456789012345678'],
      ['end', 'true'],
    ]);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
