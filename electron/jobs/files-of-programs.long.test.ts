import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { given } from '#shared/given.ts';
import { everyRow } from '#shared/row-query.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { parseExactly } from '../lib/exact-json.ts';
import { shareOf } from '../lib/testing/tier.ts';
import { openRowStore } from '../service/opening/open-row-store.ts';
import type { RowStore } from '../service/rows/row-store.ts';
import { previewFile } from './publish/planned-file.ts';

let folder: string;
let rows: RowStore;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-foreign-'));
  rows = await openRowStore(path.join(folder, 'rows'));
});
afterAll(async () => {
  await rows.close();
  await rm(folder, { recursive: true, force: true });
});

type Record = { [name: string]: unknown };

async function publishFile(file: string, options: FileOptions = {}) {
  const { plan } = await previewFile(rows, { path: file, options }, folder, 'take-in');
  number += 1;
  const version = await rows.ingest(`v${number}`, plan, {}, {});
  const pages: string[] = [];
  for (let offset = 0; offset < version.rows; offset += 10_000) {
    pages.push((await rows.open(version).page(everyRow, offset, 10_000)).json.toString('utf8'));
  }
  return {
    decided: plan.decided,
    types: Object.fromEntries(version.columns.map(({ name, type }) => [name, type])),
    rows: parseExactly(`[${pages.join(',')}]`) as unknown as Record[],
  };
}

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const packageFolder = (name: string) => path.join(import.meta.dirname, '../../node_modules', name);

const bremen = { type: 'Point', coordinates: [8.8017, 53.0793] };
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
      [0, 0],
    ],
    [
      [0.5, 0.5],
      [0.5, 1],
      [1, 1],
      [1, 0.5],
      [0.5, 0.5],
    ],
  ],
};
const parts = {
  type: 'MultiLineString',
  coordinates: [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [2, 2],
      [3, 3.25],
    ],
  ],
};
const places = [
  { name: 'Bremen', code: '04011', area: 318.2, n: 567559, geometry: bremen },
  { name: 'Square', code: '00001', area: null, n: -1, geometry: square },
  { name: 'Two, "parts"', code: '00002', area: 2.5, n: 0, geometry: parts },
  { name: null, code: '00003', area: 0.5, n: 7, geometry: null },
];
const withoutGeometry = places.map(({ geometry: _, ...rest }) => rest);
const placeTypes = { name: 'char', code: 'char', area: 'float', n: 'integer' };

const towns = [
  { Ort: 'Köln', Einwohner: 1084831, Fläche: 405.01, Kennung: '05315' },
  { Ort: 'Zürich', Einwohner: 443037, Fläche: 87.9, Kennung: '00261' },
  { Ort: 'Sankt Pölten', Einwohner: null, Fläche: 108.48, Kennung: '30201' },
];
const townTypes = { Ort: 'char', Einwohner: 'integer', Fläche: 'float', Kennung: 'char' };

const sqliteRows = [
  { id: 1, code: '007', x: 0.1, note: 'a "q", c', big: 9223372036854775807n },
  { id: 2, code: '010', x: -2.5, note: 'line\nbreak', big: -9223372036854775808n },
  { id: 3, code: null, x: 1e300, note: '', big: 0 },
  { id: 4, code: 'é😀', x: null, note: null, big: null },
];
const sqliteTypes = { id: 'integer', code: 'char', x: 'float', note: 'char', big: 'integer' };

