import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { base64Of, clipboardText, creditedLines, csvText } from './table-text.ts';

const table = {
  head: ['name', 'value'],
  lines: [
    ['=cmd|calc', 1],
    ['a, "b"\n', 9007199254740993n],
    [null, null],
  ],
};
const credits = { title: 'Rows by name', source: 'City / Towns', addresses: ['https://x.example/'], link: '' };

it('contains every digit, and nothing that a spreadsheet would evaluate', () => {
  const read = parse(csvText(creditedLines(credits, table)), { relax_column_count: true }) as string[][];
  expect(read).toEqual([
    ['Rows by name'],
    ['City / Towns'],
    ['https://x.example/'],
    [''],
    ['name', 'value'],
    ["'=cmd|calc", '1'],
    ['a, "b"\n', '9007199254740993'],
    ['', ''],
  ]);
  expect(clipboardText(table).split('\n')[1]).toBe("'=cmd|calc\t1");
});

it('contains a link if there is one', () => {
  const linked = creditedLines({ ...credits, link: 'almanac://open' }, table);
  expect(linked.slice(2, 5)).toEqual([['https://x.example/'], ['almanac://open'], []]);
});

it('encodes texts of any length and script', () => {
  const text = 'Zürich 東京 '.repeat(20_000);
  expect(Buffer.from(base64Of(text), 'base64').toString()).toBe(text);
});
