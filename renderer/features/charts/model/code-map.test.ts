import type { TFunction } from 'i18next';
import { beforeEach, expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import type { ChartData, Panel } from './chart-data.ts';
import { chartNotes } from './chart-notes.ts';
import { codeMapOption, unmatchedOf } from './code-map.ts';
import { ownCodes, registeredShapes } from './registered-shapes.ts';

const chart = { mark: 'map', x: { column: 'geo', function: null, step: 0 } } as Chart;
const colors = {
  font: '',
  text: '#000000',
  quiet: '',
  line: '#dddddd',
  surface: '#ffffff',
  tint: '#ffffff',
  accent: '#000000',
  series: [],
  rest: '',
};
const texts = { measure: 'People', figure: String, axisFigure: String, category: String } as unknown as Parameters<
  typeof codeMapOption
>[2];
const panel = (values: Readonly<Record<string, number | null>>): Panel => ({
  facet: null,
  categories: Object.keys(values).map((value) => ({ kind: 'value', value })),
  second: [],
  series: [{ category: null, values: Object.values(values), boxes: [], exact: new Map() }],
});

beforeEach(() => {
  registeredShapes.set(
    'countries',
    new Map([
      ['276', { name: 'Germany', bounds: [6, 47, 15, 55] }],
      ['040', { name: 'Austria', bounds: [9, 46, 17, 49] }],
      ['056', { name: 'Belgium', bounds: [2, 49, 6, 51] }],
    ]),
  );
});

test('countries have the colour of their class, and what is on no map is listed', () => {
  const given = panel({ DE: 80, AT: 9, BE: null, EU27: 447 });
  const option = codeMapOption(chart, given, texts, colors, null);
  const [series] = [option.series ?? []].flat();
  expect(series).toMatchObject({
    map: 'countries',
    data: [{ name: 'Germany', value: 80 }, { name: 'Austria', value: 9 }, { name: 'Belgium' }, { name: ' ' }],
  });
  // The union is not among the values that are divided.
  const own = codeMapOption({ ...chart, classes: { kind: 'own', breaks: [20, 447] } }, given, texts, colors, null);
  expect(own.visualMap).toMatchObject({
    pieces: [
      { gte: -Number.MAX_VALUE, lt: 20, label: '< 20', color: '#ffffff' },
      { gte: 20, label: '≥ 20', color: '#000000' },
      // Belgium has no value.
      { color: '#dddddd' },
    ],
  });
  expect(unmatchedOf(chart, given.categories)).toEqual(['EU27']);
});

test('the map shows the countries that have values, with some land around them', () => {
  const [series] = [codeMapOption(chart, panel({ DE: 1, AT: 2 }), texts, colors, null).series ?? []].flat();
  const [[west = 0, north = 0] = [], [east = 0, south = 0] = []] = (series as { boundingCoords: number[][] })
    .boundingCoords;
  expect([west < 6, north > 55, east > 17, south < 46, east < 30]).toEqual([true, true, true, true, true]);
});

test('outlines of a dataset are named by the column that fits most values', () => {
  const bounds = [10, 50, 11, 51] as const;
  registeredShapes.set('geo/districts', new Map(['0', '1', '2'].map((id) => [id, { name: id, bounds }])));
  ownCodes.set('geo/districts', [
    new Map([['Ulm', '0']]),
    new Map([
      ['DE1', '0'],
      ['DE2', '1'],
      ['DE3', '2'],
    ]),
  ]);
  const own: Chart = { ...chart, shapes: { namespace: 'geo', dataset: 'districts' } };
  const given = panel({ DE3: 7, DE1: 2, Ulm: 4 });
  const [series] = [codeMapOption(own, given, texts, colors, null).series ?? []].flat();
  expect(series).toMatchObject({
    map: 'geo/districts',
    data: [{ name: '2', value: 7 }, { name: '0', value: 2 }, { name: ' ' }],
  });
  expect(unmatchedOf(own, given.categories)).toEqual(['Ulm']);
});

const columns = [
  { name: 'geo', label: 'Country', description: '', type: 'char' },
  { name: 'people', label: 'Persons', description: 'Population on 1 January.', type: 'integer' },
  { name: 'rate', label: 'Unemployment rate', description: 'Persons in per cent.', type: 'float' },
] as unknown as readonly DataColumn[];

/** Each text is its key. */
const keys = ((key: string) => key) as TFunction;

test.each([
  ['Count', null, undefined, true],
  ['Sum', 'rate', undefined, true],
  ['Average', 'people', undefined, true],
  ['Average', 'rate', undefined, false],
  ['Sum', 'people', { kind: 'per' }, false],
])('a map of %s of %s shown as %o says whether it shows amounts: %s', (by, column, show, says) => {
  const shown = { ...chart, measure: { function: by, column }, ...(show && { show }) } as Chart;
  const data = { panels: [panel({ DE: 80 })], hiddenCategories: 0, hiddenPanels: 0 } as unknown as ChartData;
  const notes = chartNotes(keys, { chart: shown, data, columns, read: 1, all: null }, 'en');
  expect(notes.some(({ text }) => text === 'charts.mapOfCounts')).toBe(says);
});
