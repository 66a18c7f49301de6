import { expect, test } from 'vitest';
import { boundsOf } from './geometry-bounds.ts';

test('the bounding box contains every position of every kind', () => {
  expect(
    boundsOf([
      { type: 'Point', coordinates: [5, 5, 900] },
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [-10, 0],
              [0, 20],
              [1, 1],
              [-10, 0],
            ],
          ],
        ],
      },
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [7, -3] }] },
    ]),
  ).toEqual([-10, -3, 7, 20]);
});

test('no positions have no bounding box', () => {
  expect([boundsOf([]), boundsOf([{ type: 'Point', coordinates: [] }])]).toEqual([null, null]);
});