describe('a file made by another program', () => {
  test('sqlite3, CSV', async () => {
    const found = await publishFile(fixture('sqlite3.csv'));
    expect(found).toMatchObject({ types: sqliteTypes, rows: sqliteRows });
  });
  test('sqlite3, JSON', async () => {
    expect(await publishFile(fixture('sqlite3.json'))).toMatchObject({ types: sqliteTypes, rows: sqliteRows });
  });
  test('sqlite3, separated by tabs', async () => {
    const expected = sqliteRows.map(({ id, code, x }) => ({ id, code, x }));
    expect(await publishFile(fixture('sqlite3.tsv'))).toMatchObject({ rows: expected });
  });
  test.each(['gdal.geojson', 'gdal.geojsonl'])('GDAL, %s', async (name) => {
    const found = await publishFile(fixture(name));
    expect(found).toMatchObject({ types: { ...placeTypes, geometry: 'geometry' }, rows: places });
  });
  test('GDAL, CSV with well-known text', async () => {
    const found = await publishFile(fixture('gdal.csv'), { columns: [{ source: 'WKT', name: 'geometry' }] });
    expect(found).toMatchObject({ types: { ...placeTypes, geometry: 'geometry' }, rows: places });
  });
  test('GDAL, XLSX', async () => {
    expect(await publishFile(fixture('gdal.xlsx'))).toMatchObject({ types: placeTypes, rows: withoutGeometry });
  });
  test.each(['xlsx', 'xls', 'ods'])('LibreOffice, .%s', async (extension) => {
    expect((await publishFile(fixture(`libreoffice.${extension}`))).rows).toEqual([
      { code: '007', n: 12, x: 0.1, day: '2024-02-29', word: 'plain' },
      { code: '010', n: -3, x: 2.5, day: '1999-12-31', word: 'a "b", c' },
    ]);
  });
  test('LibreOffice, CSV in UTF-16', async () => {
    const found = await publishFile(fixture('libreoffice-utf16.csv'));
    expect(found.decided).toMatchObject({ encoding: { name: 'utf-16le' }, layout: { delimiter: ';', header: true } });
    expect(found.types).toEqual({ code: 'char', n: 'integer', x: 'float', day: 'char', word: 'char' });
    expect(found.rows.map(({ code, n, x, word }) => [code, n, x, word])).toEqual([
      ['007', 12, 0.1, 'plain'],
      ['010', -3, 2.5, 'a "b", c'],
    ]);
  });
  test('openpyxl, XLSX, the second sheet', async () => {
    expect((await publishFile(fixture('openpyxl.xlsx'), { sheet: 'Data' })).rows).toEqual([
      {
        code: '007',
        count: 12,
        price: 0.1,
        when: '2024-02-29',
        at: '2024-02-29T13:30:05',
        clock: '06:45:00',
        yes: 'true',
        note: 'a "b"\nc',
      },
      {
        code: '010',
        count: -3,
        price: 1e308,
        when: '1900-03-01',
        at: '1999-12-31T00:00:00',
        clock: '00:00:01',
        yes: 'false',
        note: null,
      },
      { code: null, count: null, price: null, when: null, at: null, clock: null, yes: null, note: '=1+1 as text' },
    ]);
  });
  test('Python, Latin-1 with decimal commas', async () => {
    const found = await publishFile(fixture('python-latin1.csv'));
    expect(found.decided).toMatchObject({ encoding: { name: 'windows-1252' }, layout: { delimiter: ';' } });
    expect(found).toMatchObject({ types: townTypes, rows: towns });
  });
  test('Python, UTF-16 with tabs', async () => {
    const found = await publishFile(fixture('python-utf16.tsv'));
    expect(found.decided).toMatchObject({ encoding: { name: 'utf-16le' }, layout: { delimiter: '\t' } });
    expect(found).toMatchObject({ types: townTypes, rows: towns });
  });
  test('Python, everything quoted with apostrophes', async () => {
    const found = await publishFile(fixture('python-quoted.csv'));
    expect(found.decided).toMatchObject({ layout: { delimiter: '|', quote: "'" } });
    expect(found).toMatchObject({
      types: { id: 'char', its: 'char', n: 'integer' },
      rows: [
        { id: 'a', its: "it's", n: null },
        { id: 'b', its: 'x|y', n: 3 },
        { id: 'c', its: 'line\nbreak', n: 4 },
      ],
    });
  });
  test('Python, JSON', async () => {
    const [first, second] = (await publishFile(fixture('python.json'))).rows;
    expect({ ...first, nested: JSON.parse(String(first?.nested)) }).toEqual({
      id: 1,
      big: 9223372036854775807n,
      f: 0.1,
      s: 'ü',
      n: null,
      nested: { a: [1, 2] },
      extra: null,
    });
    expect(second).toEqual({
      id: 2,
      big: -9223372036854775808n,
      f: 1.5e300,
      s: '',
      n: null,
      nested: null,
      extra: 'true',
    });
  });
  test('hyparquet-writer, Parquet', async () => {
    expect((await publishFile(fixture('hyparquet-writer.parquet'))).rows).toEqual([
      { id: 1, small: 1, x: 0.1, text: 'ü😀', yes: 'true', at: '2024-02-29T13:30:05.25' },
      { id: 2, small: null, x: -0, text: '', yes: 'false', at: null },
      { id: 9223372036854775807n, small: -3, x: 1e308, text: null, yes: null, at: '1969-12-31T23:59:59' },
    ]);
  });
  test('Arrow in Rust, Parquet', async () => {
    const found = await publishFile(fixture('arrow-rs.parquet'));
    expect(found.types).toMatchObject({ id: 'char', day: 'char', f32: 'float', kind: 'char', list: 'char' });
    expect(
      found.rows.map(({ list, ...rest }) => ({ ...rest, list: list === null ? null : JSON.parse(String(list)) })),
    ).toEqual([
      { id: '1', day: '2024-02-29', f32: 0.1, kind: 'a', list: [1, 2] },
      { id: '2', day: null, f32: 2.5, kind: 'b', list: [] },
      { id: '18446744073709551615', day: '1900-01-01', f32: null, kind: 'a', list: null },
    ]);
  });
});

