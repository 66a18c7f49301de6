import { expect, test } from 'vitest';
import { printedPage, tableMarkup } from './printed-page.ts';

test('a table is printed with its headings, and no text of it is markup', () => {
  const table = {
    head: ['<Name>', 'n'],
    lines: [
      ['"A" & B', 1234],
      [null, 5n],
    ],
  };
  expect(tableMarkup(table)).toBe(
    '<table><thead><tr><th>&lt;Name&gt;</th><th>n</th></tr></thead><tbody>' +
      '<tr><td>&quot;A&quot; &amp; B</td><td align="right">1234</td></tr>' +
      '<tr><td></td><td align="right">5</td></tr></tbody></table>',
  );
  expect(tableMarkup(table, (cell, at) => (at === 1 ? `${String(cell)} %` : ''))).toContain('>1234 %<');
  expect(printedPage('<script>', '')).toContain('<title>&lt;script&gt;</title>');
});
