import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS from 'exceljs';
import { parquetMetadataAsync } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cell } from '#shared/cell.ts';
import { englishText } from '#shared/english/english-text.ts';
import { given } from '#shared/given.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { exportFormats } from '#shared/source-formats.ts';
import { exporting, openTestJobs, publishing, type TestJobs } from './testing/test-jobs.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

const point = { type: 'Point', coordinates: [-1.5, 0.25] };
const area = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

/** Longer than a `char` value, with every kind of separator in it. */
const long = `${'مرحبا 😀, "so"; '.repeat(30)}\r\n\t=1+1\n`;

/** Everything that careless tools lose, one column per kind. */
const rows: Record<string, Cell | object>[] = [
  {
    code: '007',
    big: 9223372036854775807n,
    real: 1e308,
    words: 'plain',
    note: '',
    formula: '=1+1',
    long,
    place: point,
  },
  {
    code: '000',
    big: -9223372036854775808n,
    real: -0,
    words: 'a "quoted", word',
    note: 'line\nbreak',
    formula: '+cmd|x',
    long: '',
    place: area,
  },
  { code: '10', big: 0, real: 5e-324, words: '😀 שלום مرحبا', note: null, formula: '-2+3', long: null, place: null },
  { code: null, big: null, real: null, words: null, note: null, formula: null, long: null, place: null },
  { code: '1e5', big: 1, real: 0.1, words: ' padded ', note: '\ttab\r\nCRLF', formula: '@SUM(A1)', long, place: point },
  { code: 'null', big: 42, real: 3, words: 'NA', note: "'single'", formula: '\\N', long: ' ', place: point },
];

function jsonOf(value: Cell | object): string {
  if (typeof value === 'bigint') return value.toString();
  return Object.is(value, -0) ? '-0.0' : JSON.stringify(value);
}

async function rowsOf(dataset: string) {
  const reading = { namespace: 'tests', dataset };
  return jobs.connections.use('local', async (source) => {
    const { dataset: record } = await source.readDataset(reading);
    const range = await source.rows(reading).read(everyRow, 0, 100);
    const names = record.columns.map(({ name }) => name);
    const types = Object.fromEntries(record.columns.map(({ name, type }) => [name, type]));
    const objects = range.rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
    return { types, rows: objects };
  });
}

const types = {
  code: 'char',
  big: 'integer',
  real: 'float',
  words: 'char',
  note: 'char',
  formula: 'char',
  long: 'text',
  place: 'geometry',
};

