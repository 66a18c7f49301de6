import { expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { everyRow } from '#shared/row-query.ts';
import { chartData, type Panel } from './chart-data.ts';
import { chartOption } from './chart-option.ts';
import type { ChartColors, ChartTexts } from './chart-parts.ts';
import { chartQuery } from './chart-query.ts';
import { periodPositions } from './references.ts';

const line: Chart = {
  id: 'a',
  mark: 'line',
  x: { column: 'day', function: 'Month', step: 0 },
  y: null,
  measure: { function: 'Sum', column: 'people' },
  color: null,
  facet: null,
  top: 20,
  sort: 'key',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: false,
};
const colors: ChartColors = {
  font: 'sans',
  text: 'black',
  quiet: 'grey',
  line: 'silver',
  surface: 'white',
  tint: 'mint',
  accent: 'teal',
  series: ['teal', 'orange', 'blue'],
  rest: 'darkgrey',
};
const texts: ChartTexts = {
  locale: 'en',
  figure: String,
  axisFigure: String,
  x: 'Month',
  y: '',
  axisX: '',
  axisY: '',
  measure: 'People',
  second: 'Trains',
  mean: 'Mean',
  category: (category) => (category.kind === 'value' ? String(category.value) : category.kind),
  tick: (category) => (category.kind === 'value' ? String(category.value) : category.kind),
  range: () => '',
};

function optionOf(chart: Chart, rows: Parameters<typeof chartData>[1]) {
  const { panels } = chartData(chart, rows);
  return panels.map((panel) => chartOption(chart, panel, texts, colors, null));
}

const months = [
  ['2001-01', 10, 3],
  ['2001-02', 20, null],
  ['2001-03', 60, 5],
];

test('lines and bands stand where they are meant, and the axis reaches them', () => {
  const references = [
    { kind: 'value', value: 100, label: 'Limit' },
    { kind: 'mean' },
    { kind: 'period', from: '2001-02', to: '2001', label: 'Strike' },
  ] as const;
  const [option] = optionOf({ ...line, references }, months);
  const [series] = [option?.series ?? []].flat();
  expect(series).toMatchObject({
    markLine: {
      data: [
        { yAxis: 100, name: 'Limit 100' },
        { yAxis: 30, name: 'Mean 30' },
      ],
    },
    markArea: { data: [[{ xAxis: 1, name: 'Strike' }, { xAxis: 2 }]] },
  });
  const { max } = [option?.yAxis ?? []].flat()[0] ?? {};
  expect(max).toBe(120);
});

test('a period has the categories that begin with its ends', () => {
  const panel = (values: readonly (string | number)[]): Panel => ({
    facet: null,
    categories: values.map((value) => ({ kind: 'value', value })),
    second: [],
    series: [],
  });
  const quarters = panel(['2007-Q4', '2008-Q1', '2008-Q2', '2009-Q1']);
  expect(periodPositions({ from: '2008', to: '2008' }, quarters)).toEqual([1, 2]);
  expect(periodPositions({ from: '', to: '2008-Q1' }, quarters)).toEqual([0, 1]);
  expect(periodPositions({ from: '2010', to: '' }, quarters)).toBeNull();
  expect(periodPositions({ from: '1914', to: '1918' }, panel([1913, 1914, 1918, 1919]))).toEqual([1, 2]);
});

test('a second value stands in a panel below, or against an axis of its own', () => {
  const second = { function: 'Sum', column: 'trains', place: 'panel' } as const;
  const below: Chart = { ...line, second };
  expect(chartQuery(below, everyRow).aggregates.map(({ name }) => name)).toEqual(['value', 'second']);
  const panels = optionOf(below, months);
  expect(panels.map(({ series }) => [series ?? []].flat().map(({ name, data }) => [name, data]))).toEqual([
    [['People', [10, 20, 60]]],
    [['Trains', [3, null, 5]]],
  ]);
  const [option, ...more] = optionOf({ ...below, second: { ...second, place: 'axis' } }, months);
  expect(more).toEqual([]);
  expect([option?.series ?? []].flat()).toMatchObject([
    { name: 'People', color: 'teal' },
    { name: 'Trains', color: 'orange', yAxisIndex: 1 },
  ]);
  expect([option?.yAxis ?? []].flat().map((axis) => axis.name)).toEqual(['People', 'Trains']);
});

test('what is highlighted has a colour and its name, all others are grey', () => {
  const color = { column: 'town', function: null, step: 0 };
  const rows = Array.from({ length: 15 }, (_, at) => ['2001-01', `Town ${at}`, at]);
  const [option] = optionOf({ ...line, color, highlight: ['Town 3'] }, rows);
  const series = [option?.series ?? []].flat();
  expect(series).toHaveLength(15);
  const coloured = series.filter((one) => one.color !== 'darkgrey');
  expect(coloured).toMatchObject([{ name: 'Town 3', color: 'teal', endLabel: { show: true } }]);
  const [bars] = optionOf({ ...line, mark: 'bar', highlight: ['2001-02'] }, months);
  expect([bars?.series ?? []].flat()[0]?.data).toEqual([
    { value: 10, itemStyle: { color: 'darkgrey', opacity: 0.5 } },
    20,
    { value: 60, itemStyle: { color: 'darkgrey', opacity: 0.5 } },
  ]);
});

test('a logarithmic axis begins and ends with round marks', () => {
  const [option] = optionOf({ ...line, scale: 'log' }, months);
  expect([option?.yAxis ?? []].flat()[0]).toMatchObject({
    min: 10,
    max: 70,
    axisTick: { customValues: [10, 20, 30, 50, 70] },
  });
});
