import type { EChartsOption } from 'echarts';
import { expect, test } from 'vitest';
import type { Dimension } from '#shared/chart.ts';
import type { Category } from '../../../lib/groups/category.ts';
import { labelledCategories, withRoomForLabels } from './axis-labels.ts';

const valuesOf = (count: number, first: number, step: number): Category[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'value', value: Number((first + at * step).toPrecision(12)) }));

/** The labelled values of a numeric axis. */
function labelled(dimension: Dimension, categories: readonly Category[]): unknown[] {
  const { interval } = labelledCategories(dimension, categories);
  if (typeof interval !== 'function') throw new Error('Every category may have a label.');
  return categories.flatMap((category, at) => (interval(at) && category.kind === 'value' ? [category.value] : []));
}

test.each([
  { width: 20, first: -1120, count: 140, round: [-1000, -500, 0, 500, 1000, 1500] },
  { width: 100, first: 0, count: 50, round: [0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500] },
  { width: 0.05, first: 0, count: 20, round: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] },
  { width: 7, first: 0, count: 30, round: [0, 21, 42, 63, 84, 105, 126, 147, 168, 189] },
])('bins of $width are labelled at round numbers', ({ width, first, count, round }) => {
  const bins: Dimension = { column: 'delay', function: 'Bin', step: width };
  expect(labelled(bins, valuesOf(count, first, width))).toEqual(round);
});

test('years are labelled at round ones, and what stands for missing values always is', () => {
  const years: Dimension = { column: 'month', function: 'Year', step: 0 };
  expect(labelled(years, valuesOf(63, 1958, 1))).toEqual([1960, 1970, 1980, 1990, 2000, 2010, 2020]);
  const names: Dimension = { column: 'from', function: null, step: 0 };
  const [first] = valuesOf(1, 1, 1);
  const others: Category = { kind: 'others', count: 3 };
  expect(labelledCategories(names, first === undefined ? [] : [first, others])).toEqual({
    interval: 0,
    showMaxLabel: true,
  });
});

test('labels that do not fit side by side are slanted, unless not even that helps', () => {
  const option = (names: readonly string[]): EChartsOption => ({
    xAxis: { type: 'category', data: [...names], axisLabel: { interval: 0 } },
  });
  const slantOf = (names: readonly string[], width: number) => {
    const { xAxis } = withRoomForLabels(option(names), width, 400);
    return Array.isArray(xAxis) ? null : xAxis?.axisLabel?.rotate;
  };
  const phases = ['Approach', 'Climb', 'Landing Roll', 'Take-off run', 'Descent', 'Taxi', 'Parked'];
  expect(slantOf(phases, 900)).toBeUndefined();
  expect(slantOf(phases, 240)).toBe(40);
  expect(slantOf(phases, 150)).toBeUndefined();
});

test('of names that do not fit below each other every few are there, and the last', () => {
  const names = Array.from({ length: 21 }, (_, at) => `name ${at}`);
  const option: EChartsOption = { yAxis: { type: 'category', data: names, axisLabel: { interval: 0 } } };
  const namedIn = (height: number) => {
    const { yAxis } = withRoomForLabels(option, 400, height);
    const interval = Array.isArray(yAxis) || yAxis?.type !== 'category' ? null : yAxis.axisLabel?.interval;
    return typeof interval === 'function' ? names.filter((name, at) => interval(at, name)) : interval;
  };
  expect(namedIn(600)).toBe(0);
  expect(namedIn(240)).toEqual(['name 0', 'name 3', 'name 6', 'name 9', 'name 12', 'name 15', 'name 20']);
});

test('names at the ends of lines are moved up as far as down, and stay where they have room', () => {
  const line = (end: number) => ({ type: 'line' as const, data: [1, end], endLabel: { show: true } });
  const moved = (ends: readonly number[]) => {
    const option: EChartsOption = { yAxis: { type: 'value' }, series: ends.map(line) };
    const { series } = withRoomForLabels(option, 600, 345);
    const layouts = [series ?? []].flat().map((one) => ('labelLayout' in one ? Object(one.labelLayout).dy : null));
    return layouts.map((px) => Math.round(px));
  };
  expect(moved([20, 50, 51, 52, 90])).toEqual([0, 11, 0, -11, 0]);
  // The first does not leave the drawing.
  expect(moved([100, 99, 98])).toEqual([0, 11, 22]);
});
