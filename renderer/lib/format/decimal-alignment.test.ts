import { expect, test } from 'vitest';
import type { CellFormat } from './cell-text.ts';
import { fractionPadding, widestFraction } from './decimal-alignment.ts';

const format: CellFormat = { locale: 'en', raw: false, grouped: true };

test('the widest fraction of a column leaves out other kinds of values', () => {
  const rows = [
    [1.5, 'a.123'],
    [null, 'b'],
    [20.125, 'c'],
    [7n, 'd'],
    [1e-9, 'e'],
  ];
  expect([widestFraction(rows, 0, format), widestFraction(rows, 1, format), widestFraction([], 0, format)]).toEqual([
    3, 0, 0,
  ]);
});

test.each([
  ['1.25', 3, 1],
  ['1.125', 3, 0],
  ['1.0625', 3, 0],
  ['7', 3, 3.5],
  ['-1,234.5', 2, 1],
  ['2,176', 3, 3.5],
  ['7', 0, 0],
  ['1E-9', 3, 0],
])('%s in a column with %i digits behind the point leaves %d', (text, widest, padding) => {
  expect(fractionPadding(text, widest, 'en')).toBe(padding);
});

test('whole numbers with groups have no fraction', () => {
  expect(widestFraction([[2176], [215]], 0, format)).toBe(0);
  expect(fractionPadding('-1.234,5', 2, 'de')).toBe(1);
});
