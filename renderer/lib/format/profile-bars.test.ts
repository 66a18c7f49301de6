import { describe, expect, test } from 'vitest';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { filtersOf, timeText } from '../query/profile-filters.ts';
import { barsOf } from './profile-bars.ts';

const column = (type: string) => ({ name: 'c', label: 'C', description: '', type });

const nothing: ColumnProfile = {
  column: 'c',
  type: 'char',
  rows: 100,
  of: 100,
  missing: 0,
  distinct: { count: 50, exact: true },
  numbers: null,
  lengths: null,
  dates: null,
  histogram: null,
  frequent: [],
  geometry: null,
};

const numbers: ColumnProfile = {
  ...nothing,
  missing: 3,
  numbers: { min: -0.5, max: 9.5, mean: 1, quartiles: [1, 2, 3], quartilesExact: true },
  histogram: { of: 'values', from: -0.5, to: 9.5, counts: [4, 0, 5, 1] },
};

function chosen(type: string, profile: ColumnProfile, from: number, to: number) {
  const bars = barsOf(column(type), profile).slice(from, to + 1);
  return filtersOf(column(type), profile, bars).map(({ lookup, value }) => `${lookup} ${value}`);
}

describe('bars of decimals', () => {
  test('are the bins, and one for missing values', () => {
    const bars = barsOf(column('float'), numbers);
    expect(bars.map(({ kind, count }) => [kind, count])).toEqual([
      ['range', 4],
      ['range', 0],
      ['range', 5],
      ['range', 1],
      ['missing', 3],
    ]);
    expect(bars[1]).toMatchObject({ from: 2, to: 4.5, last: false });
  });

  test.each([
    [0, 0, ['gte -0.5', 'lt 2']],
    [1, 2, ['gte 2', 'lt 7']],
    [3, 3, ['gte 7', 'lte 9.5']],
    [3, 4, ['gte 7', 'lte 9.5']],
    [4, 4, ['isnull true']],
  ])('%i to %i filter by %j', (from, to, expected) => {
    expect(chosen('float', numbers, from, to)).toEqual(expected);
  });
});

test('bars of long integers keep every digit of their ends, and each end belongs to one bar', () => {
  const [min, max] = [-(2n ** 63n), 2n ** 63n - 1n];
  const profile: ColumnProfile = {
    ...nothing,
    numbers: { min, max, mean: 0, quartiles: [0, 0, 0], quartilesExact: true },
    histogram: { of: 'values', from: Number(min), to: Number(max), counts: [1, 1] },
  };
  expect(chosen('integer', profile, 0, 0)).toEqual([`range ${min},-1`]);
  expect(chosen('integer', profile, 0, 1)).toEqual([`range ${min},${max}`]);
});

test('few distinct numbers have a bar each, in ascending order', () => {
  const frequent = [7, 3, 10n ** 18n].map((value, at) => ({ value, count: 9 - at }));
  const profile: ColumnProfile = { ...numbers, missing: 0, distinct: { count: 3, exact: true }, frequent };
  const bars = barsOf(column('integer'), profile);
  expect(bars.map((bar) => bar.kind === 'value' && bar.value)).toEqual([3, 7, 10n ** 18n]);
  expect(chosen('integer', profile, 1, 2)).toEqual([`in 7,${10n ** 18n}`]);
});

test('frequent texts have a bar each, the others share one that cannot be filtered by', () => {
  const frequent = [
    { value: 'a,b', count: 40 },
    { value: 'c', count: 30 },
  ];
  const profile: ColumnProfile = { ...nothing, missing: 10, frequent };
  expect(barsOf(column('char'), profile).map(({ kind, count }) => [kind, count])).toEqual([
    ['value', 40],
    ['value', 30],
    ['others', 20],
    ['missing', 10],
  ]);
  expect(chosen('char', profile, 0, 0)).toEqual(['exact a,b']);
  expect(chosen('char', profile, 0, 1)).toEqual(['in "a,b",c']);
  expect(chosen('char', profile, 2, 2)).toEqual([]);
});

