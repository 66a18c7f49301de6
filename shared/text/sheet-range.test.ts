import { expect, test } from 'vitest';
import { columnLetters, rangeOf, rangeText } from './sheet-range.ts';

test('columns have letters as in a spreadsheet', () => {
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD']);
});

test.each([
  ['17-31', { first: 17, last: 31 }],
  ['17-', { first: 17 }],
  ['F17-J31', { first: 17, last: 31, columns: { first: 6, last: 10 } }],
  ['A1-XFD', { first: 1, columns: { first: 1, last: 16_384 } }],
] as const)('a range is written and read: %s', (text, range) => {
  expect(rangeText(range)).toBe(text);
  expect(rangeOf(text)).toEqual(range);
  expect(rangeOf(` ${text.toLowerCase()} `)).toEqual(range);
});

test.each(['', '17', '31-17', '0-5', 'F17-31', '17-J31', 'J17-F31', 'a-b', '-5'])('is no range: %j', (text) => {
  expect(rangeOf(text)).toBeNull();
});
