import { expect, test } from 'vitest';
import { spreadsheetHtml } from './use-copy.tsx';

const cellsOf = (html: string) => [...html.matchAll(/<td.*?<\/td>/g)].map(([cell]) => cell);

test('numbers carry their value, texts are marked as text', () => {
  const html = spreadsheetHtml(['A & B', 'C'], [[1.5, '007', null, 12n, '=A1', '<b>']]);
  expect(html).toContain('<th>A &amp; B</th>');
  const asText = `style="mso-number-format:'\\@'" sdnum="1033;0;@"`;
  expect(cellsOf(html)).toEqual([
    '<td x:num="1.5" sdval="1.5" sdnum="1033;">1.5</td>',
    `<td ${asText}>007</td>`,
    '<td></td>',
    '<td x:num="12" sdval="12" sdnum="1033;">12</td>',
    `<td ${asText}>=A1</td>`,
    `<td ${asText}>&lt;b&gt;</td>`,
  ]);
});

test('an integer with more digits than a spreadsheet keeps is preserved as text', () => {
  const [cell] = cellsOf(spreadsheetHtml(null, [[9007199254740993123n]]));
  expect(cell).toContain('mso-number-format');
  expect(cell).toContain('>9007199254740993123<');
});

test('a line break stays within its cell', () => {
  expect(cellsOf(spreadsheetHtml(null, [['a\nb']]))).toHaveLength(1);
});
