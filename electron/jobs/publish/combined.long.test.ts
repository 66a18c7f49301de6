import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { openTestJobs, publishing, type TestJobs } from '../testing/test-jobs.ts';

let jobs: TestJobs;
let home: string;
let number = 0;
beforeAll(async () => {
  jobs = await openTestJobs();
  home = path.join(jobs.folder, 'in');
});
afterAll(() => jobs.close());

const signal = new AbortController().signal;

async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  number += 1;
  const folder = path.join(home, `folder-${number}`);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

const all: FileOptions = { combine: { files: [] } };

function preview(file: string, options: FileOptions = all) {
  return jobs.functions.previewFile({ path: file, options }, signal);
}

/** Rows and types as stored, which must match the preview. */
async function stored(file: string, options: FileOptions = all) {
  number += 1;
  const dataset = `combined-${number}`;
  const seen = await preview(file, options);
  const job = await jobs.succeed(publishing(file, dataset, options));
  const reference = { namespace: 'tests', dataset };
  const { record, range } = await jobs.connections.use('local', async (source) => ({
    record: (await source.readDataset(reference)).dataset,
    range: await source.rows(reference).read(everyRow, 0, 1_000),
  }));
  const columns = record.columns.map(({ name, type }) => [name, type]);
  const rows = range.rows.map((row) => row.map((value) => (value === null ? null : String(value))));
  expect(seen.columns.map(({ name }) => name)).toEqual(columns.map(([name]) => name));
  // An integer among fractions is sent as one.
  const shown = seen.rows.map((row) => row.map((value) => value?.replace(/^(\d+)\.0$/, '$1') ?? null));
  // A geometry is sent in another form than it is shown.
  const plain = !columns.some(([, type]) => type === 'geometry');
  if (seen.whole && plain) expect(shown).toEqual(rows);
  if (job.result?.kind !== 'publish') throw new Error('It was published.');
  return { columns: Object.fromEntries(columns), rows, conversions: job.result.conversions };
}

describe('files with the same columns become one dataset', () => {
  test('sorted by name, with types determined over all of them', async () => {
    const folder = await folderOf({
      'part 10.csv': 'town;code\nGera;x7\n',
      'part 2.csv': 'code,town\n007,Bonn\n',
      'part 1.csv': '\uFEFFtown,code\r\nUlm,1\r\n',
      '.DS_Store': 'x',
      'Thumbs.db': 'x',
      '~$part.csv': 'x',
      'sub/part 3.csv': 'town,code\nno,0\n',
      'nothing.csv': '',
    });
    await symlink(path.join(folder, 'missing'), path.join(folder, 'dangling.csv'));
    const seen = await preview(folder);
    expect(seen.notices.map(englishText)).toContain('1 empty file was left out: nothing.csv');
    const { columns, rows, conversions } = await stored(folder);
    expect(columns).toEqual({ town: 'char', code: 'char' });
    expect(rows).toEqual([
      ['Ulm', '1'],
      ['Bonn', '007'],
      ['Gera', 'x7'],
    ]);
    expect(conversions.map(englishText)).toContain('3 files were combined in the order of their names.');
  });

  test('with the name of the file beside each record, each read in its own encoding', async () => {
    const folder = await folderOf({
      'a.tsv': Buffer.from('Ort\tZahl\nKöln\t1,5\nDüren\t2,5\n', 'latin1'),
      'b.tsv.gz': gzipSync('Ort\tZahl\nJülich\t3,25\n'),
    });
    const { columns, rows } = await stored(folder, { combine: { files: [], fileColumn: 'source' } });
    expect(columns).toEqual({ Ort: 'char', Zahl: 'float', source: 'char' });
    expect(rows).toEqual([
      ['Köln', '1.5', 'a.tsv'],
      ['Düren', '2.5', 'a.tsv'],
      ['Jülich', '3.25', 'b.tsv.gz'],
    ]);
    await expect(preview(folder, { combine: { files: [], fileColumn: 'Ort' } })).rejects.toThrow(
      /a column Ort already/,
    );
  });

  test('from named files only, or from an archive', async () => {
    const files = { 'b/two.csv': 'n\n3\n', 'a/one.csv': 'n\n1\n2\n', '__MACOSX/a/._one.csv': 'x', 'readme.txt': 'x' };
    const folder = await folderOf({ 'one.csv': 'n\n1\n2\n', 'other.csv': 'x,y\n1,2\n', 'two.csv': 'n\n3\n' });
    const named = ['two.csv', 'one.csv'].map((name) => path.join(folder, name));
    expect((await stored(folder, { combine: { files: named } })).rows).toEqual([['1'], ['2'], ['3']]);
    const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
    const archive = path.join(await folderOf({ 'all.zip': zipSync(Object.fromEntries(entries)) }), 'all.zip');
    const { rows } = await stored(archive, { combine: { files: [], fileColumn: 'file' } });
    expect(rows).toEqual([
      ['1', 'a/one.csv'],
      ['2', 'a/one.csv'],
      ['3', 'b/two.csv'],
    ]);
    await expect(preview(archive, {})).rejects.toThrow(/or combine them into one dataset/);
  });

  test('of NDJSON, where a number in one file and a word in another become text, and a null affects nothing', async () => {
    const folder = await folderOf({
      'a.ndjson': '{"id":1,"size":1.5,"mark":7}\n',
      'b.ndjson': '{"mark":"x","id":2,"size":null}\n',
    });
    const { columns, rows } = await stored(folder);
    expect(columns).toEqual({ id: 'integer', size: 'float', mark: 'char' });
    expect(rows).toEqual([
      ['1', '1.5', '7'],
      ['2', null, 'x'],
    ]);
  });

  test('of GeoJSON, and of a single file', async () => {
    const feature = (name: string, x: number) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: [x, 50] } }],
      });
    const folder = await folderOf({ 'a.geojson': feature('Ulm', 10), 'b.geojson': feature('Bonn', 7) });
    const { columns } = await stored(folder);
    expect(columns).toEqual({ name: 'char', geometry: 'geometry' });
    expect((await preview(folder)).rows).toEqual([
      ['Ulm', 'POINT (10 50)'],
      ['Bonn', 'POINT (7 50)'],
    ]);
    expect((await preview(path.join(folder, 'b.geojson'))).rows).toEqual([['Bonn', 'POINT (7 50)']]);
  });

  test('of workbooks', async () => {
    const folder = await folderOf({});
    for (const year of [2021, 2022]) {
      const book = new ExcelJS.Workbook();
      book.addWorksheet('Data').addRows([[`Towns in ${year}`], ['name', 'people'], ['Ulm', year], ['Bonn', 331]]);
      await book.xlsx.writeFile(path.join(folder, `${year}.xlsx`));
    }
    const { rows } = await stored(folder, { combine: { files: [], fileColumn: 'file' } });
    expect(rows).toEqual([
      ['Ulm', '2021', '2021.xlsx'],
      ['Bonn', '331', '2021.xlsx'],
      ['Ulm', '2022', '2022.xlsx'],
      ['Bonn', '331', '2022.xlsx'],
    ]);
  });

  test('of Parquet, with different numeric types as long as no digit is lost', async () => {
    const folder = await folderOf({});
    const connection = await (await DuckDBInstance.create()).connect();
    const write = (name: string, sql: string) =>
      connection.run(`COPY (${sql}) TO '${path.join(folder, name)}' (FORMAT parquet)`);
    await write('a.parquet', `SELECT 1::BIGINT AS n, 'x' AS t, 5::INTEGER AS "only null elsewhere"`);
    await write('b.parquet', `SELECT 'y' AS t, 2.5::DOUBLE AS n, NULL::VARCHAR AS "only null elsewhere"`);
    const { columns, rows } = await stored(folder);
    expect(columns).toEqual({ n: 'float', t: 'char', 'only null elsewhere': 'integer' });
    expect(rows).toEqual([
      ['1', 'x', '5'],
      ['2.5', 'y', null],
    ]);
    await write('c.parquet', `SELECT 9007199254740993::BIGINT AS n, 'z' AS t, 1 AS "only null elsewhere"`);
    await expect(preview(folder)).rejects.toThrow(/The column n has incompatible types/);
  });
});

