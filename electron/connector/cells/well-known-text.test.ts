import { describe, expect, it } from 'vitest';
import wkx from 'wkx';
import { cellReader } from './cells.ts';
import { maxGeometryLength, readWellKnownText } from './well-known-text.ts';

const read = (text: string) => readWellKnownText(text, 64);

describe('well-known text', () => {
  it.each([
    'POINT(1 2)',
    'POINT Z (1 2 3)',
    'POINT M (1 2 3)',
    'POINT ZM (1 2 3 4)',
    'LINESTRING(1 2, 3 4)',
    'LINESTRING EMPTY',
    'POLYGON((0 0, 4 0, 4 4, 0 0), (1 1, 2 1, 2 2, 1 1))',
    'POLYGON EMPTY',
    'MULTIPOINT(1 2, 3 4)',
    'MULTIPOINT((1 2), (3 4))',
    'MULTILINESTRING((1 2, 3 4), (5 6, 7 8))',
    'MULTIPOLYGON(((0 0, 4 0, 4 4, 0 0)), ((9 9, 8 9, 8 8, 9 9)))',
    'GEOMETRYCOLLECTION(POINT(1 2), GEOMETRYCOLLECTION(LINESTRING(1 2, 3 4)))',
    'GEOMETRYCOLLECTION EMPTY',
    'SRID=4326;POINT(-1.5e1 +.25)',
  ])('%s is read as by other programs', (text) => {
    const other = wkx.Geometry.parse(text);
    expect(read(text)).toMatchObject({ geometry: other.toGeoJSON(), srid: other.srid ?? 0 });
  });

  it.each([
    [
      '  linestring z(1 2 3,4 5 6) ',
      {
        type: 'LineString',
        coordinates: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      },
    ],
    ['PointZ(1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINT (1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINT Z EMPTY', { type: 'Point', coordinates: [] }],
    ['MULTIPOINT(EMPTY, (1 2))', { type: 'MultiPoint', coordinates: [[], [1, 2]] }],
  ])('%s', (text, geometry) => {
    expect(read(text).geometry).toEqual(geometry);
  });

  it.each([
    '',
    'POINT',
    'POINT(1)',
    'POINT(1 2',
    'POINT(1 2) x',
    'POINT(1,2)',
    'POINT(1x 2)',
    'POINT(1 2 3 4 5)',
    'CIRCLE(1 2)',
    'POLYGON(1 2)',
  ])('"%s" is not valid', (text) => {
    expect(() => read(text)).toThrow(SyntaxError);
  });
});

describe('a cell of four megabytes', () => {
  const size = 4_000_000;
  const fill = (part: string, before = '', after = '') =>
    before + part.repeat(Math.floor((size - before.length - after.length) / part.length)) + after;
  const geometry = cellReader('geometry');

  it.each([
    ['collections that never end', fill('GEOMETRYCOLLECTION(')],
    ['collections that end', `${'GEOMETRYCOLLECTION('.repeat(100_000)}POINT(1 2)${')'.repeat(100_000)}`],
    ['brackets', fill('(', 'POLYGON')],
    ['digits', fill('1', 'POINT(')],
    ['spaces', fill(' ', 'POINT(1')],
    ['signs', fill('-', 'POINT(')],
    ['binary collections', fill('010700000001000000')],
    ['GeoJSON collections', fill('{"type":"GeometryCollection","geometries":[')],
    ['GeoJSON features', fill('{"type":"Feature","geometry":')],
    ['GeoJSON lists', fill('[', '{"type":"Polygon","coordinates":')],
    ['a letter that is none', fill('A')],
    ['numbers', fill('1 ', 'LINESTRING(')],
    ['more positions than are read', `LINESTRING(${'1 2,'.repeat(maxGeometryLength / 4)}3 4)`],
  ])('of %s is returned as it is, at once', (_, text) => {
    // This takes milliseconds; quadratic time would exceed the test's time limit.
    expect(geometry(text)).toBe(text);
  });

  it.each([
    ['a line', fill('1 2,', 'LINESTRING(', '3 4)'), 'LineString'],
    ['points', fill('(1 2),', 'MULTIPOINT(', '(3 4))'), 'MultiPoint'],
    ['parts', fill('POINT(1 2),', 'GEOMETRYCOLLECTION(', 'POINT(3 4))'), 'GeometryCollection'],
  ])('of %s is read in time', (_, text, type) => {
    expect(geometry(text)).toMatchObject({ type });
  });
});
