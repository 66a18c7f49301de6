import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/api/column.ts';
import { type Exact, parseExactly } from '../../lib/exact-json.ts';
import { cellReader, readGeometry } from '../cells/cells.ts';
import { columnsOf, rowChecker, rowReader } from '../paging/row-reader.ts';

describe('cells', () => {
  const cases: readonly (readonly [type: string, value: Exact | undefined, cell: unknown])[] = [
    ['integer', 5, 5],
    ['integer', 12_345_678_901_234_567_890n, 12_345_678_901_234_567_890n],
    ['integer', '12345678901234567890', 12_345_678_901_234_567_890n],
    ['integer', '-7', -7],
    ['integer', '7'.repeat(1_001), '7'.repeat(1_001)],
    ['integer', 'seven', 'seven'],
    ['integer', undefined, null],
    ['integer', true, true],
    ['float', 12_345_678_901_234_567_890n, Number('12345678901234567890')],
    ['float', '1.10', 1.1],
    ['float', '1e3', 1000],
    ['float', '12345678901234567.89', '12345678901234567.89'],
    ['float', 'n/a', 'n/a'],
    ['float', Infinity, null],
    ['char', 5, '5'],
    ['char', 12_345_678_901_234_567_890n, '12345678901234567890'],
    ['char', null, null],
    ['text', '', ''],
    ['text', { a: [1, 2n ** 64n] }, '{"a":[1,18446744073709551616]}'],
    ['geometry', 'POINT (1 2)', { type: 'Point', coordinates: [1, 2] }],
    ['geometry', 'nowhere', 'nowhere'],
    ['geometry', '', null],
    ['geometry', { type: 'Point', coordinates: 'x' }, '{"type":"Point","coordinates":"x"}'],
    ['money', { amount: 3 }, '{"amount":3}'],
    ['money', false, false],
    ['point', { type: 'Point', coordinates: [1, 2], crs: {} }, { type: 'Point', coordinates: [1, 2] }],
    ['datetime', '2024-05-06T07:08:09Z', '2024-05-06T07:08:09Z'],
  ];
  for (const [type, value, cell] of cases) {
    it(`${type}: ${inspect(value)}`, () => {
      expect(cellReader(type)(value)).toEqual(cell);
    });
  }
});

describe('geometries', () => {
  const point = { type: 'Point', coordinates: [1.5, -2.25] };
  const cases: readonly (readonly [source: Exact, geometry: unknown])[] = [
    ['POINT(1.5 -2.25)', point],
    ['point (1.5 -2.25)', point],
    ['POINT (1.5e0 -225E-2)', point],
    ['SRID=4326;POINT(1.5 -2.25)', point],
    ['POINT Z (1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINTZ(1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['0101000000000000000000f83f00000000000002c0', point],
    ['0101000020E6100000000000000000F83F00000000000002C0', point],
    ['\\x0101000000000000000000f83f00000000000002c0', point],
    ['00000000013FF8000000000000C002000000000000', point],
    ['{"type":"Point","coordinates":[1.5,-2.25]}', point],
    ['  {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1.5,-2.25]}}', point],
    [
      'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))',
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
        ],
      },
    ],
    [
      'GEOMETRYCOLLECTION (POINT (1.5 -2.25), LINESTRING (0 0, 1 1))',
      {
        type: 'GeometryCollection',
        geometries: [
          point,
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
    ],
    ['SRID=27700;POINT(1 2)', null],
    ['POINT(1', null],
    ['CIRCLE(1 2 3)', null],
    ['0101', null],
    ['01010000000000', null],
    ['{"type":"Sphere","coordinates":[1]}', null],
    ['{"type":"Point"', null],
    [{ type: 'GeometryCollection', geometries: [{ type: 'Point' }] }, null],
    [7, null],
    [true, null],
  ];
  it.each(cases)('%j', (source, geometry) => {
    expect(readGeometry(source)).toEqual(geometry);
  });

  it('converts Web Mercator to degrees', () => {
    const geometry = readGeometry('SRID=3857;LINESTRING(0 0, 1113194.907932 5621521.486192)');
    expect(geometry).toMatchObject({ type: 'LineString' });
    const [first, second] = (geometry as unknown as { coordinates: number[][] }).coordinates;
    expect(first?.map(Math.abs)).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9)]);
    expect(second).toEqual([expect.closeTo(10, 5), expect.closeTo(45, 5)]);
  });
});

describe('rows', () => {
  const columns: Column[] = [
    ['b', 'integer'],
    ['geom', 'geometry'],
    ['__proto__', 'char'],
    ['1', 'float'],
  ].map(([name = '', type = '']) => ({ name, type, label: name, description: '' }));
  const point = { type: 'Point', coordinates: [1, 2] };

  it.each([
    ['an object', '{"1":0.5,"__proto__":"p","b":1,"geom":"POINT(1 2)"}'],
    ['an array', '[1,"POINT(1 2)","p",0.5]'],
    ['an array that is too long', '[1,"POINT(1 2)","p",0.5,"more"]'],
    [
      'a Feature',
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"b":1,"__proto__":"p","1":0.5}}',
    ],
    [
      'a Feature with its geometry among the properties',
      '{"type":"Feature","geometry":null,"properties":{"b":1,"__proto__":"p","1":0.5,"geom":"POINT(1 2)"}}',
    ],
  ])('from %s', (_name, text) => {
    expect(rowReader(columns, null)(parseExactly(text))).toEqual([1, point, 'p', 0.5]);
  });

  it.each([
    ['{"b":1}', [1, null, null, null]],
    ['[1]', [1, null, null, null]],
    ['{}', [null, null, null, null]],
    ['7', [7, null, null, null]],
    ['null', [null, null, null, null]],
  ])('from %s, with nulls for what is missing', (text, row) => {
    expect(rowReader(columns, null)(parseExactly(text))).toEqual(row);
  });

  it('with the requested fields, whether or not the service supports them', () => {
    const read = rowReader(columns, ['1', 'b']);
    for (const text of ['{"b":1,"1":0.5}', '[0.5,1]', '[1,null,"p",0.5]'])
      expect(read(parseExactly(text))).toEqual([0.5, 1]);
  });

  it('derives columns if the record names none', () => {
    const names = (text: string) => columnsOf(parseExactly(text) as Exact[]).map(({ name, type }) => [name, type]);
    expect(names('[{"a":1},{"b":2,"a":3}]')).toEqual([
      ['a', ''],
      ['b', ''],
    ]);
    expect(names('[[1,2],[1,2,3]]')).toEqual([
      ['column 1', ''],
      ['column 2', ''],
      ['column 3', ''],
    ]);
    expect(names('[{"type":"Feature","geometry":null,"properties":{"a":1}}]')).toEqual([
      ['a', ''],
      ['geometry', 'geometry'],
    ]);
    expect(names('[]')).toEqual([]);
  });
});

describe('a Feature that shares no column with the dataset', () => {
  const origin = { address: new URL('http://127.0.0.1/data/'), quotable: (text: string) => text };
  const column = (name: string, type: string): Column => ({ name, type, label: name, description: '' });
  const check = (columns: readonly Column[], feature: string) => () =>
    rowChecker(columns, null)(parseExactly(feature), 1, origin);

  it.each(['{"type":"Feature","geometry":null,"properties":null}', '{"type":"Feature","id":7,"properties":{}}'])(
    'is not a row: %s',
    (feature) => {
      expect(check([column('name', 'char'), column('area', 'float')], feature)).toThrow(/none of the columns/);
      expect(check([column('id', 'integer'), column('shape', '')], feature)).not.toThrow();
    },
  );
});
