import { expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import type { Chart } from '#shared/chart.ts';
import { categoryId } from '../../../lib/groups/category.ts';
import { chartData, unreadOf, withUnread } from './chart-data.ts';

const bars: Chart = {
  id: 'a',
  mark: 'bar',
  x: { column: 'city', function: null, step: 0 },
  y: null,
  measure: { function: 'Count', column: null },
  color: null,
  facet: null,
  top: 20,
  others: true,
  sort: 'descending',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: true,
};

function shown(chart: Chart, rows: readonly Row[]) {
  const { panels } = chartData(chart, rows);
  return panels.map(({ categories, series }) => ({
    x: categories.map(categoryId),
    series: series.map(({ category, values }) => [category === null ? '' : categoryId(category), values]),
  }));
}

test('categories stand by their values, the largest first and the missing one last', () => {
  const rows: Row[] = [
    ['Rome', 3],
    [null, 9],
    ['Bonn', 5],
  ];
  expect(shown(bars, rows)).toEqual([{ x: ['string Bonn', 'string Rome', 'missing'], series: [['', [5, 3, 9]]] }]);
  expect(shown({ ...bars, missing: false }, rows)).toEqual([
    { x: ['string Bonn', 'string Rome'], series: [['', [5, 3]]] },
  ]);
  expect(shown({ ...bars, sort: 'ascending' }, rows)[0]?.x).toEqual(['string Rome', 'string Bonn', 'missing']);
});

test('counts beyond the most categories are put together, averages are not', () => {
  const rows: Row[] = Array.from({ length: 6 }, (_, at) => [`c${at}`, 10 - at]);
  expect(shown({ ...bars, top: 2 }, rows)).toEqual([
    { x: ['string c0', 'string c1', 'others'], series: [['', [10, 9, 8 + 7 + 6 + 5]]] },
  ]);
  const averages = chartData({ ...bars, top: 2, measure: { function: 'Average', column: 'age' } }, rows);
  expect(averages.hiddenCategories).toBe(4);
  expect(averages.panels[0]?.categories).toHaveLength(2);
});

test('a number and its text are two categories', () => {
  expect(
    shown({ ...bars, sort: 'key' }, [
      ['1', 2],
      [1, 3],
    ])[0]?.x,
  ).toEqual(['string 1', 'number 1']);
});

test('months and bins without rows are shown as such', () => {
  const months = { ...bars, x: { column: 'day', function: 'Month', step: 0 }, sort: 'key' } as const;
  const rows: Row[] = [
    ['2020-11', 1],
    ['2021-02', 2],
  ];
  expect(shown(months, rows)[0]).toEqual({
    x: ['string 2020-11', 'string 2020-12', 'string 2021-01', 'string 2021-02'],
    series: [['', [1, 0, 0, 2]]],
  });
  const averages = { ...months, measure: { function: 'Average', column: 'age' } } as const;
  expect(shown(averages, rows)[0]?.series).toEqual([['', [1, null, null, 2]]]);
  const bins = { ...bars, x: { column: 'height', function: 'Bin', step: 0.1 }, sort: 'key' } as const;
  expect(
    shown(bins, [
      [0.1, 4],
      [0.4, 5],
    ])[0],
  ).toEqual({ x: ['number 0.1', 'number 0.2', 'number 0.3', 'number 0.4'], series: [['', [4, 0, 0, 5]]] });
});

test('a colour makes series, and a small chart for each value of another dimension', () => {
  const chart = {
    ...bars,
    color: { column: 'kind', function: null, step: 0 },
    facet: { column: 'year', function: null, step: 0 },
    sort: 'key',
  } as const;
  const rows: Row[] = [
    ['Bonn', 'old', 2001, 1],
    ['Bonn', 'new', 2001, 2],
    ['Rome', 'new', 2002, 4],
  ];
  expect(shown(chart, rows)).toEqual([
    {
      x: ['string Bonn', 'string Rome'],
      series: [
        ['string new', [2, 0]],
        ['string old', [1, 0]],
      ],
    },
    {
      x: ['string Bonn', 'string Rome'],
      series: [
        ['string new', [0, 4]],
        ['string old', [0, 0]],
      ],
    },
  ]);
});

test('a running total goes on over gaps', () => {
  const rows: Row[] = [
    ['a', 1],
    ['b', null],
    ['c', 2],
  ];
  const sums = { ...bars, sort: 'key', running: true, measure: { function: 'Sum', column: 'n' } } as const;
  expect(shown(sums, rows)[0]?.series).toEqual([['', [1, 1, 3]]]);
});

test('a part of the rows keeps the categories and series of the whole', () => {
  const whole = chartData({ ...bars, top: 1 }, [
    ['Bonn', 5],
    ['Rome', 3],
    ['Oslo', 2],
  ]);
  const part = chartData(
    { ...bars, top: 1 },
    [
      ['Oslo', 1],
      ['Rome', 1],
    ],
    whole,
  );
  expect(part.panels[0]?.categories.map(categoryId)).toEqual(['string Bonn', 'others']);
  expect(part.panels[0]?.series[0]?.values).toEqual([0, 2]);
});

test('integers beyond the safe ones are drawn', () => {
  expect(shown(bars, [['a', 2n ** 60n]])[0]?.series).toEqual([['', [2 ** 60]]]);
  const rows: Row[] = [
    ['a', 2n ** 60n + 1n],
    ['b', 2n ** 55n + 1n],
    ['c', 1],
  ];
  const exact = (chart: Chart) => [...(chartData(chart, rows).panels[0]?.series[0]?.exact ?? [])];
  expect(exact(bars)).toEqual([
    [0, 2n ** 60n + 1n],
    [1, 2n ** 55n + 1n],
  ]);
  // Several groups together are as exact as a double.
  expect(exact({ ...bars, top: 1 })).toEqual([[0, 2n ** 60n + 1n]]);
  expect(exact({ ...bars, running: true })).toEqual([]);
});

test('groups that were not read belong to the others', () => {
  const rows: Row[] = [
    ['a', 5],
    ['b', 3],
    [null, 2],
    ['c', 1],
  ];
  const unread = unreadOf(rows, 100, 1000n);
  expect(unread).toEqual({ groups: 96, value: 989 });
  const data = chartData({ ...bars, top: 1, missing: false }, rows);
  const [panel] = withUnread(data, unread).panels;
  expect(panel?.categories.at(-1)).toEqual({ kind: 'others', count: 2 + 96 });
  expect(panel?.series[0]?.values).toEqual([5, 3 + 1 + 989]);
  // Without others there is nothing to add them to.
  expect(withUnread(chartData(bars, rows), unread).panels[0]?.series[0]?.values).toEqual([5, 3, 1, 2]);
});
