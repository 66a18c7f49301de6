import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDecimal,
  formatFigure,
  formatInteger,
  formatMoment,
  formatPercentage,
  formatRelative,
  formatShortCount,
  formatShortNumber,
  formatValue,
} from './format.ts';

describe('numbers', () => {
  test('counts follow the locale', () => {
    expect([formatCount(3_000_000, 'en'), formatCount(3_000_000, 'de'), formatCount(3_000_000, 'it')]).toEqual([
      '3,000,000',
      '3.000.000',
      '3.000.000',
    ]);
  });

  test('short counts keep one decimal', () => {
    expect([formatShortCount(3_000_000, 'en'), formatShortCount(12_449, 'en'), formatShortCount(7, 'en')]).toEqual([
      '3M',
      '12.4K',
      '7',
    ]);
  });

  test('numbers in little space lose no digits before their decimals below a million', () => {
    const texts = [1250, 12_345, 0.5, -31.74, 760_167_650, 1.2e17].map((value) => formatShortNumber(value, 'en', 4));
    expect(texts).toEqual(['1,250', '12,345', '0.5', '−31.74', '760.2M', '1.2E17']);
    // Beside millions.
    expect(formatShortNumber(800_000, 'en', 4, 1_000_000)).toBe('800K');
  });

  test('values have all their digits', () => {
    const texts = [9_007_199_254_740_991, 2 ** 53, 2n ** 63n, 1e300, 0.00005, -12_345.5].map((value) =>
      formatValue(value, 'en', true),
    );
    expect(texts).toEqual([
      '9,007,199,254,740,991',
      '9.007199254740992E15',
      '9,223,372,036,854,775,808',
      '1E300',
      '5E−5',
      '−12,345.5',
    ]);
    expect([62_435_089.83, 0.1234567, 0.1 + 0.2, 1.1234567e-5].map((value) => formatValue(value, 'en', true))).toEqual([
      '62,435,089.83',
      '0.1234567',
      '0.30000000000000004',
      '1.1234567E−5',
    ]);
  });

  test('figures are exact, or say that they are rounded', () => {
    const figures = [3000, 942_589_679.05, 1 / 3, 0.1234567, 1e300, 2n ** 64n, 123_456_789_012_345.67, 1 / 3e7];
    expect(figures.map((figure) => formatFigure(figure, 'en'))).toEqual([
      '3,000',
      '942,589,679.05',
      '≈ 0.333333',
      '≈ 0.123457',
      '≈ 1E300',
      '18,446,744,073,709,551,616',
      '123,456,789,012,345.67',
      '≈ 3.333333E−8',
    ]);
    expect([2008, 12_345, 942_589_679.05].map((figure) => formatFigure(figure, 'en'))).toEqual([
      '2,008',
      '12,345',
      '942,589,679.05',
    ]);
    expect([1, 0.5, 0.57, 0.1234, 1 / 3, 0.00001].map((share) => formatPercentage(share, 'en'))).toEqual([
      '100%',
      '50%',
      '57%',
      '12.34%',
      '≈ 33.33%',
      '< 0.01%',
    ]);
  });

  test('integers keep every digit, and amounts are grouped from four digits', () => {
    expect([
      formatInteger(2008, 'en', true),
      formatInteger(12345, 'en', true),
      formatInteger(12345, 'en', false),
      formatInteger(9007199254740993n, 'en', true),
      formatInteger(-170141183460469231731687303715884105728n, 'en', false),
    ]).toEqual(['2,008', '12,345', '12345', '9,007,199,254,740,993', '−170141183460469231731687303715884105728']);
  });

  test('decimals are never shown as a false zero', () => {
    expect([
      formatDecimal(0.1, 'en'),
      formatDecimal(1234567.25, 'de'),
      formatDecimal(0.00001234, 'en'),
      formatDecimal(0, 'en'),
      formatDecimal(-1e21, 'en'),
    ]).toEqual(['0.1', '1.234.567,25', '1.234E−5', '0', '−1E21']);
  });

  test('sizes take the largest unit that fits', () => {
    expect([formatBytes(0, 'en'), formatBytes(999, 'en'), formatBytes(13_400_000, 'en')]).toEqual([
      '0 bytes',
      '999 bytes',
      '13.4 MB',
    ]);
  });
});

test('a text that is not a timestamp is returned unchanged', () => {
  expect(formatMoment('soon', 'en')).toBe('soon');
});

test.each([
  ['2026-11-24T11:59:40Z', 'now'],
  ['2026-11-24T11:55:00Z', '5 minutes ago'],
  ['2026-11-23T11:00:00Z', 'yesterday'],
  ['2026-11-03T12:00:00Z', '3 weeks ago'],
  ['2024-01-01T00:00:00Z', '2 years ago'],
  ['2026-11-24T14:00:00Z', 'in 2 hours'],
  ['soon', 'soon'],
])('%s is %s', (iso, text) => {
  expect(formatRelative(iso, Date.parse('2026-11-24T12:00:00Z'), 'en')).toBe(text);
});
