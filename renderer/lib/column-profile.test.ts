import { describe, expect, test } from 'vitest';
import type { Cell } from '#shared/cell.ts';
import { profileColumn } from './column-profile.ts';

const profile = (...cells: readonly Cell[]) =>
  profileColumn(
    cells.map((cell) => [cell]),
    0,
  );

describe('a profile', () => {
  test('of few whole numbers has a bar for each', () => {
    expect(profile(1, 2, 2, 4, null)).toEqual({
      missing: 1,
      distinct: 3,
      numbers: { min: 1, median: 2, max: 4 },
      lengths: null,
      bars: [
        { kind: 'range', from: 1, to: 1, count: 1 },
        { kind: 'range', from: 2, to: 2, count: 2 },
        { kind: 'range', from: 3, to: 3, count: 0 },
        { kind: 'range', from: 4, to: 4, count: 1 },
      ],
    });
  });

  test('of many numbers has bars that hold every one', () => {
    const cells = Array.from({ length: 1000 }, (_, index) => index * 1.5 - 3);
    const { bars, numbers } = profile(...cells);
    expect([bars.length, bars.reduce((sum, bar) => sum + bar.count, 0), numbers]).toEqual([
      24,
      1000,
      { min: -3, median: 746.25, max: 1495.5 },
    ]);
  });

  test('of whole numbers far apart has at most two dozen bars without gaps', () => {
    const { bars } = profile(0, 99, 100);
    expect(bars.length).toBeLessThanOrEqual(24);
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(3);
    expect(bars.at(-1)).toEqual({ kind: 'range', from: 100, to: 100, count: 1 });
  });

  test('of texts lists the most frequent', () => {
    expect(profile('b', 'a', 'b', null)).toEqual({
      missing: 1,
      distinct: 2,
      numbers: null,
      lengths: { min: 1, max: 1 },
      bars: [
        { kind: 'value', value: 'b', count: 2 },
        { kind: 'value', value: 'a', count: 1 },
      ],
    });
  });

  test('of texts that are all different lists none', () => {
    expect(profile(...Array.from({ length: 50 }, (_, index) => `name ${index}`)).bars).toEqual([]);
  });

  test('of geometries counts their kinds', () => {
    const { distinct, bars } = profile(
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Point', coordinates: [1, 3] },
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    );
    expect([distinct, bars]).toEqual([
      3,
      [
        { kind: 'value', value: 'Point', count: 2 },
        { kind: 'value', value: 'LineString', count: 1 },
      ],
    ]);
  });

  test('of nothing says so', () => {
    expect(profile(null, null)).toEqual({ missing: 2, distinct: 0, numbers: null, lengths: null, bars: [] });
  });
});
