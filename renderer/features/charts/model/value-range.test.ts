import { describe, expect, it } from 'vitest';
import { drawnRange, isLegible, isWithin, libraryLimits, markStep } from './value-range.ts';

describe('drawnRange', () => {
  it('reaches from the least to the greatest value, without those that are missing', () => {
    expect(drawnRange({ series: [{ type: 'bar', data: [3, null, -1, { value: 8, itemStyle: {} }] }] })).toEqual([
      -1, 8,
    ]);
    expect(drawnRange({ series: { type: 'line', data: [2, 5] } })).toEqual([2, 5]);
  });

  it('reaches over all whiskers of boxes', () => {
    expect(drawnRange({ series: [{ type: 'boxplot', data: [[1, 2, 3, 4, 9], { value: [] }] }] })).toEqual([1, 9]);
  });

  it('adds up what is stacked, above and below zero', () => {
    const series = [
      { type: 'bar', stack: 'all', data: [1, 2, -3] },
      { type: 'bar', stack: 'all', data: [4, null, -2] },
    ];
    expect(drawnRange({ series } as Parameters<typeof drawnRange>[0])).toEqual([-5, 5]);
  });

  it('is unknown without a value', () => {
    expect(drawnRange({ series: [{ type: 'bar', data: [null, null] }] })).toBeNull();
    expect(drawnRange({})).toBeNull();
  });
});

describe('the range of an axis', () => {
  it('contains values up to its ends', () => {
    expect(isWithin([0, 10], [0, 10])).toBe(true);
    expect(isWithin([0, 10.5], [0, 10])).toBe(false);
    expect(isWithin([-1, 10], [0, 10])).toBe(false);
  });

  it('suits bars that fill a quarter of it, measured from zero', () => {
    expect(isLegible([24, 25], [0, 100])).toBe(true);
    expect(isLegible([1, 24], [0, 100])).toBe(false);
    expect(isLegible([-20, 6], [-50, 50])).toBe(true);
  });

  it('suits lines by their differences, where it does not begin at zero', () => {
    expect(isLegible([50, 51], [40, 60])).toBe(false);
    expect(isLegible([45, 51], [40, 60])).toBe(true);
  });
});

describe('the distance of marks', () => {
  it.each([
    [[0, 350_000], 50_000],
    [[0, 1_500_000], 500_000],
    [[0, 1_200_000], 300_000],
    [[0, 100], 20],
    [[0, 60], 20],
    [[-0.04, 0.08], 0.02],
    [[40, 60], 5],
    [[0, 6], 2],
  ] as const)('within %j meets both ends with %d', (range, step) => {
    expect(markStep(range)).toBeCloseTo(step, 12);
    expect((range[1] - range[0]) / step).toBeCloseTo(Math.round((range[1] - range[0]) / step), 9);
  });

  it('is left to the library where none meets both ends', () => {
    expect(markStep([0, 97])).toBeUndefined();
  });
});

it.each([
  [62.9, 82.5, 60, 84],
  [0, 194, 0, 210],
  [-3, 47, -10, 50],
])('the library ends an axis from %d to %d at %d and %d', (min, max, low, high) => {
  expect(libraryLimits({ min, max })).toEqual({ min: low, max: high });
});
