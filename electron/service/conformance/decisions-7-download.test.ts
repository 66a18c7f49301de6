import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const download = '/api/v1/namespaces/city/datasets/population/download/';
const names = 'year,district,inhabitants,density,remark,place';

describe('Download', () => {
  it('is CSV by default, as an attachment', async () => {
    const { status, headers, text } = await under.ask(download);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="population.csv"',
    ]);
    expect([headers.vary, headers.allow]).toEqual(['Accept', 'GET, HEAD, OPTIONS']);
    const lines = text.split('\n');
    expect(lines[0]?.trim()).toBe(names);
    expect(text).toContain('9223372036854775807');
    expect(text).toContain('"a ""quoted"", text"');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  });

  it('is a file for a browser too', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect((await under.ask(download, { headers: { accept } })).headers['content-type']).toBe(
      'text/csv; charset=utf-8',
    );
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['tsv', 'text/tab-separated-values; charset=utf-8'],
    ['json', 'application/json'],
    ['ndjson', 'application/x-ndjson'],
    ['geojson', 'application/geo+json'],
    ['parquet', 'application/vnd.apache.parquet'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('_format=%s', async (format, type) => {
    const { status, headers, bytes } = await under.ask(`${download}?_format=${format}`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      type,
      `attachment; filename="population.${format}"`,
    ]);
    expect(bytes.length).toBeGreaterThan(0);
  });

  it('another _format is not found', async () => {
    const { status, json } = await under.ask(`${download}?_format=xml`);
    expect([status, json]).toEqual([404, { detail: 'Not found.' }]);
  });

  it('JSON and NDJSON contain exact integers and geometry', async () => {
    const { text } = await under.ask(`${download}?_format=ndjson`);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain('"inhabitants":9007199254740993,');
    const { json } = await under.ask(`${download}?_format=json&fields=year,place`);
    expect(json[0]).toEqual({ year: 1990, place: { type: 'Point', coordinates: [13.74, 51.05] } });
  });

  it('GeoJSON is a FeatureCollection', async () => {
    const { json } = await under.ask(`${download}?_format=geojson`);
    expect([json.type, json.features.length]).toEqual(['FeatureCollection', 5]);
    expect(json.features[0]).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [13.74, 51.05] },
      properties: { year: 1990, district: 'Altstadt' },
    });
    expect(json.features[2].geometry).toBeNull();
  });

  it('XLSX is read by another program: a header row, numbers as numbers, exact long integers', async () => {
    const { bytes } = await under.ask(`${download}?_format=xlsx`);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
    const values: readonly unknown[] = workbook.worksheets[0]?.getSheetValues() ?? [];
    const row = (number: number) => (values[number] as unknown[]).slice(1);
    expect(row(1)).toEqual(names.split(','));
    expect(row(2).slice(0, 3)).toEqual([1990, 'Altstadt', 7000]);
    expect(row(4)[2]).toBe('9007199254740993');
    expect(row(5)[4]).toBe('two\nlines');
  });

  it('Parquet is read by another program', async () => {
    const { bytes } = await under.ask(`${download}?_format=parquet`);
    const file = path.join(under.service.dataFolder, 'got.parquet');
    await writeFile(file, bytes);
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(file),
      columns: ['year', 'inhabitants'],
      compressors: { ZSTD: (packed) => zstdDecompressSync(packed) },
    });
    expect(rows[4]).toEqual({ year: 1992n, inhabitants: 9223372036854775807n });
  });

  it('filters, ordering, fields and version apply', async () => {
    const { text } = await under.ask(`${download}?year=1990&ordering=-district&fields=district`);
    expect(text.trim().split(/\r?\n/)).toEqual(['district', 'Neustadt', 'Altstadt']);
    expect((await under.ask(`${download}?version=20000101000000000000`)).status).toBe(404);
    expect((await under.ask(`${download}?nothing=1`)).status).toBe(400);
  });

  it('a dataset without data is not found', async () => {
    const { status, json } = await under.ask('/api/v1/namespaces/city/datasets/not-yet-filled/download/');
    expect([status, json]).toEqual([404, { detail: 'Not found.' }]);
  });

  it.each([
    '',
    '?_format=tsv',
    '?_format=json&year=1990',
    '?_format=ndjson&fields=year,place',
    '?_format=geojson',
    '?_format=parquet',
    '?_format=parquet&year=1990',
    '?_format=api',
    '?_format=xml',
    '?nothing=1',
    '?_format=xlsx&district__regex=(',
    '?version=20000101000000000000',
  ])('HEAD of download/%s has the status and the headers of GET, and no body', async (query) => {
    const [get, head] = [await under.ask(download + query), await under.ask(download + query, { method: 'HEAD' })];
    const compared = ({ status, headers }: typeof get) => {
      const { date: _, 'content-security-policy': __, ...others } = headers;
      return { status, ...others };
    };
    expect(compared(head)).toEqual(compared(get));
    expect([Number(head.headers['content-length']) > 0, head.text]).toEqual([true, '']);
    await expect.poll(async () => await readdir(path.join(under.service.dataFolder, 'downloads'))).toEqual([]);
  });

  it.each([
    '/api/',
    '/api/v1/auth/token/obtain/',
    '/api/v1/schema/',
    '/api/v1/namespaces/',
    download.replace('download', 'data'),
  ])('HEAD of %s has the length of GET, as JSON and as a page', async (address) => {
    for (const accept of ['application/json', 'text/html']) {
      const lengthOf = async (method: string) =>
        (await under.ask(address, { method, headers: { accept } })).headers['content-length'];
      expect([accept, await lengthOf('HEAD')]).toEqual([accept, await lengthOf('GET')]);
    }
  });
});

