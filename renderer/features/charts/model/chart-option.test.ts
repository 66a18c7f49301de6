import type { EChartsOption } from 'echarts';
import { expect, test } from 'vitest';
import type { Cell } from '#shared/cell.ts';
import type { Chart } from '#shared/chart.ts';
import { chartData } from './chart-data.ts';
import { chartOption } from './chart-option.ts';
import type { ChartTexts } from './chart-parts.ts';
import { commonLimits } from './value-axis.ts';

const bars: Chart = {
  id: 'a',
  mark: 'bar',
  x: { column: 'country', function: null, step: 0 },
  y: null,
  measure: { function: 'Sum', column: 'people' },
  color: null,
  facet: null,
  top: 60,
  sort: 'descending',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: false,
};
const course: Chart = { ...bars, mark: 'line', x: { column: 'year', function: null, step: 0 }, sort: 'key' };
const own = { words: { title: 'Europe grows' } };
const colors = {
  font: '',
  text: 'black',
  quiet: 'grey',
  line: 'silver',
  surface: 'white',
  tint: 'mint',
  accent: 'teal',
  series: ['teal', 'orange'],
  rest: 'darkgrey',
};
const texts = {
  locale: 'en',
  axisX: 'Country',
  axisY: '',
  measure: 'People',
  mean: 'Mean',
  axisFigure: String,
  figure: String,
  category: ({ value }: { readonly value: unknown }) => String(value),
  tick: ({ value }: { readonly value: unknown }) => String(value),
} as unknown as ChartTexts;

function optionOf(chart: Chart, rows: readonly (readonly Cell[])[]): EChartsOption {
  const { panels } = chartData(chart, rows as Cell[][]);
  const [panel] = panels;
  if (panel === undefined) throw new Error('Nothing is drawn.');
  return chartOption(chart, panel, texts, colors, commonLimits(chart, panels));
}

const names = ['Austria', 'Germany', 'Liechtenstein', 'Spain'].map((name, at): Cell[] => [name, 40 - 20 * at]);
const seriesOf = (option: EChartsOption) => [option.series ?? []].flat()[0] as Record<string, unknown>;

test('an axis has a name only where the title does not say what it is of', () => {
  const years: Cell[][] = [2019, 2020, 2021].map((year) => [year, year]);
  expect(optionOf(course, years)).toMatchObject({ xAxis: { name: '' }, yAxis: { name: '' } });
  expect(optionOf({ ...course, ...own }, years)).toMatchObject({ xAxis: { name: '' }, yAxis: { name: 'People' } });
  const ages: Cell[][] = [1, 2, 3].map((age) => [age, age]);
  expect(optionOf({ ...course, x: { column: 'age', function: null, step: 0 } }, ages)).toMatchObject({
    xAxis: { name: 'Country' },
  });
});

test('bars with long names lie, each with its value at its end in place of an axis', () => {
  const option = optionOf(bars, names);
  expect(option).toMatchObject({ yAxis: { inverse: true }, xAxis: { axisLabel: { show: false } } });
  const { data, label } = seriesOf(option);
  expect(label).toMatchObject({ show: true, position: 'right' });
  expect(data).toEqual([40, 20, 0, { value: -20, label: { position: 'left' } }]);
});

test('so do many bars whose names would have to be slanted', () => {
  const short = Array.from({ length: 16 }, (_, at): Cell[] => [`Land ${at + 100}`, at]);
  expect(optionOf(bars, short)).toMatchObject({ yAxis: { inverse: true } });
  expect(optionOf(bars, short.slice(0, 4))).toMatchObject({ xAxis: { type: 'category' } });
});

test('values of longer steps are joined, and gaps in a series are not', () => {
  const joined = (years: readonly number[]) => {
    const filled = optionOf(
      { ...course, x: { column: 'year', function: 'Year', step: 0 } },
      years.map((year) => [String(year), 1]),
    );
    return seriesOf(filled).connectNulls;
  };
  expect(joined([1990, 1994, 1998, 2002, 2005, 2009])).toBe(true);
  expect(joined([1990, 1991, 1992, 2001, 2002, 2015, 2016])).toBe(false);
});

test('a single value is a dot with its number, above zero', () => {
  const option = optionOf(course, [[2020, 1250]]);
  expect(option).toMatchObject({ yAxis: { scale: false } });
  expect(seriesOf(option)).toMatchObject({ symbolSize: 9, label: { show: true } });
});

test('small charts of lines share round ends that need not be zero', () => {
  const facet = { column: 'party', function: null, step: 0 } as const;
  const rows: Cell[][] = [
    [2019, 'a', 61],
    [2020, 'a', 88],
    [2019, 'b', 70],
    [2020, 'b', 112],
  ];
  const averages = { function: 'Average', column: 'people' } as const;
  expect(optionOf({ ...course, facet, measure: averages }, rows).yAxis).toMatchObject({
    min: 60,
    max: 120,
    interval: 20,
  });
  expect(optionOf({ ...course, facet }, rows).yAxis).toMatchObject({ min: 0, max: 150, interval: 50 });
});
