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
  const above = { position: 'top', align: 'right' };
  expect(notesIn(at(rising, 2000))).toEqual([{ coord: [5, 6], name: 'Peak', label: above }]);
  expect(notesIn(at(rising, 2003))).toEqual([{ coord: [2, 3], name: 'Peak', label: above }]);
  const falling = [{ coord: [5, 5], name: 'Peak', label: { position: 'top', align: 'left' } }];
  expect(notesIn(at(rising.toReversed(), 2000))).toEqual(falling);
  expect(notesIn(at(rising, 2006))).toBeUndefined();
});

test('a note at the begin of a rising line stands below it, and breaks between words', () => {
  const words = { style: { annotations: [{ at: '2000', text: 'Measurements begin at the observatory' }] } };
  const panel = at(
    Array.from({ length: 60 }, (_, year) => 10 + year),
    2000,
  );
  const [series] = panel.series;
  const note = series && annotationsOf(words as unknown as Chart, panel, series, colors, false).markPoint?.data?.[0];
  expect(note).toMatchObject({
    name: 'Measurements begin at\nthe observatory',
    label: { position: 'bottom', align: 'left' },
  });
});
