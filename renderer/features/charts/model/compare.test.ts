import { expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import type { Chart } from '#shared/chart.ts';
import { categoryId } from '../../../lib/groups/category.ts';
import { chartData } from './chart-data.ts';
import { comparedChart, comparedGroups, comparisonOf, isOfVersions, possibleComparisons } from './compare.ts';

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
  sort: 'key',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: true,
};
const kind = { column: 'kind', function: null, step: 0 } as const;

const before: Row[] = [
  ['Bonn', 4],
  ['Rome', 7],
];
const after: Row[] = [
  ['Oslo', 2],
  ['Rome', 9n],
  [null, 1],
];

function compared(
  chart: Chart,
  as: 'both' | 'difference',
  own: readonly Row[] = after,
  other: readonly Row[] = before,
) {
  const [shown, second] = [
    { version: '2', groups: own },
    { version: '1', groups: other },
  ];
  const expected = { ...chart, compare: { version: '1', as } };
  const { panels } = chartData(comparedChart(expected, as), comparedGroups(expected, as, shown, second));
  return panels.map(({ facet, categories, series }) => ({
    facet: facet === null ? '' : categoryId(facet),
    x: categories.map(categoryId),
    series: series.map(({ category, values }) => [category === null ? '' : categoryId(category), values]),
  }));
}

const cities = ['string Bonn', 'string Oslo', 'string Rome', 'missing'];

test('both versions stand side by side over the categories of either', () => {
  expect(compared(bars, 'both')).toEqual([
    {
      facet: '',
      x: cities,
      series: [
        ['string 1', [4, 0, 7, 0]],
        ['string 2', [0, 2, 9, 1]],
      ],
    },
  ]);
});

test('a chart with colours has small multiples of its versions, with the same colours in both', () => {
  const wide = (rows: readonly Row[]) => rows.map(([city = null, count = null]): Row => [city, 'x', count]);
  expect(compared({ ...bars, color: kind }, 'both', wide(after), wide(before))).toEqual([
    { facet: 'string 1', x: cities, series: [['string x', [4, 0, 7, 0]]] },
    { facet: 'string 2', x: cities, series: [['string x', [0, 2, 9, 1]]] },
  ]);
});

test('a column used twice is one key, and the version finds its place behind it', () => {
  const twice = { ...bars, facet: bars.x };
  expect(compared(twice, 'both').map(({ facet, series }) => [facet, series.map(([name]) => name)])).toEqual(
    cities.map((city) => [city, ['string 1', 'string 2']]),
  );
});

test('a difference counts rows of a group that one version lacks as none', () => {
  expect(compared(bars, 'difference')).toEqual([{ facet: '', x: cities, series: [['', [-4, 2, 2, 1]]] }]);
});

test('there is no difference of an average that one version lacks', () => {
  const average = { ...bars, measure: { function: 'Average', column: 'age' } } as const;
  expect(compared(average, 'difference')).toEqual([{ facet: '', x: cities, series: [['', [null, null, 2, null]]] }]);
});

test('differences of sums are put together beyond the most categories, those of extremes are not', () => {
  const sums = compared({ ...bars, top: 2, measure: { function: 'Sum', column: 'age' } }, 'difference');
  expect(sums).toEqual([{ facet: '', x: ['string Bonn', 'string Oslo', 'others'], series: [['', [-4, 2, 3]]] }]);
  const highest: Chart = {
    ...bars,
    top: 1,
    measure: { function: 'Max', column: 'age' },
    compare: { version: '1', as: 'difference' },
  };
  const shown = { version: '2', groups: after };
  const groups = comparedGroups(highest, 'difference', shown, { version: '1', groups: after });
  expect(chartData(comparedChart(highest, 'difference'), groups)).toMatchObject({ hiddenCategories: 2 });
});

test('a difference has no logarithm and no share of a whole', () => {
  const chart = { ...bars, color: kind, scale: 'log', stack: 'share' } as const;
  expect(comparedChart(chart, 'difference')).toMatchObject({ scale: 'linear', stack: 'none', color: kind });
});

test('a chart is compared in a way that it can be, and not with its own version', () => {
  const full: Chart = { ...bars, color: kind, facet: kind };
  expect(possibleComparisons(bars)).toEqual(['both', 'difference']);
  expect(possibleComparisons(full)).toEqual(['difference']);
  expect(possibleComparisons({ ...bars, mark: 'box' })).toEqual(['both']);
  const compare = { version: '1', as: 'both' } as const;
  expect(comparisonOf({ ...full, compare }, '2')).toEqual({ version: '1', as: 'difference' });
  expect(comparisonOf({ ...bars, compare }, '1')).toBeNull();
  expect(comparisonOf(bars, '1')).toBeNull();
});

test('no column is taken for the versions', () => {
  const { color } = comparedChart(bars, 'both');
  expect(color !== null && isOfVersions(color)).toBe(true);
  expect(isOfVersions(bars.x)).toBe(false);
});
