import { expect, test } from 'vitest';
import type { Geometry, Row } from '#shared/cell.ts';
import { maxSinglePlaces } from '../../../lib/groups/resolve-dimensions.ts';
import { FeatureTable } from './feature-table.ts';
import { packFeatures } from './pack-features.ts';
import { countView, maxSingleFeatures, tileFeatures } from './tile-features.ts';

const world = [-180, -85, 180, 85] as const;
const whole = { z: 0, x: 0, y: 0 };

function tableOf(geometries: readonly (Geometry | null)[]): FeatureTable {
  const table = new FeatureTable();
  const rows = geometries.map((geometry): Row => [geometry]);
  for (let from = 0; from < rows.length; from += 1000) {
    table.add(packFeatures(rows.slice(from, from + 1000), 0, from));
  }
  return table;
}

const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });
const square = (x: number, y: number, side: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
      [x, y],
    ],
  ],
});

/** Rows in the tiles of a level, each with its number of individual features, and the total of clusters. */
function shown(table: FeatureTable, z: number) {
  const rows: number[] = [];
  let grouped = 0;
  for (let x = 0; x < 2 ** z; x += 1) {
    for (let y = 0; y < 2 ** z; y += 1) {
      for (const { tags } of tileFeatures(table, { z, x, y })) {
        if (tags?.count === 1) rows.push(tags.row);
        else grouped += tags?.count ?? 0;
      }
    }
  }
  return { rows: rows.sort((one, other) => one - other), grouped };
}

test('few features are drawn individually, each with its row; rows without a position are omitted', () => {
  const table = tableOf([point(10, 20), null, point(-170, -60), point(10, 20), { type: 'Point', coordinates: [] }]);
  expect([shown(table, 0), shown(table, 3), countView(table, world, 0)]).toEqual([
    { rows: [0, 2, 3], grouped: 0 },
    { rows: [0, 2, 3], grouped: 0 },
    { inView: 3, alone: 3, groups: 0 },
  ]);
});

test('up to fifty thousand features are drawn individually at every zoom', () => {
  const spread = (size: number) => tableOf(Array.from({ length: size }, (_, row) => point((row % 100) / 100, 0)));
  const counted = (size: number) => countView(spread(size), world, 0);
  expect(counted(maxSinglePlaces)).toEqual({ inView: maxSinglePlaces, alone: maxSinglePlaces, groups: 0 });
  expect(counted(maxSinglePlaces + 1).groups).toBeGreaterThan(0);
});

test('more features are drawn as clusters that contain all of them, and individually at a higher zoom', () => {
  const size = maxSinglePlaces + 100;
  const table = tableOf(
    Array.from({ length: size }, (_, row) => point((row % 300) / 5 - 30, Math.floor(row / 300) / 3)),
  );
  const far = shown(table, 0);
  const counted = countView(table, world, 0);
  const groups = tileFeatures(table, whole).filter(({ tags }) => tags?.count > 1).length;
  expect([far.rows.length + far.grouped, counted]).toEqual([size, { inView: size, alone: far.rows.length, groups }]);
  expect(groups).toBeGreaterThan(0);
  expect(shown(table, 5)).toEqual({ rows: Array.from({ length: size }, (_, row) => row), grouped: 0 });
  expect(countView(table, [-30, 0, 0, 20], 5).groups).toBe(0);
});

test('in the deepest tiles everything is drawn individually, even at the same position', () => {
  const others = Array.from({ length: maxSinglePlaces }, (_, row) => point(90, row / 1000));
  const table = tableOf([...Array.from({ length: maxSingleFeatures + 5 }, () => point(0.001, 0.001)), ...others]);
  const z = 18;
  const place = { z, x: Math.floor(((0.001 + 180) / 360) * 2 ** z), y: 2 ** (z - 1) - 1 };
  expect(tileFeatures(table, place)).toHaveLength(maxSingleFeatures + 5);
  expect(countView(table, [0, 0, 0.002, 0.002], z)).toEqual({
    inView: maxSingleFeatures + 5,
    alone: maxSingleFeatures + 5,
    groups: 0,
  });
});

test('a shape too small to be visible is drawn as a point, and as itself at a higher zoom', () => {
  const table = tableOf([square(10, 10, 0.5), square(-80, -60, 50)]);
  const typesAt = (z: number, x: number, y: number) =>
    tileFeatures(table, { z, x, y }).map(({ type, tags }) => [type, tags?.row]);
  expect([typesAt(0, 0, 0), typesAt(5, 16, 15)]).toEqual([
    [
      [1, 0],
      [3, 1],
    ],
    [[3, 0]],
  ]);
  expect(countView(table, world, 0)).toEqual({ inView: 2, alone: 2, groups: 0 });
});

test('a cluster has the class of most of its features', () => {
  const table = tableOf(Array.from({ length: maxSinglePlaces + 1 }, () => point(0, 0)));
  table.classes.fill(2, 0, maxSinglePlaces);
  table.classes[maxSinglePlaces] = 5;
  expect(tileFeatures(table, whole).map(({ tags }) => tags)).toEqual([
    { row: 0, count: maxSinglePlaces + 1, class: 2 },
  ]);
});

test('a point has the size of its value in hundredths, and none where all have one size', () => {
  const table = tableOf([point(1, 2), point(3, 4)]);
  const sizes = () => tileFeatures(table, whole).map(({ tags }) => tags?.size);
  expect(sizes()).toEqual([0, 0]);
  table.sizes = Float32Array.of(0.5, 1);
  expect(sizes()).toEqual([50, 100]);
});

test('a hundredth of the features beyond each end are aside; of few none is', () => {
  const around = (count: number) => Array.from({ length: count }, (_, row) => point(10 + (row % 10) / 10, 50));
  const rounded = (table: FeatureTable) => table.bulk?.map((degrees) => Math.round(degrees * 1000) / 1000);
  const far = [point(-150, 20), square(170, -40, 1)];
  expect(rounded(tableOf([...around(500), ...far]))).toEqual([10, 50, 10.9, 50]);
  expect(rounded(tableOf([...around(20), ...far]))).toEqual([-150, -40, 171, 50]);
  expect(tableOf([]).bulk).toBeNull();
  // Of every sixth row, some places would never be seen.
  const repeated = Array.from({ length: 60_000 }, (_, row) => point((row % 8) * 10, 50));
  expect(rounded(tableOf(repeated))).toEqual([0, 50, 70, 50]);
});

test('features are found by their rows', () => {
  const table = tableOf([null, point(1, 2), null, square(3, 4, 1), point(179.5, -89)]);
  expect([table.firstFrom(0), table.firstFrom(2), table.firstFrom(4), table.firstFrom(5)]).toEqual([0, 1, 2, 3]);
  expect([table.geometryOf(1), table.bounds]).toEqual([square(3, 4, 1), [1, -89, 179.5, 5]]);
  const { coordinates } = table.geometryOf(0) as Extract<Geometry, { type: 'Point' }>;
  expect(coordinates.map((degrees) => Math.round(degrees * 1e6) / 1e6)).toEqual([1, 2]);
});
