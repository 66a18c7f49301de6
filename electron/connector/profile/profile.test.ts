import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '#shared/cell.ts';
import { seed } from '../../lib/testing/tier.ts';
import { ColumnProfiler } from './column-profiler.ts';
import { DistinctEstimate } from './distinct-estimate.ts';
import { ScalingHistogram } from './scaling-histogram.ts';

function profileOf(cells: readonly Cell[], type = 'char') {
  const profiler = new ColumnProfiler({ name: 'c', label: 'C', description: '', type });
  for (const cell of cells) profiler.add(cell);
  return profiler.profile(cells.length);
}

describe('a histogram with an unknown range', () => {
  it('counts every number once, in its bin', () => {
    // Beyond this range, a number divided by a bin's width may be too small for a double.
    const double = fc.double({ noNaN: true, min: -1e60, max: 1e60 }).map((each) => (Math.abs(each) < 1e-60 ? 0 : each));
    const number = fc.oneof(double, fc.integer());
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 200 }), (numbers) => {
        const histogram = new ScalingHistogram();
        for (const each of numbers) histogram.add(each);
        const bins = histogram.bins();
        if (bins === null) throw new Error('There are numbers');
        const { from, to, counts } = bins;
        expect(counts.length).toBeLessThanOrEqual(32);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(numbers.length);
        expect([from <= Math.min(...numbers), to >= Math.max(...numbers)]).toEqual([true, true]);
        const width = to / counts.length - from / counts.length;
        if (counts.length < 2 || !Number.isFinite(width)) return;
        const again = new Array<number>(counts.length).fill(0);
        for (const each of numbers) {
          const bin = Math.floor(each / width) - Math.floor(from / width + 0.5);
          again[bin] = (again[bin] ?? 0) + 1;
        }
        expect(counts).toEqual(again);
      }),
      { numRuns: 300, seed },
    );
  });

  it('has one bin for one value, and none without values', () => {
    const histogram = new ScalingHistogram();
    expect(histogram.bins()).toBeNull();
    histogram.add(5);
    histogram.add(5);
    expect(histogram.bins()).toEqual({ from: 5, to: 5, counts: [2] });
  });
});

it.each([10, 2_000, 50_000])('about %i distinct texts are counted within a tenth', (count) => {
  const estimate = new DistinctEstimate();
  for (let round = 0; round < 2; round += 1) for (let at = 0; at < count; at += 1) estimate.add(`value ${at}`);
  expect(Math.abs(estimate.count() - count) / count).toBeLessThan(count <= 2_000 ? 1e-9 : 0.1);
});

describe('a column', () => {
  it('of numbers keeps every digit of long ones', () => {
    expect(profileOf([3, null, 1, 2n ** 70n, 1], 'integer')).toMatchObject({
      rows: 5,
      of: 5,
      missing: 1,
      distinct: { count: 3, exact: true },
      numbers: { min: 1, max: 2n ** 70n, quartiles: [1, 2, 2 ** 68], quartilesExact: true },
      frequent: [{ value: 1, count: 2 }, { value: 3, count: 1 }, expect.anything()],
      lengths: null,
    });
  });

  it('of dates and times has their range', () => {
    const times = profileOf(['2020-01-02 10:00', '2020-01-01 23:00', null]);
    expect(times.dates).toEqual({ min: '2020-01-01 23:00', max: '2020-01-02 10:00' });
    expect(times.histogram).toMatchObject({ of: 'times', unit: 'minute', size: 30 });
    expect(profileOf(['2020-01-31', '2021-03-01', '2021-03-31']).histogram).toMatchObject({
      from: Date.UTC(2020, 0, 1),
      unit: 'month',
      size: 1,
      counts: [1, ...new Array(13).fill(0), 2],
    });
    expect(times.histogram?.from).toBeLessThanOrEqual(Date.UTC(2020, 0, 1, 23));
    expect(profileOf(['2020-01-02', 'x']).dates).toBeNull();
    expect(profileOf(['2020-01-02', '2020-99-99']).dates).toBeNull();
  });

  it('of booleans and mixed types counts as text', () => {
    expect(profileOf([true, false, true, 5])).toMatchObject({
      numbers: null,
      frequent: [
        { value: 'true', count: 2 },
        { value: 'false', count: 1 },
        { value: 5, count: 1 },
      ],
      lengths: { min: 4, max: 5 },
    });
  });

  it('of distinct texts has a histogram of their lengths', () => {
    const profile = profileOf(Array.from({ length: 30_000 }, (_, at) => `${'x'.repeat(at % 40)}${at}`));
    expect(profile.distinct?.exact).toBe(false);
    expect(profile.frequent).toEqual([]);
    expect(profile.histogram).toMatchObject({ of: 'lengths' });
    expect(profile.histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(30_000);
  });

  it('of geometry has its bounding box and kinds', () => {
    const cells: Cell[] = [
      { type: 'Point', coordinates: [1, 2, 99] },
      { type: 'LineString', coordinates: [[-5, -6], [7, 8]] }, // biome-ignore format: one geometry a line
      { type: 'Point', coordinates: [3, 4] },
    ];
    const { grid, ...shapes } = profileOf(cells, 'geometry').geometry ?? {};
    expect(grid?.counts.flatMap((count, part) => (count === 0 ? [] : [[part, count]]))).toEqual([
      [3 * 24 + 16, 1],
      [5 * 24 + 12, 1],
      [11 * 24, 1],
    ]);
    expect(shapes).toEqual({
      box: [-5, -6, 7, 8],
      kinds: [
        { kind: 'Point', count: 2 },
        { kind: 'LineString', count: 1 },
      ],
    });
  });

  it('without values has no frequent values and no lengths', () => {
    expect(profileOf([null, null])).toMatchObject({ missing: 2, distinct: { count: 0 }, frequent: [], lengths: null });
  });
});