describe('The stored Parquet', () => {
  const stored = `${download}?_format=parquet`;

  it('has the checksum of the version as its ETag, and is the stored file itself', async () => {
    const { json } = await under.ask('/api/v1/namespaces/city/datasets/population/');
    const { checksum } = json.versions[0];
    const { headers, bytes } = await under.ask(stored);
    expect([headers.etag, headers['accept-ranges']]).toEqual([`"${checksum}"`, 'bytes']);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(checksum);
    const again = await under.ask(stored, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('can be requested in part', async () => {
    const whole = await under.ask(stored);
    const size = whole.bytes.length;
    const cases: [string, number, number][] = [
      ['bytes=0-3', 0, 4],
      ['bytes=4-', 4, size],
      ['bytes=-4', size - 4, size],
      [`bytes=10-${size * 2}`, 10, size],
    ];
    for (const [range, start, end] of cases) {
      const { status, headers, bytes } = await under.ask(stored, { headers: { range } });
      expect([range, status, headers['content-range']]).toEqual([range, 206, `bytes ${start}-${end - 1}/${size}`]);
      expect(bytes.equals(whole.bytes.subarray(start, end))).toBe(true);
    }
  });

  it('a range outside the file is 416, an invalid range returns the whole file', async () => {
    const size = (await under.ask(stored)).bytes.length;
    const beyond = await under.ask(stored, { headers: { range: `bytes=${size}-` } });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    for (const range of ['bytes=x-y', 'rows=0-1', 'bytes=0-1,3-4', 'bytes=5-2']) {
      expect((await under.ask(stored, { headers: { range } })).status).toBe(200);
    }
  });

  it('If-Range of another version returns the whole file', async () => {
    const headers = { range: 'bytes=0-3', 'if-range': '"another"' };
    expect((await under.ask(stored, { headers })).status).toBe(200);
  });

  it('is a new file when filters apply', async () => {
    const { headers } = await under.ask(`${stored}&year=1990`);
    expect(headers).not.toHaveProperty('accept-ranges');
  });
});

describe('Files created for a download', () => {
  it('are removed when they are sent, and when the client disconnects', async () => {
    const folder = path.join(under.service.dataFolder, 'downloads');
    await under.ask(`${download}?_format=xlsx`);
    const controller = new AbortController();
    const got = await fetch(`${under.base}${download}?_format=json`, { signal: controller.signal });
    expect(got.status).toBe(200);
    controller.abort();
    await expect.poll(async () => await readdir(folder)).toEqual([]);
  });
});
