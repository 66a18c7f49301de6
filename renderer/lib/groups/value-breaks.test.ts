import { expect, test } from 'vitest';
import { breaksOf } from './value-breaks.ts';

const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1000];

test('quantiles have as many values each, and round bounds between them', () => {
  const breaks = breaksOf(values, { kind: 'quantile', count: 5 });
  expect(breaks).toHaveLength(4);
  const counts = [...breaks, Number.POSITIVE_INFINITY].map(
    (end, at) => values.filter((value) => value < end && value >= (breaks[at - 1] ?? Number.NEGATIVE_INFINITY)).length,
  );
  expect(counts).toEqual([2, 2, 2, 2, 2]);
  expect(breaksOf([1.234_567, 1.234_568, 9.876_543], { kind: 'quantile', count: 2 })).toEqual([6]);
});

test('equal intervals divide the range, own breaks are those within it', () => {
  expect(breaksOf(values, { kind: 'equal', count: 3 })).toEqual([334, 667]);
  expect(breaksOf(values, { kind: 'own', breaks: [500, 5, 0, 5, 2000] })).toEqual([5, 500]);
  expect(breaksOf([7, 7], { kind: 'quantile', count: 5 })).toEqual([]);
});