beforeAll(async () => {
  const file = path.join(jobs.folder, 'hard.ndjson');
  const lines = rows.map(
    (row) =>
      `{${Object.entries(row)
        .map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`)
        .join(',')}}`,
  );
  await writeFile(file, `${lines.join('\n')}\n`);
  const job = await jobs.succeed(publishing(file, 'hard'));
  expect(job.result).toMatchObject({ kind: 'publish', rows: 6, rejected: 0 });
});

test('the hard table is imported correctly', async () => {
  expect(await rowsOf('hard')).toEqual({ types, rows });
});

describe.each(exportFormats)('through %s', (format: ExportRequest['format']) => {
  test('every row is unchanged, and the file is described', async () => {
    const target = path.join(jobs.folder, 'out', `hard.${format}`);
    const exported = await jobs.succeed(exporting('hard', target, format));
    const bytes = await readFile(target);
    const checksum = createHash('sha256').update(bytes).digest('hex');
    expect(exported.result).toMatchObject({ kind: 'export', path: target, rows: 6, bytes: bytes.length, checksum });
    const descriptor = JSON.parse(await readFile(path.join(jobs.folder, 'out', 'datapackage.json'), 'utf8'));
    expect(descriptor.resources.find((one: { path: string }) => one.path === path.basename(target))).toMatchObject({
      hash: `sha256:${checksum}`,
      bytes: bytes.length,
      rows: 6,
      query: { filters: [], ordering: [], search: '', fields: null },
    });
    await jobs.succeed(publishing(target, `again-${format}`));
    const again = await rowsOf(`again-${format}`);
    expect(again.types).toEqual(types);
    // In a workbook, a row without any cell is a space between tables, which the export says.
    const withoutEmpty = rows.filter((row) => Object.values(row).some((value) => value !== null));
    expect(again.rows).toEqual(format === 'xlsx' ? withoutEmpty : rows);
    expect(exported.notices.map(({ code }) => code).includes('empty-rows')).toBe(format === 'xlsx');
  });
});

test('a selection of rows, in a spreadsheet’s CSV', async () => {
  const target = path.join(jobs.folder, 'out', 'some.csv');
  await jobs.succeed({
    ...exporting('hard', target, 'csv'),
    query: { ...everyRow, filters: [], ordering: [{ column: 'big', descending: true }], fields: ['code', 'big'] },
    selection: [
      { from: 0, to: 1 },
      { from: 2, to: 4 },
    ],
    spreadsheet: { separator: ';' },
    descriptor: false,
  });
  expect(await readFile(target, 'utf8')).toBe(
    '\uFEFFcode;big\r\n007;9223372036854775807\r\n1e5;1\r\n000;-9223372036854775808\r\n'.replace(
      '1e5;1\r\n000;-9223372036854775808',
      '1e5;1\r\n10;0',
    ),
  );
});

test('formulas are texts in a spreadsheet’s CSV and in a workbook', async () => {
  const target = path.join(jobs.folder, 'out', 'some.csv');
  const query = { ...everyRow, filters: [], ordering: [], fields: ['formula', 'big'] };
  const request = { ...exporting('hard', target, 'csv'), query, descriptor: false };
  const plain = ['=1+1', '+cmd|x', '-2+3', '', '@SUM(A1)', '\\N'];
  const inert = ["'=1+1", "'+cmd|x", "'-2+3", '', "'@SUM(A1)", '\\N'];
  const linesOf = (texts: readonly string[]) =>
    `\uFEFFformula;big\r\n${texts.map((text, at) => `${text};${rows[at]?.big ?? ''}\r\n`).join('')}`;
  for (const formulas of [undefined, false, true]) {
    const spreadsheet = { separator: ';' as const, ...given({ formulas }) };
    await jobs.succeed({ ...request, spreadsheet });
    expect(await readFile(target, 'utf8')).toBe(linesOf(formulas === true ? plain : inert));
  }
  const workbook = path.join(jobs.folder, 'out', 'some.xlsx');
  await jobs.succeed({ ...exporting('hard', workbook, 'xlsx'), query, descriptor: false });
  const read = new ExcelJS.Workbook();
  await read.xlsx.readFile(workbook);
  const texts = Array.from(read.worksheets[0]?.getColumn(1).values ?? [], (text) => text ?? '');
  expect(texts.slice(2)).toEqual(plain);
});

test('a workbook has real dates, labels as headings and a source, and is read back without its descriptor', async () => {
  const moments = [
    {
      day: '2024-02-29',
      at: '2024-02-29T10:30:00',
      utc: '2024-02-29T10:30:00.125Z',
      clock: '18:00',
      zoned: '10:00+02:00',
    },
    { day: '1899-12-31', at: '2024-02-29T10:30', utc: null, clock: '18:00:01', zoned: '2024-02-29T10:30:00+02:00' },
  ].map((moment, at) => ({ id: at, code: `00${at}`, size: 1.5, ...moment }));
  const file = path.join(jobs.folder, 'moments.ndjson');
  await writeFile(file, moments.map((moment) => `${JSON.stringify(moment)}\n`).join(''));
  const labels = { id: 'Number', day: 'First day', at: 'Same', utc: 'Same' };
  const columns = Object.entries(labels).map(([source, label]) => ({ source, label }));
  await jobs.succeed({ ...publishing(file, 'moments', { columns }), licence: 'CC-BY-4.0' });
  const stored = await rowsOf('moments');
  const target = path.join(jobs.folder, 'out', 'some.moments.xlsx');
  for (const headings of [undefined, 'names'] as const) {
    const request = { ...exporting('moments', target, 'xlsx'), descriptor: false };
    const job = await jobs.succeed({ ...request, ...(headings && { headings }) });
    expect(job.notices.map(englishText)).toEqual([expect.stringMatching(/^2 dates or times are text in the workbook/)]);
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(target);
    const [data, source] = book.worksheets;
    const row = (number: number) => ((data?.getRow(number).values ?? []) as unknown[]).slice(1);
    const names = ['id', 'code', 'size', 'day', 'at', 'utc', 'clock', 'zoned'];
    const shown = ['Number', 'code', 'size', 'First day', 'Same (at)', 'Same (utc)', 'clock', 'zoned'];
    expect(row(1)).toEqual(headings === 'names' ? names : shown);
    const dates = ['2024-02-29T00:00:00.000Z', '2024-02-29T10:30:00.000Z', '2024-02-29T10:30:00.125Z'];
    expect(row(2).slice(3, 6)).toEqual(dates.map((text) => new Date(text)));
    expect(row(3)[3]).toBe('1899-12-31');
    expect(data?.getColumn(8).width).toBeGreaterThan(data?.getColumn(1).width ?? 100);
    const facts = new Map<unknown, unknown>();
    source?.eachRow(({ values }) => facts.set((values as unknown[])[1], (values as unknown[])[2]));
    const { dataset } = await jobs.connections.use('local', (one) =>
      one.readDataset({ namespace: 'tests', dataset: 'moments' }),
    );
    const [version] = dataset.versions;
    expect([
      source?.name,
      ...['Address', 'Version', 'Licence', 'SHA-256 of the version'].map((fact) => facts.get(fact)),
    ]).toEqual(['Source', dataset.url, version?.slug, 'CC-BY-4.0', version?.checksum]);
    expect(Date.parse(String(facts.get('Exported')))).toBeGreaterThanOrEqual(Date.parse(version?.datetime ?? ''));
    await jobs.succeed(publishing(target, `moments-${headings ?? 'labels'}`));
    expect(await rowsOf(`moments-${headings ?? 'labels'}`)).toEqual(stored);
  }
});

test('only the files and their descriptor are left', async () => {
  const names = (await readdir(path.join(jobs.folder, 'out'))).filter((name) => !/^(hard|some)\./.test(name));
  expect(names).toEqual(['datapackage.json']);
  expect(await readdir(path.join(jobs.folder, 'data', 'jobs', 'unfinished')).catch(() => [])).toEqual([]);
});

test('a CSV file ends its lines as RFC 4180 says; for a spreadsheet it has a byte order mark', async () => {
  const target = path.join(jobs.folder, 'out', 'some.csv');
  const query = { ...everyRow, filters: [], ordering: [], fields: ['code', 'big'] };
  const lines = ['007', '000', '10', '', '1e5', 'null'].map((code, at) => `${code};${rows[at]?.big ?? ''}\r\n`);
  const request = { ...exporting('hard', target, 'csv'), query, descriptor: false };
  await jobs.succeed(request);
  expect(await readFile(target, 'utf8')).toBe(`code,big\r\n${lines.join('').replaceAll(';', ',')}`);
  await jobs.succeed({ ...request, spreadsheet: { separator: ';' } });
  expect(await readFile(target, 'utf8')).toBe(`\uFEFFcode;big\r\n${lines.join('')}`);
  const none = { ...query, filters: [{ column: 'big', lookup: 'exact' as const, value: '77' }] };
  await jobs.succeed({ ...request, query: none, spreadsheet: { separator: ';' } });
  expect(await readFile(target, 'utf8')).toBe('\uFEFFcode;big\r\n');
  await jobs.succeed({ ...request, query: none });
  expect(await readFile(target, 'utf8')).toBe('code,big\r\n');
});

describe.each(exportFormats)('a view without any row as %s', (format) => {
  test('is a complete file', async () => {
    const target = path.join(jobs.folder, 'out', `hard.none.${format}`);
    const query = { ...everyRow, filters: [{ column: 'big', lookup: 'exact' as const, value: '77' }], ordering: [] };
    const job = await jobs.succeed({ ...exporting('hard', target, format), query });
    expect(job.result).toMatchObject({ rows: 0 });
    if (format === 'json' || format === 'geojson') JSON.parse(await readFile(target, 'utf8'));
  });
});

describe('Parquet with geometry has metadata for other programs', () => {
  const query = { ...everyRow, filters: [], ordering: [] };
  const view = { ...query, ordering: [{ column: 'big', descending: true }] };
  const some = [{ from: 0, to: 2 }];
  test.each([
    ['of everything', { query }, [-1.5, 0, 1, 1]],
    ['of a view', { query: view }, [-1.5, 0, 1, 1]],
    ['of a selection', { query, selection: some }, [-1.5, 0, 1, 1]],
    ['without its geometry', { query: { ...query, fields: ['code', 'big'] } }, null],
  ])('%s', async (_, part, box) => {
    const target = path.join(jobs.folder, 'out', 'some.parquet');
    await jobs.succeed({ ...exporting('hard', target, 'parquet'), ...part, descriptor: false });
    const bytes = new Uint8Array(await readFile(target)).buffer;
    const { key_value_metadata: metadata = [] } = await parquetMetadataAsync(bytes);
    const geo = metadata.find(({ key }) => key === 'geo')?.value;
    const described = box && {
      version: expect.stringMatching(/^1\./),
      primary_column: 'place',
      columns: { place: expect.objectContaining({ encoding: 'WKB', bbox: box }) },
    };
    expect(geo === undefined ? null : JSON.parse(geo)).toEqual(described);
  });
});

test('a text that is too long for a workbook cell is reported', async () => {
  const file = path.join(jobs.folder, 'long.ndjson');
  await writeFile(file, `${JSON.stringify({ text: 'x'.repeat(40_000) })}\n${JSON.stringify({ text: 'y' })}\n`);
  await jobs.succeed(publishing(file, 'long'));
  const job = await jobs.succeed(exporting('long', path.join(jobs.folder, 'out', 'hard.long.xlsx'), 'xlsx'));
  expect(job.notices.map(englishText)).toEqual([expect.stringMatching(/^One text is longer than/)]);
});
