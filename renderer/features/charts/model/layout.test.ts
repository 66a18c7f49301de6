import { expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import type { Category } from '../../../lib/groups/category.ts';
import { chartData } from './chart-data.ts';
import { layoutOf, placeAfter, positionsBetween, spotOf } from './layout.ts';
import { chartOf } from './new-chart.ts';

const place = { name: 'place', label: '', description: '', type: 'geometry' };
const map: Chart = { ...chartOf(place, 'a'), x: { column: 'place', function: 'Cell', step: 0.1 } };

function layoutFor(chart: Chart, rows: readonly (readonly (string | number | null)[])[]) {
  const [panel] = chartData(chart, rows).panels;
  if (panel === undefined) throw new Error('Nothing is drawn.');
  return { layout: layoutOf(chart, panel), names: panel.categories.map(nameOf) };
}

function nameOf(category: Category): string {
  return category.kind === 'value' ? String(category.value) : category.kind;
}

test('a box over a map holds the cells whose corners lie within it, whatever doubles make of tenths', () => {
  const { layout, names } = layoutFor(map, [
    ['0.3,0.7', 1],
    ['0.3,0.6', 2],
    ['12.6,-3.1', 3],
    [null, 4],
  ]);
  const within = (...[x, y, toX, toY]: [number, number, number, number]) =>
    positionsBetween(layout, { x, y }, { x: toX, y: toY }).map((at) => names[at]);
  expect(within(0.3, 0.7, 0.3, 0.7)).toEqual(['0.3,0.7']);
  expect(within(0.35, 0.75, 0.31, 0.65)).toEqual(['0.3,0.6', '0.3,0.7']);
  expect(within(-180, -90, 180, 90)).toEqual(['0.3,0.6', '0.3,0.7', '12.6,-3.1']);
  for (const name of ['0.3,0.7', '12.6,-3.1']) {
    const spot = spotOf(layout, names.indexOf(name));
    expect(positionsBetween(layout, spot, spot).map((at) => names[at])).toEqual([name]);
  }
});

test('arrow keys go to the nearest cell of a map in their direction', () => {
  const { layout, names } = layoutFor(map, [
    ['0,0', 1],
    ['0.5,0', 1],
    ['0.1,0.4', 1],
    ['0,-0.2', 1],
  ]);
  const from = (name: string, key: string) =>
    names[placeAfter(layout, { at: names.indexOf(name), line: null }, key)?.at ?? -1];
  expect(from('0,0', 'ArrowRight')).toBe('0.5,0');
  expect(from('0,0', 'ArrowUp')).toBe('0.1,0.4');
  expect(from('0,0', 'ArrowDown')).toBe('0,-0.2');
  expect(from('0,0', 'ArrowLeft')).toBe('0,0');
});

test('arrow keys go through all cells of a heat map, and through the series of a category', () => {
  const plain = (column: string) => ({ column, function: null, step: 0 });
  const heat: Chart = { ...map, mark: 'heatmap', x: plain('a'), y: plain('b') };
  const cells = layoutFor(heat, [
    ['x', 'one', 1],
    ['y', 'two', 2],
  ]).layout;
  expect(placeAfter(cells, null, 'ArrowRight')).toEqual({ at: 0, line: 0 });
  // Names are read from the top.
  expect(placeAfter(cells, { at: 1, line: 0 }, 'ArrowDown')).toEqual({ at: 1, line: 1 });
  expect(placeAfter(cells, { at: 1, line: 1 }, 'ArrowDown')).toEqual({ at: 1, line: 1 });
  expect(placeAfter(cells, { at: 1, line: 1 }, 'ArrowUp')).toEqual({ at: 1, line: 0 });
  const upwards = layoutFor(heat, [
    ['x', 3, 1],
    ['y', 4, 2],
  ]).layout;
  expect(placeAfter(upwards, { at: 1, line: 0 }, 'ArrowUp')).toEqual({ at: 1, line: 1 });
  expect([cells.dataIndex(0, 0), cells.dataIndex(1, 0), cells.dataIndex(1, 1)]).toEqual([0, null, 1]);

  const bars = layoutFor({ ...heat, mark: 'bar', y: null, color: plain('b') }, [
    ['x', 'one', 1],
    ['x', 'two', 2],
  ]).layout;
  expect(placeAfter(bars, null, 'ArrowRight')).toEqual({ at: 0, line: null });
  expect(placeAfter(bars, { at: 0, line: null }, 'ArrowUp')).toEqual({ at: 0, line: 0 });
  expect(placeAfter(bars, { at: 0, line: 0 }, 'ArrowDown')).toEqual({ at: 0, line: null });
});
