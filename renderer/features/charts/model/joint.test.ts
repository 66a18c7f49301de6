import { expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import type { Chart, Measure } from '#shared/chart.ts';
import { everyRow } from '#shared/row-query.ts';
import { groupsWithin, isCombinable, jointGroups, jointQuery } from './joint.ts';

const plain = (column: string) => ({ column, function: null, step: 0 });

function chartOver(column: string, measure: Measure): Chart {
  return {
    id: column,
    mark: 'bar',
    x: plain(column),
    y: null,
    measure,
    color: null,
    facet: null,
    top: 20,
    sort: 'key',
    scale: 'linear',
    stack: 'none',
    running: false,
    missing: true,
  };
}

interface Observation {
  readonly month: number;
  readonly city: string | null;
  readonly age: number | null;
}

const cities = ['Bonn', 'Rome', null];
const observations: Observation[] = Array.from({ length: 500 }, (_, at) => ({
  month: (at * 7) % 12,
  city: cities[(at * 5) % 3] ?? null,
  age: at % 11 === 0 ? null : (at * 13) % 90,
}));

/** The answer of a service: one row per month and city, calculated in a plain loop. */
function answer(measure: Measure): Row[] {
  const groups = new Map<string, Observation[]>();
  for (const one of observations) {
    const key = `${one.month} ${one.city}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const [{ month, city } = { month: 0, city: null }] = group;
    const ages = group.flatMap(({ age }) => age ?? []);
    const sum = ages.reduce((total, age) => total + age, 0);
    if (measure.function === 'Average') return [month, city, sum, ages.length];
    if (measure.function === 'Share') return [month, city, group.length];
    return [month, city, measured(measure, group)];
  });
}

function measured(measure: Measure, group: readonly Observation[], all = 1): number | null {
  const ages = group.flatMap(({ age }) => age ?? []);
  if (measure.function === 'Share') return group.length / all;
  if (measure.column === null) return group.length;
  if (ages.length === 0) return null;
  if (measure.function === 'Min') return Math.min(...ages);
  if (measure.function === 'Max') return Math.max(...ages);
  const sum = ages.reduce((total, age) => total + age, 0);
  return measure.function === 'Average' ? sum / ages.length : sum;
}

const measures: Measure[] = [
  { function: 'Count', column: null },
  { function: 'Sum', column: 'age' },
  { function: 'Min', column: 'age' },
  { function: 'Max', column: 'age' },
  { function: 'Average', column: 'age' },
  { function: 'Share', column: null },
];

test.each(measures)('$function over any months is that of their rows', (measure) => {
  const brushed = chartOver('month', { function: 'Count', column: null });
  const chart = chartOver('city', measure);
  const axis = Array.from({ length: 12 }, (_, month) => `number ${month}`);
  const query = jointQuery(brushed, chart, everyRow);
  const joint = jointGroups(brushed, chart, axis, query, answer(measure));
  for (const positions of [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [3], [2, 3, 4, 5, 6, 7], [1, 5, 11], []]) {
    const within = observations.filter(({ month }) => positions.includes(month));
    const expected = cities.flatMap((city) => {
      const group = within.filter((one) => one.city === city);
      const value = group.length === 0 ? null : measured(measure, group, within.length);
      return value === null ? [] : [[city, value]];
    });
    const byName = (rows: readonly Row[]) => new Map(rows.map(([city, value]) => [city, Number(value)]));
    const found = byName(groupsWithin(joint, measure, positions));
    expect([...found.keys()].sort()).toEqual([...byName(expected as Row[]).keys()].sort());
    for (const [city, value] of byName(expected as Row[])) expect(found.get(city)).toBeCloseTo(value, 9);
  }
});

test('a sum of decimals has no more digits than they have', () => {
  const [brushed, chart] = [
    chartOver('month', { function: 'Count', column: null }),
    chartOver('city', { function: 'Sum', column: 'price' }),
  ];
  const prices = Array.from({ length: 12 }, (_, month) => [0.1, 0.2, 1e9 + 0.07, -1e9, 3.3, 75_263_377.36][month % 6]);
  const answered: Row[] = prices.map((price, month) => [month, 'Bonn', price ?? null]);
  const axis = prices.map((_, month) => `number ${month}`);
  const joint = jointGroups(brushed, chart, axis, jointQuery(brushed, chart, everyRow), answered);
  const over = (positions: readonly number[]) => groupsWithin(joint, chart.measure, positions);
  expect(over([0, 1])).toEqual([['Bonn', 0.3]]);
  expect(over([0, 1, 2, 3])).toEqual([['Bonn', 0.37]]);
  expect(over(prices.map((_, month) => month))).toEqual([['Bonn', 150_526_762.06]]);
});

test('what cannot be put together from parts is marked as such', () => {
  expect(isCombinable(chartOver('city', { function: 'Median', column: 'age' }))).toBe(false);
  expect(isCombinable(chartOver('city', { function: 'CountDistinct', column: 'age' }))).toBe(false);
  expect(isCombinable(chartOver('city', { function: 'StdDev', column: 'age' }))).toBe(false);
  expect(isCombinable({ ...chartOver('city', { function: 'Sum', column: 'age' }), mark: 'box' })).toBe(false);
});

test('a chart over the brushed dimension itself asks for it once', () => {
  const brushed = chartOver('month', { function: 'Count', column: null });
  const query = jointQuery(brushed, { ...brushed, id: 'b' }, everyRow);
  expect(query.keys.map(({ text }) => text)).toEqual(['month']);
  const rows: Row[] = [
    [0, 4],
    [1, 5],
    [2, 6],
  ];
  const joint = jointGroups(brushed, { ...brushed, id: 'b' }, ['number 0', 'number 1', 'number 2'], query, rows);
  expect(groupsWithin(joint, brushed.measure, [1, 2])).toEqual([
    [1, 5],
    [2, 6],
  ]);
});
