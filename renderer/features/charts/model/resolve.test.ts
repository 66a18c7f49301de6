import { expect, test } from 'vitest';
import { degreesOf } from '../../../lib/groups/group-query.ts';
import { niceStep } from '../../../lib/groups/resolve-dimensions.ts';
import { chartOf } from './new-chart.ts';
import { resolveChart } from './resolve.ts';

const column = { name: 'n', label: '', description: '', type: 'float' };

function stepOf(min: number | string, max: number | string, distinct = 1000, bulk: [number, number] | null = null) {
  const chart = chartOf(typeof min === 'string' ? { ...column, type: 'char', moment: 'date' } : column, 'a');
  return resolveChart(chart, new Map([['n', { min, max, distinct, bulk }]])).x;
}

test('bins are 1, 2 or 5 times a power of ten wide', () => {
  expect([0.3, 1, 1.2, 7, 50.1, 0.00021].map(niceStep)).toEqual([0.5, 1, 2, 10, 100, 0.0005]);
  expect([0, -1, Number.NaN].map(niceStep)).toEqual([1, 1, 1]);
});

test('a few values far away do not make all others one bin', () => {
  expect(stepOf(0, 30)).toMatchObject({ function: 'Bin', step: 1 });
  expect(stepOf(0, 1_000_000, 1000, [0, 30])).toMatchObject({ step: 5000 });
  expect(stepOf(0, 100, 1000, [0, 30])).toMatchObject({ step: 1 });
});

test('integers of few values are taken as they are', () => {
  expect(stepOf(1, 12, 12)).toMatchObject({ function: null });
});

test('steps of time follow the span', () => {
  expect(stepOf('2001-01-01', '2001-03-01')).toMatchObject({ function: 'Day' });
  expect(stepOf('2001-01-01', '2003-01-01')).toMatchObject({ function: 'Week' });
  expect(stepOf('2001-01-01', '2009-01-01')).toMatchObject({ function: 'Month' });
  expect(stepOf('1900-01-01', '2009-01-01')).toMatchObject({ function: 'Year' });
  expect(stepOf('2001-01-01T00:00', '2001-01-03T00:00')).toMatchObject({ function: 'Hour' });
  expect(stepOf('sometime', 'later')).toMatchObject({ function: 'Year' });
});

test('a column without values is not divided', () => {
  const chart = chartOf(column, 'a');
  const none = { min: null, max: null, distinct: 0, bulk: null };
  expect(resolveChart(chart, new Map([['n', none]])).x).toMatchObject({ function: null });
});

test('cells are as large as suits how far the places reach', () => {
  const place = chartOf({ name: 'n', label: '', description: '', type: 'geometry' }, 'a');
  const stepFor = (degrees: number, distinct: number) =>
    resolveChart(place, new Map([['n', { min: null, max: null, distinct, bulk: null, degrees }]])).x;
  expect(stepFor(1, 60_000)).toMatchObject({ function: 'Cell', step: 0.02 });
  expect(stepFor(110, 60_000)).toMatchObject({ function: 'Cell', step: 2 });
  // Fewer are drawn singly.
  expect(stepFor(110, 50_000)).toMatchObject({ function: 'Cell', step: 0.01 });
  expect(resolveChart({ ...place, mark: 'scatter' }, new Map()).mark).toBe('map');
});

test('a few places far away do not make all others one cell', () => {
  const near = Array.from({ length: 10 }, (_, at) => [`${at},5`, 100] as const);
  expect(degreesOf(near)).toBe(10);
  expect(degreesOf([...near, ['144,13', 2], [null, 50]])).toBe(10);
  expect(degreesOf([])).toBe(360);
});
