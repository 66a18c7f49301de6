import { describe, expect, test } from 'vitest';
import { findPoint } from '../plan.ts';
import { formatOf } from './formats.ts';

const headOf = (bytes: Buffer, name: string) => ({ packing: 'none' as const, bytes, whole: true, name });

describe('the format', () => {
  test.each([
    ['PAR1\u0015', 'x.bin', 'parquet'],
    ['PK\u0003\u0004', 'x.bin', 'xlsx'],
    [' [{"a":1}]', 'x.txt', 'json'],
    ['{"a":1}\n{"a":2}\n', 'x', 'ndjson'],
    ['{"a":1}\n', 'x.jsonl', 'ndjson'],
    ['{\n "a": 1\n}', 'x', 'json'],
    ['{"type":"FeatureCollection","features":[]}', 'x.json', 'geojson'],
    ['{"type":"Feature","geometry":null,"properties":{}}\n', 'x.geojsonl', 'geojson'],
    ['\uFEFF{"type": "FeatureCollection"', 'x', 'geojson'],
    ['a,b\n1,2\n', 'x.csv', 'csv'],
    ['{"a": 1}, 2\n', 'x.csv', 'csv'],
    ['a\tb\n', 'x.unknown', 'csv'],
  ])('%j in %s is %s', (text, name, format) => {
    expect(formatOf(headOf(Buffer.from(text), name), Buffer.from(text))).toBe(format);
  });

  test('of bytes that are no text is judged without decoding them', () => {
    const decoded = Buffer.from('쿐놡,b\n1,2\n');
    expect(formatOf(headOf(Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'x.xls'), decoded)).toBe('xls');
    expect(formatOf(headOf(Buffer.from('PAR1\u0015'), 'x.parquet'), decoded)).toBe('parquet');
    expect(formatOf(headOf(Buffer.from('\uFEFFa,b', 'utf16le'), 'x'), Buffer.from('[{"a":1}]'))).toBe('json');
  });
});

describe('a pair of coordinates', () => {
  const columns = [
    { name: 'Lat', values: [50, -89.5] },
    { name: 'Lng', values: [170, -180] },
    { name: 'x', values: [1] },
  ];
  test('is found by its names, regardless of case', () => {
    expect(findPoint(columns, ['Lat', 'Lng', 'x', 'geometry'])).toEqual({
      longitude: 'Lng',
      latitude: 'Lat',
      name: 'geometry_2',
    });
  });
  test('must be within the valid range of degrees', () => {
    expect(
      findPoint(
        [
          { name: 'lat', values: [91] },
          { name: 'lon', values: [0] },
        ],
        [],
      ),
    ).toBeNull();
  });
});