test('texts without frequent values are shown by their lengths', () => {
  const profile: ColumnProfile = {
    ...nothing,
    lengths: { min: 1, max: 9 },
    histogram: { of: 'lengths', from: 1, to: 9, counts: [3, 3, 3, 3] },
  };
  expect(chosen('text', profile, 1, 2)).toEqual(['regex ^[\\s\\S]{3,6}$']);
  expect(chosen('text', profile, 3, 3)).toEqual(['regex ^[\\s\\S]{7,9}$']);
});

test('dates are filtered by texts of their own format', () => {
  const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 4)];
  const profile: ColumnProfile = {
    ...nothing,
    dates: { min: '2020-01-01', max: '2020-01-04' },
    histogram: { of: 'times', from, to, counts: [1, 1] },
    frequent: [{ value: '2020-01-01', count: 1 }],
  };
  expect(chosen('char', profile, 0, 0)).toEqual(['gte 2020-01-01', 'lt 2020-01-03']);
  expect(chosen('char', profile, 1, 1)).toEqual(['gte 2020-01-03', 'lte 2020-01-04']);
});

test.each([
  ['2020-01-01', '2020-03-05'],
  ['2020-01-01T10:00', '2020-03-04T05:07'],
  ['2020-01-01 10:00:00', '2020-03-04 05:06:08'],
  ['2020-01-01T10:00:00Z', '2020-03-04T05:06:08Z'],
  ['2020-01-01T10:00:00.123456Z', '2020-03-04T05:06:07.089000Z'],
  ['2020-01-01T10:00:00.1', '2020-03-04T05:06:07.1'],
])('like %s a moment is written %s', (like, expected) => {
  expect(timeText(Date.UTC(2020, 2, 4, 5, 6, 7, 89), like)).toBe(expected);
});

test('geometries have a bar for each kind', () => {
  const geometry = {
    box: [0, 0, 1, 1] as [number, number, number, number],
    kinds: [{ kind: 'Point', count: 5 }],
    grid: { columns: 1, rows: 1, counts: [5] },
  };
  const profile: ColumnProfile = { ...nothing, frequent: null, distinct: null, geometry, missing: 2 };
  expect(barsOf(column('geometry'), profile).map(({ kind }) => kind)).toEqual(['shape', 'missing']);
});

describe('bars of dates and times', () => {
  const times = (
    unit: 'year' | 'month' | 'day' | 'hour',
    size: number,
    from: string,
    counts: number[],
  ): ColumnProfile => ({
    ...nothing,
    dates: { min: from, max: from },
    histogram: { of: 'times', from: Date.parse(from), to: 0, counts, unit, size },
  });

  test.each([
    ['date', times('month', 1, '2019-12-01', [1, 2, 3]), 1, 1, ['gte 2020-01-01', 'lt 2020-02-01']],
    ['date', times('year', 1, '2019-01-01', [1, 2]), 0, 1, ['gte 2019-01-01', 'lt 2021-01-01']],
    ['date-time', times('day', 1, '2020-02-28', [1, 2, 3]), 1, 1, ['gte 2020-02-29', 'lt 2020-03-01']],
    ['date-time-zone', times('hour', 6, '2020-02-28', [1, 2]), 0, 0, ['gte 2020-02-28', 'lt 2020-02-28T06:00']],
    ['month', times('month', 3, '2020-10-01', [1, 2]), 0, 0, ['gte 2020-10', 'lt 2021-01']],
    ['quarter', times('month', 3, '2020-10-01', [1, 2]), 0, 0, ['gte 2020-Q4', 'lt 2021-Q1']],
    ['week', times('day', 7, '2020-12-28', [1, 2]), 0, 0, ['gte 2020-W53', 'lt 2021-W01']],
    ['week', times('day', 7, '2018-12-31', [1, 2]), 0, 0, ['gte 2019-W01', 'lt 2019-W02']],
    ['time', times('hour', 12, '1970-01-01', [1, 2]), 0, 0, ['gte 00:00', 'lt 12:00']],
    ['time', times('hour', 12, '1970-01-01', [1, 2]), 1, 1, ['gte 12:00']],
  ] as const)('of %s filter by the ends of their spans', (moment, profile, from, to, expected) => {
    const own = { ...column('char'), moment };
    const bars = barsOf(own, profile).slice(from, to + 1);
    expect(filtersOf(own, profile, bars).map(({ lookup, value }) => `${lookup} ${value}`)).toEqual(expected);
  });
});
