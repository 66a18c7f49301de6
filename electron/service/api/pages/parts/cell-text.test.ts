import { expect, test } from 'vitest';
import { cellText, shortened } from './cell-text.ts';
import { readJsonTree } from './json-view.ts';

test.each([
  ['null', null],
  ['""', ''],
  ['"00501"', '00501'],
  ['9223372036854775807', '9223372036854775807'],
  ['1.50', '1.50'],
  ['true', 'true'],
  ['{"type":"Point","coordinates":[-118.66,34.5,7.70]}', 'Point -118.66, 34.5, 7.70'],
  ['{"type":"Point","coordinates":[]}', 'Point, 0 positions'],
  ['{"type":"LineString","coordinates":[[0,1],[2,3]]}', 'LineString, 2 positions'],
  [
    '{"type":"MultiPolygon","coordinates":[[[[0,0],[0,1],[1,1],[0,0]]],[[[5,5],[5,6],[6,6],[5,5]]]]}',
    'MultiPolygon, 8 positions',
  ],
  [
    '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}',
    'GeometryCollection, 1 geometry',
  ],
  ['{"a":1}', 'Object'],
])('%s is shown as %j', (json, shown) => {
  expect(cellText(readJsonTree(json))).toBe(shown);
});

test.each([
  ['twelve chars', 12, 'twelve chars'],
  ['twelve chars', 11, 'twelve cha…'],
  ['😀😀😀', 3, '😀😀😀'],
  ['😀😀😀😀', 3, '😀😀…'],
  ['', 3, ''],
])('%j in %d characters is %j', (text, longest, short) => {
  expect(shortened(text, longest)).toBe(short);
});
