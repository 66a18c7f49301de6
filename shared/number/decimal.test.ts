import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  binStart,
  decimalOf,
  decimalQuotient,
  decimalStep,
  decimalSum,
  quantileOf,
  quotientOf,
  wholeEnds,
} from './decimal.ts';

const tenths = (units: number) => Number(`${units}e-1`);

test('decimals are added as written', () => {
  expect(decimalSum(0.1, 0.2)).toBe(0.3);
  expect(decimalSum(75263377.1, 0.26, -0.01)).toBe(75263377.35);
  expect(decimalStep(0.1, 0.1, 2)).toBe(0.3);
  expect(decimalStep(5, 1e-7, 3)).toBe(5.0000003);
  expect(decimalSum(1e308, 1e308)).toBe(Number.POSITIVE_INFINITY);
  expect(() => decimalOf('one')).toThrow('not a decimal number');
});

describe('a bin', () => {
  it('begins at or below its values, by less than its width', () => {
    const units = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 500 }), units, (value, width, origin) => {
        const start = binStart(tenths(value), tenths(width), tenths(origin));
        const past = (((value - origin) % width) + width) % width;
        expect(start).toBe(tenths(value - past) + 0);
      }),
    );
  });

  it('is exact for values of any size', () => {
    expect(binStart(1.797e308, 0.25, 0)).toBe(1.797e308);
    expect(binStart(-1.797e308, 1e308, 0)).toBe(-Number.MAX_VALUE);
    expect(binStart(9223372036854775807n, 10, 3)).toBe(2 ** 63);
    expect(binStart(-0.0, 0.1, 0)).toBe(0);
    expect(binStart('5e-324', '5e-324', '0')).toBe(5e-324);
  });
});

test('quotients are rounded once', () => {
  const whole = fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n });
  fc.assert(
    fc.property(whole, fc.bigInt({ min: 1n, max: 2n ** 53n }), (dividend, divisor) => {
      expect(quotientOf(dividend, divisor)).toBe(Number(dividend) / Number(divisor) + 0);
    }),
  );
  // Halfway between two doubles, and a little more.
  expect(quotientOf(2n ** 54n + 2n, 2n)).toBe(2 ** 53);
  expect(quotientOf((2n ** 54n + 2n) * 10n ** 60n + 1n, 2n * 10n ** 60n)).toBe(2 ** 53 + 2);
  expect(decimalQuotient(decimalOf(0.3), 3n)).toBe(0.1);
  expect(decimalQuotient(decimalOf(1e300), 4n)).toBe(2.5e299);
});

test.each([
  ['2', 2n, 2n],
  ['2.0', 2n, 2n],
  ['2.5', 2n, 3n],
  ['-2.5', -3n, -2n],
  ['7e0', 7n, 7n],
  ['-1e-999999999', -1n, 0n],
  ['0e999999999', 0n, 0n],
  ['0.04', 0n, 1n],
  ['27670116110564327421', 27670116110564327421n, 27670116110564327421n],
  ['-1e999999999', -(10n ** 37n), -(10n ** 37n)],
])('%s is between whole numbers', (text, floor, ceiling) => {
  expect(wholeEnds(text)).toEqual({ floor, ceiling });
});

test('quantiles lie between the values around the rank, in proportion', () => {
  expect(quantileOf([0.1, 0.2], 0.5)).toBe(0.15);
  expect(quantileOf([0.1, 0.2, 0.4, 0.8], 0.25)).toBe(0.175);
  expect(quantileOf([1, 2, 2n ** 62n], 0.5)).toBe(2);
  expect(quantileOf([3], 0.9)).toBe(3);
});
