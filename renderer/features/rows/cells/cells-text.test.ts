import { expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { type TableFormat, tableText } from './cells-text.ts';

const headings = ['id', 'name'];
const rows: readonly Row[] = [
  [9007199254740993n, 'a "b", c'],
  [null, 'x|y\nz\tw'],
];

const cases: readonly [TableFormat, boolean, string][] = [
  ['TSV', true, 'id\tname\n9007199254740993\ta "b", c\n\tx|y z w'],
  ['CSV', true, 'id,name\r\n9007199254740993,"a ""b"", c"\r\n,"x|y\nz\tw"'],
  ['CSV', false, '9007199254740993,"a ""b"", c"\r\n,"x|y\nz\tw"'],
  ['JSON', true, '[\n  {"id": 9007199254740993, "name": "a \\"b\\", c"},\n  {"id": null, "name": "x|y\\nz\\tw"}\n]'],
  ['JSON', false, '[\n  [9007199254740993, "a \\"b\\", c"],\n  [null, "x|y\\nz\\tw"]\n]'],
  ['Markdown', true, '| id | name |\n| --- | --- |\n| 9007199254740993 | a "b", c |\n|  | x\\|y z\tw |'],
];

test.each(cases)('%s with headings: %s', (format, withHeadings, text) => {
  expect(tableText(format, withHeadings ? headings : null, rows)).toBe(text);
});

test('geometry is copied as GeoJSON', () => {
  expect(tableText('TSV', null, [[{ type: 'Point', coordinates: [1, 2] }]])).toBe(
    '{"type":"Point","coordinates":[1,2]}',
  );
});
