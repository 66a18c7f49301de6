import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { formatOf } from './file-format.ts';
import { findMissingMarks } from './missing-marks.ts';
import { findSpelling } from './number-spelling.ts';
import { findPoint } from './point-columns.ts';
import { encodingOf } from './text-encoding.ts';

describe('how numbers are spelled', () => {
  const plain = { decimalComma: false, thousands: '' };
  test.each([
    ['plain numbers', ',', [['1', '2.5', '-3e10']], plain],
    ['whole numbers', ',', [['1', '20', '300']], plain],
    ['words', ',', [['a', 'b,c']], plain],
    ['decimal commas', ';', [['1,5', '2,25']], { decimalComma: true, thousands: '' }],
    [
      'decimal commas with points between thousands',
      ';',
      [['1.234,5', '12,5']],
      { decimalComma: true, thousands: '.' },
    ],
    [
      'points between thousands in one column, commas in another',
      ';',
      [
        ['1.234', '12'],
        ['0,5', '1,5'],
      ],
      { decimalComma: true, thousands: '.' },
    ],
    ['commas between thousands', ',', [['1,234', '12', '1,234,567.8']], { decimalComma: false, thousands: ',' }],
    ['1,234 alone, fields separated by commas', ',', [['1,234', '5,678']], { decimalComma: false, thousands: ',' }],
    ['1,234 alone, fields separated by semicolons', ';', [['1,234', '5,678']], { decimalComma: true, thousands: '' }],
    ['narrow spaces', ';', [['1\u202f234,5', '12,5']], { decimalComma: true, thousands: '\u202f' }],
    ['apostrophes', ';', [["1'234.5", '12.5']], { decimalComma: false, thousands: "'" }],
    [
      '1.234 where other columns have decimal points',
      ',',
      [
        ['1.234', '5.678'],
        ['0.5', '2.75'],
      ],
      plain,
    ],
    ['both kinds at once', ';', [['1,5'], ['2.5']], plain],
    ['codes with points', ',', [['1.2.3', '4.5.6']], plain],
    ['nothing', ',', [[]], plain],
  ] as const)('%s', (_, delimiter, columns, expected) => {
    expect(findSpelling(columns, delimiter)).toEqual(expected);
  });
});

describe('what means a missing value', () => {
  test.each([
    ['marks among numbers', [['1', 'NA', '2']], ['NA']],
    ['a dash among numbers', [['1', '-', '2.5']], ['-']],
    [
      'a country’s code that is a mark elsewhere',
      [
        ['1', 'NA'],
        ['NA', 'DE', 'FR'],
      ],
      [],
    ],
    [
      'one that is plain everywhere',
      [
        ['1', 'NULL'],
        ['NULL', 'a'],
      ],
      ['NULL'],
    ],
    ['words among numbers', [['1', 'one']], []],
    ['no numbers at all', [['NA', 'x']], []],
    ['nothing but marks', [['NA', 'NA']], []],
  ])('%s', (_, columns, expected) => expect(findMissingMarks(columns)).toEqual(expected));
});

describe('the encoding', () => {
  const text = 'id;name\n1;Zürich – Köln\n2;naïve café\n3;Øresund\n';
  test.each([
    ['utf-8', 'utf-8', 0],
    ['utf-16le', 'utf-16le', 0],
    ['utf-16be', 'utf-16be', 0],
    ['windows-1252', 'windows-1252', 0],
  ])('%s', (name, expected, mark) => {
    expect(encodingOf(iconv.encode(text.repeat(20), name))).toEqual({ name: expected, mark });
  });
  test.each([
    ['utf-8', 3],
    ['utf-16le', 2],
    ['utf-16be', 2],
  ])('%s behind a byte order mark', (name, mark) => {
    expect(encodingOf(iconv.encode(text, name, { addBOM: true }))).toEqual({ name, mark });
  });
  test('UTF-8 that is cut within a character', () => {
    const bytes = Buffer.from('aé');
    expect(encodingOf(bytes.subarray(0, bytes.length - 1)).name).toBe('utf-8');
  });
});

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
  ])('%j in %s is %s', (text, name, format) => expect(formatOf(Buffer.from(text), name)).toBe(format));
});

describe('a pair of degrees', () => {
  const columns = [
    { name: 'Lat', values: [50, -89.5] },
    { name: 'Lng', values: [170, -180] },
    { name: 'x', values: [1] },
  ];
  test('is found by its names, whatever their case', () => {
    expect(findPoint(columns, ['Lat', 'Lng', 'x', 'geometry'])).toEqual({
      longitude: 'Lng',
      latitude: 'Lat',
      name: 'geometry_2',
    });
  });
  test('must be within the degrees that there are', () => {
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
