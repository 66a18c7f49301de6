import type { Geometry } from 'geojson';
import { expect, test } from 'vitest';
import { centroidOf } from './centroid.ts';

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

test.each<readonly [string, Geometry, readonly number[] | null]>([
  ['a point', { type: 'Point', coordinates: [7, 51] }, [7, 51]],
  ['an empty point', { type: 'Point', coordinates: [] }, null],
  [
    'several points',
    {
      type: 'MultiPoint',
      coordinates: [
        [0, 0],
        [4, 2],
      ],
    },
    [2, 1],
  ],
  [
    'a line, by its length',
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [2, 0],
        [2, 2],
      ],
    },
    [1.5, 0.5],
  ],
  [
    'a line of one place',
    {
      type: 'LineString',
      coordinates: [
        [3, 4],
        [3, 4],
      ],
    },
    [3, 4],
  ],
  ['a square', { type: 'Polygon', coordinates: [square(10, 20, 2)] }, [11, 21]],
  ['a square that runs the other way', { type: 'Polygon', coordinates: [square(10, 20, 2).reverse()] }, [11, 21]],
  [
    'a square with a hole in a corner',
    { type: 'Polygon', coordinates: [square(0, 0, 4), square(0, 0, 2)] },
    [28 / 12, 28 / 12],
  ],
  [
    'a polygon without an area',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [0, 0],
        ],
      ],
    },
    [2, 0],
  ],
  [
    'two squares, by their areas',
    { type: 'MultiPolygon', coordinates: [[square(0, 0, 2)], [square(10, 0, 4)]] },
    [(1 * 4 + 12 * 16) / 20, (1 * 4 + 2 * 16) / 20],
  ],
  [
    'a collection, by what has an area alone',
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [90, 90] },
        { type: 'Polygon', coordinates: [square(0, 0, 2)] },
      ],
    },
    [1, 1],
  ],
  ['an empty collection', { type: 'GeometryCollection', geometries: [] }, null],
])('the centroid of %s', (_, geometry, expected) => {
  const found = centroidOf(geometry);
  if (expected === null) return expect(found).toBeNull();
  expect(found?.[0]).toBeCloseTo(expected[0] ?? 0, 12);
  expect(found?.[1]).toBeCloseTo(expected[1] ?? 0, 12);
});
