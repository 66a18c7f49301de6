import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pxForTest } from '../../reading/formats/pc-axis/testing/px-for-test.ts';
import { odsFile } from '../../reading/formats/workbook/ods/testing/ods-for-test.ts';
import { sourceKind } from './source-format.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-kind-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const features = '{"type":"FeatureCollection","features":[]}';

it.each([
  ['a.csv', '', 'a,b', { format: 'csv' }],
  ['A.TSV', 'application/octet-stream', 'a\tb', { format: 'csv', delimiter: '\t' }],
  ['a.json', '', '[{"a":1}]', { format: 'json' }],
  ['a.json', '', features, { format: 'geojson' }],
  ['a.jsonl.gz', '', '{}', { format: 'ndjson' }],
  ['', 'application/json', features, { format: 'geojson' }],
  ['', 'text/csv; charset=utf-8', '[1]', { format: 'csv' }],
  ['', '', '\uFEFF [{"a":1}]', { format: 'json' }],
  ['', '', '{"a":1}\n{"a":2}', { format: 'ndjson' }],
  ['', 'application/gzip', gzipSync('{"a":1}\n'), { format: 'ndjson' }],
  ['', '', 'PAR1\u0015\u0004', { format: 'parquet' }],
  ['', '', 'PK\x03\x04', { format: 'xlsx' }],
  ['a.xls', 'application/vnd.ms-excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), { format: 'xls' }],
  // Other programs call their texts and pages so.
  ['a.xls', 'application/vnd.ms-excel', 'a\tb\n', { format: 'csv' }],
  ['a.ods', '', 'PK\x03\x04', { format: 'ods' }],
  ['', 'application/vnd.oasis.opendocument.spreadsheet', 'PK\x03\x04', { format: 'ods' }],
  ['', '', odsFile(''), { format: 'ods' }],
  ['', 'text/plain', 'a;b', { format: 'csv' }],
  ['a.px', 'application/octet-stream', pxForTest(), { format: 'px' }],
  ['a.px.gz', '', gzipSync(pxForTest()), { format: 'px' }],
  ['', 'text/pc-axis', pxForTest(), { format: 'px' }],
  ['', '', pxForTest(), { format: 'px' }],
  ['a.txt', 'text/plain', pxForTest(), { format: 'px' }],
  ['picture', 'image/png', 'x', null],
  ['a.pdf', 'application/pdf', 'x', null],
])('%s %s', async (name, type, content, kind) => {
  const file = path.join(folder, 'file');
  await writeFile(file, content);
  expect(await sourceKind(file, name, type)).toEqual(kind);
});
