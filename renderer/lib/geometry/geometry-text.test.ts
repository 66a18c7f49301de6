import { expect, test } from 'vitest';
import type { Geometry } from '#shared/cell.ts';
import { geometryText } from './geometry-text.ts';

const cases: readonly [Geometry, string][] = [
  [{ type: 'Point', coordinates: [12.4924, 41.8902] }, 'Point 12.4924, 41.8902'],
  [{ type: 'Point', coordinates: [-0.1000001, 51.123456, 7] }, 'Point -0.1000001, 51.123456, 7'],
  [{ type: 'Point', coordinates: [] }, 'Point (empty)'],
  [
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    },
    'LineString (3)',
  ],
  [
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
        [
          [
            [5, 5],
            [6, 5],
            [6, 6],
            [5, 5],
          ],
        ],
      ],
    },
    'MultiPolygon (8)',
  ],
  [{ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] }, 'GeometryCollection (1)'],
];

test.each(cases)('%j reads %s', (geometry, text) => {
  expect(geometryText(geometry)).toBe(text);
});
