import { expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { annotationsOf } from './annotations.ts';
import type { Panel } from './chart-data.ts';

const colors = {
  font: '',
  text: 'black',
  quiet: '',
  line: '',
  surface: 'white',
  tint: '',
  accent: '',
  series: [],
  rest: '',
};
const at = (values: readonly number[], first: number): Panel => ({
  facet: null,
  categories: values.map((_, position) => ({ kind: 'value', value: String(first + position) })),
  second: [],
  series: [{ category: null, values, boxes: [], exact: new Map() }],
});
const chart = {
  style: {
    annotations: [
      { at: '2005', text: 'Peak' },
      { at: '1900', text: 'Before' },
    ],
  },
} as unknown as Chart;

function notesIn(panel: Panel) {
  const [series] = panel.series;
  if (series === undefined) return undefined;
  return annotationsOf(chart, panel, series, colors, false).markPoint?.data;
}

test('a note stays with its category, and is left out with it', () => {
  const rising = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(notesIn(at(rising, 2000))).toEqual([{ coord: [5, 6], name: 'Peak', label: { align: 'right' } }]);
  expect(notesIn(at(rising, 2003))).toEqual([{ coord: [2, 3], name: 'Peak', label: { align: 'right' } }]);
  expect(notesIn(at(rising.toReversed(), 2000))).toEqual([{ coord: [5, 5], name: 'Peak', label: { align: 'left' } }]);
  expect(notesIn(at(rising, 2006))).toBeUndefined();
});
