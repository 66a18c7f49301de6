import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { openRowStore } from '../opening/open-row-store.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { ReadingOptions } from './reading.ts';

let folder: string;
let rows: RowStore;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-values-'));
  rows = await openRowStore(path.join(folder, 'rows'));
});
afterAll(async () => {
  await rows.close();
  await rm(folder, { recursive: true, force: true });
});

async function ingestText(text: string, options: Partial<ReadingOptions> = {}) {
  number += 1;
  const file = path.join(folder, `${number}.txt`);
  await writeFile(file, text);
  const version = await rows.ingest(`v${number}`, { path: file, format: 'csv', ...options }, {}, {});
  const { json } = await rows.open(version).page(everyRow, 0, 100);
  return { types: version.columns.map(({ type }) => type), rows: JSON.parse(`[${json}]`) as object[] };
}

describe('numbers as people write them', () => {
  test('a decimal comma with points between thousands', async () => {
    const text = 'a;b;c\n1.234,5;1.000;0,5\n-12,25;999;1.000.000\n;;\n';
    const found = await ingestText(text, { delimiter: ';', decimalComma: true, thousands: '.' });
    expect(found).toEqual({
      types: ['float', 'integer', 'float'],
      rows: [
        { a: 1234.5, b: 1000, c: 0.5 },
        { a: -12.25, b: 999, c: 1000000 },
        { a: null, b: null, c: null },
      ],
    });
  });
  test('invalid groups leave the column as text', async () => {
    const found = await ingestText('a|b\n1,23|1,234\n1,234|12,345\n', { delimiter: '|', thousands: ',' });
    expect(found.types).toEqual(['char', 'integer']);
    expect(found.rows).toEqual([
      { a: '1,23', b: 1234 },
      { a: '1,234', b: 12345 },
    ]);
  });
  test('codes with leading zeros stay text whatever the notation', async () => {
    const found = await ingestText('a;b\n007;1\n0,5;2\n', { delimiter: ';', decimalComma: true });
    expect(found).toEqual({
      types: ['char', 'integer'],
      rows: [
        { a: '007', b: 1 },
        { a: '0,5', b: 2 },
      ],
    });
  });
});

test('an empty text is not a missing value among texts, but is one among numbers', async () => {
  const found = await ingestText('t,n,e\n"",""," "\n,,""\nx,1,\n', { delimiter: ',', header: true });
  expect(found).toEqual({
    types: ['char', 'integer', 'char'],
    rows: [
      { t: '', n: null, e: ' ' },
      { t: null, n: null, e: '' },
      { t: 'x', n: 1, e: null },
    ],
  });
});

const shapes = [
  { type: 'Point', coordinates: [1.5, -2] },
  { type: 'Point', coordinates: [1, 2, 3] },
  {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1e-7, 1],
    ],
  },
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
        [0.2, 0.1],
        [0.3, 0.1],
        [0.3, 0.2],
        [0.2, 0.1],
      ],
    ],
  },
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
  {
    type: 'MultiPoint',
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
      [
        [2, 2],
        [3, 3],
      ],
    ],
  },
  { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
];

describe('GeoJSON geometry', () => {
  test('in JSON lines', async () => {
    const text = [...shapes, null].map((g, id) => JSON.stringify({ id, g })).join('\n');
    const found = await ingestText(text, { format: 'ndjson' });
    expect(found.types).toEqual(['integer', 'geometry']);
    expect(found.rows).toEqual([...shapes, null].map((g, id) => ({ id, g })));
  });
  test('as text in a delimited file', async () => {
    const text = `id;g\n${shapes.map((g, id) => `${id};"${JSON.stringify(g, null, 1).replaceAll('"', '""')}"`).join('\n')}\n`;
    const found = await ingestText(text, { delimiter: ';' });
    expect(found.types).toEqual(['integer', 'geometry']);
    expect(found.rows).toEqual(shapes.map((g, id) => ({ id, g })));
  });
  test('objects that only look like it stay text', async () => {
    const found = await ingestText('{"g":{"type":"Point","coordinates":"none"}}\n', { format: 'ndjson' });
    expect(found.types).toEqual(['char']);
  });
});

test.each(['json', 'ndjson'] as const)(
  'the columns of %s stand in the order of the text, digits or not',
  async (format) => {
    const lines = ['{"b":1,"10":2,"2":"x","__proto__":5}', '{"b":3,"a":true,"2":null}'];
    number += 1;
    const file = path.join(folder, `${number}.json`);
    await writeFile(file, format === 'json' ? `[${lines.join(',')}]` : lines.join('\n'));
    const version = await rows.ingest(`v${number}`, { path: file, format }, {}, {});
    expect(version.columns.map(({ name }) => name)).toEqual(['b', '10', '2', '__proto__', 'a']);
  },
);
