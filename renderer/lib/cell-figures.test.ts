import { expect, test } from 'vitest';
import { figuresOfCells } from './cell-figures.ts';

const none = { sum: null, average: null, median: null, min: null, max: null };

test.each([
  [
    'whole numbers',
    [[1], [null], [2], [6], [3]],
    ['integer'],
    { count: 4, missing: 1, sum: 12, average: 3, median: 2.5, min: 1, max: 6 },
  ],
  [
    'several columns, texts counted alone',
    [
      [1, 'a'],
      [2, null],
    ],
    ['integer', 'char'],
    { count: 3, missing: 1, sum: 3, average: 1.5, median: 1.5, min: 1, max: 2 },
  ],
  [
    'fractions without what rounding loses',
    [[1e16], [1.5], [-1e16]],
    ['float'],
    { count: 3, missing: 0, sum: 1.5, average: 0.5, median: 1.5, min: -1e16, max: 1e16 },
  ],
  ['nothing but missing values', [[null], [null]], ['float'], { count: 0, missing: 2, ...none }],
  ['digits in a column of text', [['5']], ['char'], { count: 1, missing: 0, ...none }],
  ['no cell at all', [], ['integer'], { count: 0, missing: 0, ...none }],
])('figures of %s', (_, rows, types, expected) => {
  expect(figuresOfCells(rows, types)).toEqual(expected);
});

test('sums beyond what a double holds are exact', () => {
  const big = 9_007_199_254_740_993n;
  expect(figuresOfCells([[big], [2], [big]], ['integer'])).toMatchObject({
    sum: 18_014_398_509_481_988n,
    min: 2,
    max: big,
  });
  expect(figuresOfCells([[big], [-big], [4]], ['integer']).sum).toBe(4);
});
