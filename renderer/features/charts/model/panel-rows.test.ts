import { expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import type { Chart } from '#shared/chart.ts';
import { chartData, type Panel } from './chart-data.ts';
import { comparedChart, comparedGroups } from './compare.ts';
import { chartOf } from './new-chart.ts';
import { panelRows } from './panel-rows.ts';

const plain = (column: string) => ({ column, function: null, step: 0 });
const is = (column: string, value: string) => ({ column, lookup: 'exact', value });
const city = { name: 'city', label: '', description: '', type: 'char' };
const bars: Chart = { ...chartOf(city, 'a'), sort: 'key' };

function panelsOf(chart: Chart, rows: readonly Row[]): readonly Panel[] {
  return chartData(chart, rows).panels;
}

test('a segment of a small chart leads to the rows of its category, its colour and its small chart', () => {
  const chart = { ...bars, color: plain('kind'), facet: plain('year') };
  const [, panel] = panelsOf(chart, [
    ['Rome', 'bus', '2001', 1],
    ['Bonn', 'car', '2002', 2],
  ]);
  if (panel === undefined) throw new Error('There is no second small chart.');
  expect(panelRows(chart, panel, [0], 1)?.filters).toEqual([is('city', 'Bonn'), is('kind', 'car'), is('year', '2002')]);
  expect(panelRows(chart, panel, [0, 1], null)?.filters).toEqual([
    { column: 'city', lookup: 'in', value: 'Bonn,Rome' },
    is('year', '2002'),
  ]);
});

test('a cell of a heat map leads to the rows of both categories, missing ones too', () => {
  const chart: Chart = { ...bars, mark: 'heatmap', y: plain('kind') };
  const [panel] = panelsOf(chart, [
    ['Rome', 'bus', 1],
    ['Bonn', null, 2],
  ]);
  if (panel === undefined) throw new Error('There is nothing.');
  expect(panelRows(chart, panel, [0], 1)?.filters).toEqual([
    is('city', 'Bonn'),
    { column: 'kind', lookup: 'isnull', value: 'true' },
  ]);
});

test('others lead nowhere, and a bar of the other version leads to that version', () => {
  const short = { ...bars, top: 1 };
  const rows = [
    ['Rome', 1],
    ['Bonn', 2],
  ] as const;
  const [panel] = panelsOf(short, rows);
  if (panel === undefined) throw new Error('There is nothing.');
  expect(panelRows(short, panel, [1], null)).toBeNull();

  const both = comparedChart(bars, 'both');
  const versions = [
    { version: '2', groups: rows },
    { version: '1', groups: rows },
  ] as const;
  const [compared] = panelsOf(both, comparedGroups(bars, 'both', ...versions));
  if (compared === undefined) throw new Error('There is nothing.');
  expect(panelRows(both, compared, [1], 0)).toEqual({ filters: [is('city', 'Rome')], version: '1' });
});
