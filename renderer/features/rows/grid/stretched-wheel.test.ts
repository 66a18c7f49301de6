import { expect, test } from 'vitest';
import { scrollScale, wheelPixels } from './stretched-wheel.ts';

test.each([
  [0, 24, 1],
  [666_666, 24, 1],
  [3_000_000, 24, 4.5],
  [10_000_000, 24, 15],
  [100_000_000, 24, 150],
])('%i rows of %i px scroll at a scale of %d', (rows, height, scale) => {
  expect(scrollScale(rows, height)).toBe(scale);
});

test('lines and pages of the wheel become pixels', () => {
  expect([wheelPixels(3, 1, 24, 600), wheelPixels(-1, 2, 24, 600), wheelPixels(100, 0, 24, 600)]).toEqual([
    72, -600, 100,
  ]);
});
