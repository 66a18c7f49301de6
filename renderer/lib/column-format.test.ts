import { expect, test } from 'vitest';
import { numberText, paintOf, writesNumbers } from './column-format.ts';

test.each([
  [1234.5, {}, 'en', '1,234.5'],
  [1234.5, { decimals: 2 }, 'en', '1,234.50'],
  [1234.5, { decimals: 2 }, 'de', '1.234,50'],
  [1234.5, { decimals: 0, grouped: false }, 'en', '1235'],
  [0.256, { percent: true }, 'en', '25.6%'],
  [0.256, { percent: true, decimals: 0 }, 'de', '26\u00a0%'],
  [12n, { unit: 'km', decimals: 1 }, 'en', '12.0\u00a0km'],
  [9007199254740993n, {}, 'en', '9,007,199,254,740,993'],
])('%s as %o in %s is %s', (value, format, locale, text) => {
  expect(numberText(value, format, locale, true)).toBe(text);
});

test('a format that only sets the background leaves the numbers unchanged', () => {
  expect(writesNumbers({ paint: 'bars' })).toBe(false);
  expect(writesNumbers({ grouped: false })).toBe(true);
});

test('bars start at zero, on either side of it', () => {
  const range = { min: -50, max: 50 };
  expect(paintOf(25, 'bars', range)).toContain('var(--bar) 50.00% 75.00%');
  expect(paintOf(-25n, 'bars', range)).toContain('var(--bar-negative) 25.00% 50.00%');
  expect(paintOf(5, 'bars', { min: 4, max: 10 })).toContain('var(--bar) 0.00% 50.00%');
});

test('a scale runs from faint to strong; values other than numbers have no colour', () => {
  const range = { min: 0, max: 10 };
  expect(paintOf(0, 'scale', range)).toContain('var(--accent) 4%');
  expect(paintOf(10, 'scale', range)).toContain('var(--accent) 60%');
  expect([paintOf(null, 'scale', range), paintOf(Number.NaN, 'bars', range), paintOf(1, 'scale', undefined)]).toEqual([
    '',
    '',
    '',
  ]);
});
