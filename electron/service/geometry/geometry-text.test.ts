import { expect, test } from 'vitest';
import wkx from 'wkx';
import { geometryText } from './geometry-text.ts';

const one = {
  type: 'LineString',
  coordinates: [
    [0, 0, 5],
    [1.5, -2, 6],
  ],
};
test.each([
  { type: 'Point', coordinates: [7, 51] },
  { type: 'Point', coordinates: [] },
  one,
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
      [
        [0.1, 0.1],
        [0.2, 0.1],
        [0.2, 0.2],
        [0.1, 0.1],
      ],
    ],
  },
  {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  { type: 'MultiPolygon', coordinates: [] },
  { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1e21, -0.5] }, one] },
])('a $type is written as GeoJSON', (geometry) => {
  const parsed = wkx.Geometry.parseGeoJSON(geometry);
  for (const bytes of [parsed.toWkb(), parsed.toEwkb()]) expect(geometryText(bytes)).toBe(JSON.stringify(geometry));
});

const of = (kind: number, ...numbers: readonly number[]) => {
  const bytes = Buffer.alloc(5 + numbers.length * 8);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(kind, 1);
  for (const [at, number] of numbers.entries()) bytes.writeDoubleLE(number, 5 + at * 8);
  return bytes;
};

test.each([
  ['a measure', of(2001, 1, 2, 9), '{"type":"Point","coordinates":[1,2]}'],
  ['an unknown altitude', of(1001, 1, 2, Number.NaN), '{"type":"Point","coordinates":[1,2]}'],
  ['no position', of(1, Number.NaN, Number.NaN), '{"type":"Point","coordinates":[]}'],
  ['no position with an altitude', of(1001, Number.NaN, Number.NaN, Number.NaN), '{"type":"Point","coordinates":[]}'],
  ['an infinite coordinate', of(1, 1, Number.POSITIVE_INFINITY), 'null'],
])('a point with %s', (_, bytes, expected) => {
  expect(geometryText(bytes)).toBe(expected);
});

test('a line with a coordinate that is not finite', () => {
  const bytes = wkx.Geometry.parseGeoJSON({
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  }).toWkb();
  bytes.writeDoubleLE(Number.NaN, 9);
  bytes.writeDoubleLE(Number.NaN, 17);
  expect(geometryText(bytes)).toBe('null');
});