describe('files that do not match are refused', () => {
  test('with the columns that each lacks or has in addition', async () => {
    const folder = await folderOf({ '1.csv': 'a,b\n1,2\n', '2.csv': 'a\n1\n', '3.csv': 'b,a,c\n1,2,3\n' });
    await expect(preview(folder)).rejects.toThrow(
      'Compared with 1.csv, 2 of the files differ (− missing, + more): 2.csv: −b; 3.csv: +c',
    );
    const job = await jobs.run(publishing(folder, 'never', all));
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'bad-input' } });
  });

  test('if they have different formats, or there are none', async () => {
    const folder = await folderOf({ '1.csv': 'a\n1\n', '2.json': '[{"a":1}]' });
    await expect(preview(folder)).rejects.toThrow(/1\.csv is csv, 2\.json is json/);
    await expect(preview(await folderOf({ 'x.pdf': 'x' }))).rejects.toThrow(/contains no files that can be published/);
    await expect(preview(path.join(home, 'missing'))).rejects.toThrow(/does not exist/);
  });

  test('with the name of the file with an unreadable value or record', async () => {
    const folder = await folderOf({ '1.csv': 'a,b\n1,2\n', '2.csv': 'a,b\n3,4\nx,5\n', '3.csv': 'a,b\n6,7\n' });
    const options: FileOptions = { ...all, columns: [{ source: 'a', type: 'integer' }] };
    const rejects = path.join(home, 'combined-rejects.csv');
    const failed = await jobs.run(publishing(folder, 'never', options));
    const values = await jobs.functions.listBadValues({ job: failed.id }, signal);
    expect(values).toMatchObject([{ row: 3, column: 'a', value: 'x' }]);
    expect(values[0]?.reason).toMatchObject({ code: 'in-file', values: { file: '2.csv' } });
    await jobs.succeed({ ...publishing(folder, 'most', options), rejects });
    expect(await readFile(rejects, 'utf8')).toContain('3,a,');
    await writeFile(path.join(folder, '3.csv'), 'a,b\n6,7\n8,9,10\n11,12\n');
    await expect(jobs.succeed(publishing(folder, 'never', all))).rejects.toThrow(/3\.csv: .*line 3/);
  });

  test('if an archive would exceed the unpacked size limit', async () => {
    const entries = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.csv`, strToU8('a\n1\n')]));
    const bytes = Buffer.from(zipSync(entries));
    // Each entry states 64 MiB, which is allowed for one (APPNOTE 4.3.12: the size is 24 bytes after the signature).
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4)) {
      bytes.writeUInt32LE(2 ** 26, at + 24);
    }
    const archive = path.join(await folderOf({ 'bomb.zip': bytes }), 'bomb.zip');
    await expect(preview(archive)).rejects.toThrow(/unpacks? to/);
  });
});
