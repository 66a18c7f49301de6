import { expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { chosenEnds, fixedDecimals, styledColors } from './chart-style.ts';

const colors = {
  font: '',
  text: '#000000',
  quiet: '',
  line: '',
  surface: '#ffffff',
  tint: '#eeeeee',
  accent: '#0f766e',
  series: ['#0f766e', '#c2590a', '#4353b3'],
  rest: '',
};

test('an accent takes the place of the first colour, and tints are made of it', () => {
  expect(styledColors(colors, {})).toEqual(colors);
  expect(styledColors(colors, { accent: '#000000' })).toMatchObject({
    accent: '#000000',
    tint: '#b3b3b3',
    series: ['#000000', '#c2590a', '#4353b3'],
  });
  const one = styledColors(colors, { colors: 'accent', accent: '#aa3377' });
  expect(one.series[0]).toBe('#aa3377');
  expect(one.series[1]).toBe('#64748b');
  expect(styledColors(colors, { colors: 'bright' })).toMatchObject({ accent: '#4477aa' });
  const { series } = styledColors(colors, { colors: 'bright', accent: '#ee6677' });
  expect([series[0], series[1], new Set(series).size]).toEqual(['#ee6677', '#4477aa', series.length]);
});

test('bars always stand on zero, lines where an editor wants', () => {
  const chart = { mark: 'bar', scale: 'linear', style: { min: 300, max: 420 } } as Chart;
  expect(chosenEnds(chart)).toEqual({ min: 0, max: 420 });
  expect(chosenEnds({ ...chart, mark: 'line' })).toEqual({ min: 300, max: 420 });
  expect(chosenEnds({ ...chart, style: { max: -5 } })).toEqual({ max: 0 });
  expect(chosenEnds({ ...chart, mark: 'line', scale: 'log', style: { min: -1 } })).toEqual({});
});

test('numbers have the decimals that were chosen, and a true minus', () => {
  expect([fixedDecimals(-1234.5, 2, 'en'), fixedDecimals(5, 1, 'de')]).toEqual(['\u22121,234.50', '5,0']);
});
