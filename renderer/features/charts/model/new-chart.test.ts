import { expect, test } from 'vitest';
import type { Measure } from '#shared/chart.ts';
import { countOfRows } from '../../../lib/groups/dimension.ts';
import { chartOf, withMark } from './new-chart.ts';

const delay = { name: 'delay', label: '', description: '', type: 'float' };
const columns = [delay, { ...delay, name: 'distance' }, { ...delay, name: 'speed' }];
const ofSpeed: Measure = { function: 'Average', column: 'speed' };

test('the value of a box plot becomes the second axis of a scatter plot', () => {
  const box = { ...withMark(chartOf(delay, 'a'), 'box', columns), measure: ofSpeed };
  const { mark, y, measure } = withMark(box, 'scatter', columns);
  expect([mark, y?.column, measure]).toEqual(['scatter', 'speed', countOfRows]);
  const ofItself = withMark({ ...box, measure: { ...ofSpeed, column: 'delay' } }, 'scatter', columns);
  expect([ofItself.y?.column, ofItself.measure]).toEqual(['distance', countOfRows]);
});

test('a scatter plot of a bar chart keeps its value, and gets another number as its second axis', () => {
  const { mark, y, measure } = withMark({ ...chartOf(delay, 'a'), measure: ofSpeed }, 'scatter', columns);
  expect([mark, y?.column, measure]).toEqual(['scatter', 'distance', ofSpeed]);
});
