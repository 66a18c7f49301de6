import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { base64Of, clipboardText, csvText, printedPage, tableMarkup } from './table-text.ts';

const table = {
  head: ['name', 'value'],
  lines: [
    ['=cmd|calc', 1],
    ['a, "b"\n', 9007199254740993n],
    [null, null],
  ],
};

it('begins with its header, and contains every digit, and nothing that a spreadsheet would evaluate', () => {
  const read = parse(csvText(table)) as string[][];
  expect(read).toEqual([
    ['name', 'value'],
    ["'=cmd|calc", '1'],
    ['a, "b"\n', '9007199254740993'],
    ['', ''],
  ]);
  expect(clipboardText(table).split('\n')[1]).toBe("'=cmd|calc\t1");
});

it('encodes texts of any length and script', () => {
  const text = 'Zürich 東京 '.repeat(20_000);
  expect(Buffer.from(base64Of(text), 'base64').toString()).toBe(text);
});

it('is printed with its headings, and no text of it is markup', () => {
  const printed = {
    head: ['<Name>', 'n'],
    lines: [
      ['"A" & B', 1234],
      [null, 5n],
    ],
  };
  expect(tableMarkup(printed)).toBe(
    '<table><thead><tr><th>&lt;Name&gt;</th><th>n</th></tr></thead><tbody>' +
      '<tr><td>&quot;A&quot; &amp; B</td><td align="right">1234</td></tr>' +
      '<tr><td></td><td align="right">5</td></tr></tbody></table>',
  );
  expect(tableMarkup(printed, (cell, at) => (at === 1 ? `${String(cell)} %` : ''))).toContain('>1234 %<');
  expect(printedPage('<script>', '')).toContain('<title>&lt;script&gt;</title>');
});
