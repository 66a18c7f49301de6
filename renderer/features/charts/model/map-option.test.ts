import { geoMercator } from 'd3-geo';
import { expect, test } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import type { Panel } from './chart-data.ts';
import { mapOption, placeAt, valueBeyond, worldMap } from './map-option.ts';
import { registeredShapes } from './registered-shapes.ts';

test('a pixel of a map is the place that is drawn there', () => {
  const drawn = geoMercator().scale(300).translate([480, 250]);
  const toPixel = (place: readonly [number, number]) => drawn([...place]);
  for (const place of [
    [12.6, 41.9],
    [-157.9, 21.3],
    [170, -45],
  ] as const) {
    const pixel = toPixel(place);
    if (pixel === null) throw new Error('The place is not drawn.');
    const [lon = 0, lat = 0] = placeAt(toPixel, pixel) ?? [];
    expect([lon.toFixed(6), lat.toFixed(6)]).toEqual([place[0].toFixed(6), place[1].toFixed(6)]);
  }
  expect(placeAt(() => null, [1, 1])).toBeNull();
});

const colors = {
  surface: '#fff',
  tint: '#cff',
  accent: '#0aa',
  series: [],
  rest: '',
  line: '',
  quiet: '',
  text: '',
  font: '',
};
const texts = { locale: 'de', axisFigure: String } as unknown as Parameters<typeof mapOption>[2];

/** A hundred places in a row, and one at the other end of the world. */
const manyPlaces = [...Array.from({ length: 99 }, (_, at) => `${(10 + at / 10).toFixed(1)},50`), '-120,-40'];

function mapOf(
  step: number,
  measure: Chart['measure'] = { function: 'Average', column: 'n' },
  figureOf = (at: number) => at,
  places = manyPlaces,
) {
  const panel: Panel = {
    facet: null,
    categories: places.map((value) => ({ kind: 'value', value })),
    second: [],
    series: [{ category: null, values: places.map((_, at) => figureOf(at)), boxes: [], exact: new Map() }],
  };
  const chart = { mark: 'map', scale: 'linear', measure, x: { column: 'place', function: 'Cell', step } } as Chart;
  const option = mapOption(chart, panel, texts, colors, null);
  return { option, series: [option.series ?? []].flat()[0], beyond: valueBeyond(chart, panel) };
}

test('places that are read singly are dots sized by their values, and others cells', () => {
  const { series } = mapOf(0.001);
  expect(series?.type).toBe('scatter');
  const sizeOf = (series as { readonly symbolSize: (value: number[]) => number }).symbolSize;
  expect(sizeOf([12, 50, 98])).toBeGreaterThan(sizeOf([12, 50, 10]));
  expect(mapOf(1).series?.type).toBe('custom');
});

test('a map shows nearly all places, and reports the value of those beyond it', () => {
  const { option, beyond, series } = mapOf(0.001);
  const { boundingCoords: [[west = 0] = [], [east = 0] = []] = [] } = option.geo as {
    readonly boundingCoords: number[][];
  };
  expect([west > 8, east < 21]).toEqual([true, true]);
  expect(beyond).toBe(99);
  const sizeOf = (series as { readonly symbolSize: (value: number[]) => number }).symbolSize;
  expect(sizeOf([-120, -40, 99])).toBe(0);
});

test('a map of numbers of places shows nearly all of these, not of its cells', () => {
  const count = { function: 'Count', column: null } as const;
  const westOf = ({ option }: ReturnType<typeof mapOf>) =>
    (option.geo as { readonly boundingCoords: number[][] }).boundingCoords[0]?.[0] ?? 0;
  // The last cell is far from all others.
  const many = (at: number) => (at === 0 ? 1_000 : at < 99 ? 10 : 1);
  const [few, most] = [mapOf(0.001, count, many), mapOf(0.001, count, (at) => (at === 99 ? 100 : 1))];
  expect(westOf(few)).toBeGreaterThan(8);
  expect(few.beyond).toBe(1);
  expect(westOf(most)).toBeLessThan(-110);
  expect(most.beyond).toBe(0);
});

test('the largest countries in view are named in the language of the window', () => {
  registeredShapes.set(
    worldMap,
    new Map([
      ['276', { name: 'Germany', bounds: [10, 47.02, 15, 53] }],
      // Its middle is where places are.
      ['040', { name: 'Austria', bounds: [10, 47, 15, 53] }],
      ['724', { name: 'Spain', bounds: [-9, 36, 3, 44] }],
      ['336', { name: 'Vatican', bounds: [12.45, 49.9, 12.46, 49.91] }],
    ]),
  );
  const { regions } = mapOf(0.001).option.geo as { readonly regions: readonly object[] };
  registeredShapes.delete(worldMap);
  expect(regions).toMatchObject([{ name: 'Germany', label: { formatter: 'Deutschland' } }]);
});

test('the surroundings of a single place are shown, and those of several only as far as they reach', () => {
  const widthOf = (places: string[]) => {
    const { boundingCoords: [[west = 0] = [], [east = 0] = []] = [] } = mapOf(0.001, undefined, undefined, places)
      .option.geo as { readonly boundingCoords: number[][] };
    return Math.round(east - west);
  };
  expect([widthOf(['10,50']), widthOf(['10,50', '10.1,50.1'])]).toEqual([10, 0]);
});