describe('csv-spectrum', () => {
  const home = packageFolder('csv-spectrum');
  const names = readdirSync(path.join(home, 'csvs')).map((name) => path.basename(name, '.csv'));
  expect(names.length).toBeGreaterThanOrEqual(12);
  test.each(names)('%s', async (name) => {
    const json: unknown = JSON.parse(await readFile(path.join(home, 'json', `${name}.json`), 'utf8'));
    const expected = (Array.isArray(json) ? json : [json]) as Record[];
    // The collection's own mistake: another number than in the CSV file.
    if (name === 'location_coordinates') Object.assign(expected[0] ?? {}, { 'Contact Phone Number': '2095257564' });
    const found = await publishFile(path.join(home, 'csvs', `${name}.csv`), { header: true });
    // It contains only texts: no missing values, numbers or geometry.
    const asText = (value: unknown) => (value === null ? '' : typeof value === 'object' ? value : String(value));
    const texts = found.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, asText(value)])),
    );
    const shape = (text: unknown) =>
      name === 'json' && String(text).startsWith('{') ? JSON.parse(String(text)) : text;
    expect(texts).toEqual(
      expected.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shape(value)]))),
    );
  });
});

/** The expected form of a JSON value in a column of a type. */
function sameValue(found: unknown, expected: unknown): boolean {
  if (expected === null || expected === undefined) return found === null;
  if (typeof expected === 'object') {
    const whole: unknown = typeof found === 'string' ? JSON.parse(found) : found;
    return JSON.stringify(whole) === JSON.stringify(expected);
  }
  if (typeof found === typeof expected) return Object.is(found, expected);
  return typeof found === 'string' && (found === String(expected) || Number(found) === expected);
}

interface Feature {
  readonly id?: string;
  readonly geometry: unknown;
  readonly properties: Record;
}

/** The records of a JSON file: those of a list, the features of a collection or topology, or the single one. */
function recordsOf(value: unknown): Record[] {
  if (Array.isArray(value)) return value;
  const whole = value as Record;
  if (whole.type === 'Topology') return recordsOf(shapesOf(value as Topology));
  if (whole.type !== 'FeatureCollection') return [whole];
  return (whole.features as Feature[]).map(({ id, geometry, properties }) => ({
    ...given({ id }),
    ...properties,
    geometry,
  }));
}

/** The shapes of the object of a topology that has most of them. */
function shapesOf(topology: Topology): unknown {
  const collections = Object.values(topology.objects).filter((object) => object.type === 'GeometryCollection');
  const [largest] = collections.sort((one, other) => other.geometries.length - one.geometries.length);
  return largest === undefined ? null : feature(topology, largest);
}

describe('the JSON files of vega-datasets', () => {
  const home = path.join(packageFolder('vega-datasets'), 'data');
  const names = readdirSync(home).filter((name) => name.endsWith('.json'));
  expect(names.length).toBeGreaterThanOrEqual(35);
  test.each(shareOf(names, 8))('%s', { timeout: 240_000 }, async (name) => {
    const content: unknown = JSON.parse(await readFile(path.join(home, name), 'utf8'));
    const expected = recordsOf(content);
    const found = await publishFile(path.join(home, name), { point: null });
    expect(found.rows.length).toBe(expected.length);
    const wrong = found.rows.flatMap((row, at) => {
      const expectedRow = expected[at] ?? {};
      const lost = Object.keys(expectedRow).filter((key) => !Object.hasOwn(row, key));
      const other = Object.keys(row).filter((key) => !sameValue(row[key], expectedRow[key]));
      return [...lost, ...other].map((key) => ({ record: at + 1, key, found: row[key], expected: expectedRow[key] }));
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});
