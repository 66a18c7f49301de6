import { describe, expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { rowEncoder, type TextFormat, wellKnownText } from './row-encoder.ts';

const columns = [
  { name: 'code', type: 'char' },
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 'place', type: 'geometry' },
];
const point = { type: 'Point', coordinates: [-1.5, 0] } as const;
const rows: Row[] = [
  ['007', 9223372036854775807n, -0, point],
  ['', 1, 1e308, null],
  [null, null, null, null],
  ['a "b",\nc', -2, 0.1, null],
  ['=1+1', 0, 5e-324, null],
];

function encode(format: TextFormat, separator?: ';'): string {
  const spreadsheet = separator === undefined ? undefined : { separator };
  const encoder = rowEncoder({ format, columns, spreadsheet });
  return encoder.start + rows.map(encoder.row).join(encoder.between) + encoder.end;
}

describe('delimited text', () => {
  test('follows RFC 4180 and distinguishes a missing value from an empty text', () => {
    expect(encode('csv').split('\r\n')).toEqual([
      'code,n,x,place',
      '007,9223372036854775807,-0.0,POINT (-1.5 0)',
      '"",1,1e+308,',
      ',,,',
      '"a ""b"",\nc",-2,0.1,',
      '=1+1,0,5e-324,',
      '',
    ]);
  });
  test('for a spreadsheet has a byte order mark and its separator', () => {
    expect(encode('csv', ';').startsWith('\uFEFFcode;n;x;place\r\n007;')).toBe(true);
  });
  test('for a spreadsheet has no formulas unless requested', () => {
    const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝'];
    const some = [
      { name: '=A1', type: 'text' },
      { name: 'n', type: 'integer' },
    ];
    const encodeTexts = (formulas: boolean) => {
      const options = { format: 'csv', columns: some, spreadsheet: { separator: ';', formulas } } as const;
      const encoder = rowEncoder(options);
      return { start: encoder.start, rows: starts.map((start) => encoder.row([`${start}cmd|x`, -1])) };
    };
    const { start, rows: inert } = encodeTexts(false);
    expect(start).toBe("\uFEFF'=A1;n\r\n");
    for (const row of inert) expect(row).toMatch(/^"?'[^']+"?;-1\r\n$/);
    expect(encodeTexts(true).rows[0]).toBe('=cmd|x;-1\r\n');
    const encoder = rowEncoder({ format: 'csv', columns: some, spreadsheet: { separator: ',' } });
    // A remote service may send a text for a column of numbers, or a number with more digits than a double has.
    expect(encoder.row([null, '=cmd|x'])).toBe(",'=cmd|x\r\n");
    expect(encoder.row(['a=b', '-12345678901234567890.5'])).toBe('a=b,-12345678901234567890.5\r\n');
  });
  test('a row of one missing value is an empty line', () => {
    const encoder = rowEncoder({ format: 'tsv', columns: columns.slice(0, 1) });
    expect(encoder.row([null])).toBe('\r\n');
  });
});

describe('JSON', () => {
  const objects = [
    '{"code":"007","n":9223372036854775807,"x":-0.0,"place":{"type":"Point","coordinates":[-1.5,0]}}',
    '{"code":"","n":1,"x":1e+308,"place":null}',
    '{"code":null,"n":null,"x":null,"place":null}',
    '{"code":"a \\"b\\",\\nc","n":-2,"x":0.1,"place":null}',
    '{"code":"=1+1","n":0,"x":5e-324,"place":null}',
  ];
  test('has every digit, one object per line', () => {
    expect(encode('ndjson')).toBe(objects.map((object) => `${object}\n`).join(''));
    expect(encode('json')).toBe(`[\n${objects.join(',\n')}\n]\n`);
  });
  test('an empty file is an empty list', () => {
    const { start, end } = rowEncoder({ format: 'json', columns });
    expect(JSON.parse(start + end)).toEqual([]);
  });
  test('a feature has the geometry beside its properties', () => {
    const collection = JSON.parse(encode('geojson'));
    expect(collection.features).toHaveLength(5);
    expect(collection.features[0]).toMatchObject({ type: 'Feature', geometry: point, properties: { code: '007' } });
    expect(collection.features[1].geometry).toBeNull();
    expect(Object.keys(collection.features[0].properties)).toEqual(['code', 'n', 'x']);
  });
});

test('well-known text of every kind', () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  expect(
    [
      { type: 'Point', coordinates: [1, 2, 3] } as const,
      { type: 'Point', coordinates: [] } as const,
      { type: 'LineString', coordinates: ring } as const,
      { type: 'MultiPoint', coordinates: ring.slice(0, 2) } as const,
      { type: 'Polygon', coordinates: [ring] } as const,
      { type: 'MultiPolygon', coordinates: [[ring]] } as const,
      { type: 'GeometryCollection', geometries: [point] } as const,
    ].map(wellKnownText),
  ).toEqual([
    'POINT Z (1 2 3)',
    'POINT EMPTY',
    'LINESTRING (0 0, 1 0, 1 1, 0 0)',
    'MULTIPOINT (0 0, 1 0)',
    'POLYGON ((0 0, 1 0, 1 1, 0 0))',
    'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))',
    'GEOMETRYCOLLECTION (POINT (-1.5 0))',
  ]);
});
