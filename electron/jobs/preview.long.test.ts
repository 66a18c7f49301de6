import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { openTestJobs, publishing, type TestJobs } from './testing/test-jobs.ts';

let jobs: TestJobs;
let home: string;
beforeAll(async () => {
  jobs = await openTestJobs();
  home = path.join(jobs.folder, 'in');
  await mkdir(home);
});
afterAll(() => jobs.close());

const signal = new AbortController().signal;

async function preview(name: string, content: string | Uint8Array, options: FileOptions = {}) {
  const file = path.join(home, name);
  await writeFile(file, content);
  return jobs.functions.previewFile({ path: file, options }, signal);
}

const messy = 'Kennung;Ort;Fläche;Stand\r\n05315;Köln;1.405,01;-\r\n00261;"Zürich; Stadt";87,9;2\r\n';

describe('a preview', () => {
  test('detects everything about a messy file, and shows its rows as they would be stored', async () => {
    const seen = await preview('messy.csv', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(messy)]));
    expect(seen).toMatchObject({
      name: 'messy.csv',
      format: 'csv',
      compression: 'none',
      byteOrderMark: true,
      whole: true,
      options: {
        delimiter: ';',
        quote: '"',
        header: true,
        encoding: 'utf-8',
        decimalComma: true,
        thousands: '.',
        missing: ['-'],
      },
      rows: [
        ['05315', 'Köln', '1405.01', null],
        ['00261', 'Zürich; Stadt', '87.9', '2'],
      ],
    });
    expect(seen.columns.map(({ source, type }) => [source, type])).toEqual([
      ['Kennung', 'text'],
      ['Ort', 'text'],
      ['Fläche', 'float'],
      ['Stand', 'integer'],
    ]);
    expect(seen.columns[0]?.reason).toMatchObject({ code: 'codes-stay-text' });
  });

  test('states what each column is and why, and asks if two readings are possible', async () => {
    const text = [
      'code,n,late,price,day,when',
      '007,1,5,"41,902",05/01/2020,31/12/2019',
      '010,2,6,"12,345",06/01/2020,30/11/2019',
      '011,NA,x,"98,765",07/01/2020,1/2/2020',
    ].join('\n');
    const seen = await preview('evidence.csv', text);
    const column = (name: string) => seen.columns.find(({ source }) => source === name);
    expect(column('code')?.reason).toMatchObject({ code: 'codes-stay-text' });
    expect(column('n')).toMatchObject({
      type: 'integer',
      evidence: { values: 2, fitting: 2, missing: [{ text: 'NA', count: 1 }], exceptions: [] },
    });
    expect(column('late')).toMatchObject({
      type: 'text',
      evidence: { values: 3, fitting: 2, exceptions: [{ record: 3, text: 'x' }] },
    });
    expect(column('price')).toMatchObject({
      type: 'text',
      question: {
        kind: 'decimal-or-thousands',
        choices: [
          { options: { decimalComma: false, thousands: ',' }, sample: ['41902.0', '12345.0', '98765.0'] },
          { options: { decimalComma: true, thousands: '' }, sample: ['41.902', '12.345', '98.765'] },
        ],
      },
    });
    expect(column('day')).toMatchObject({ type: 'text', moment: null, question: { kind: 'day-or-month-first' } });
    expect(column('when')).toMatchObject({ type: 'text', moment: 'date' });
    expect(seen.rows.map((row) => row[5])).toEqual(['2019-12-31', '2019-11-30', '2020-02-01']);
    const answered = await preview('evidence.csv', text, column('day')?.question?.choices[1]?.options ?? {});
    expect(answered.rows.map((row) => row[4])).toEqual(['2020-05-01', '2020-06-01', '2020-07-01']);
  });

  test('reads a text that is called .xls as what it is', async () => {
    const seen = await preview('cases.xls', 'area\tcases\nUlm\t3\nBonn\t5\n');
    expect(seen.format).toBe('csv');
    expect(seen.columns.map(({ source, type }) => [source, type])).toEqual([
      ['area', 'text'],
      ['cases', 'integer'],
    ]);
  });

  test('says that numbers with signs of units stay text, and shows them as numbers if that is requested', async () => {
    const text = [
      'share,price,mixed,rate,two',
      '39%,"$4,000.50",39%,"5,5%",5%',
      '5%,"$12,500",5,,$5',
      '%7,$3,5,n/a,€5',
    ].join('\n');
    const seen = await preview('signs.csv', text);
    expect(seen.columns.map(({ type, reason, unit }) => [type, reason, unit])).toEqual([
      ['text', { code: 'numbers-with-unit', values: { sign: '%' } }, { sign: '%', type: 'integer' }],
      ['text', { code: 'numbers-with-unit', values: { sign: '$' } }, { sign: '$', type: 'float' }],
      ['text', { code: 'written-differently', values: {} }, undefined],
      ['text', { code: 'numbers-with-unit', values: { sign: '%' } }, { sign: '%', type: 'float' }],
      ['text', { code: 'written-differently', values: {} }, undefined],
    ]);
    const requested = await preview('signs.csv', text, { columns: [{ source: 'share', type: 'integer' }] });
    expect(requested.rows.map((row) => row.slice(0, 3))).toEqual([
      ['39', '$4,000.50', '39%'],
      ['5', '$12,500', '5'],
      ['7', '$3', '5'],
    ]);
  });

  test('asks what the mark in amounts means, and shows them as numbers then', async () => {
    const text = 'price,n\n"$4,000",1\n"$2,500",2\n';
    const seen = await preview('amounts.csv', text);
    const [price] = seen.columns;
    expect(price).toMatchObject({
      type: 'text',
      reason: { code: 'decimal-or-thousands' },
      question: {
        choices: [
          { options: { decimalComma: false, thousands: ',' }, sample: ['4000.0', '2500.0'] },
          { options: { decimalComma: true, thousands: '' }, sample: ['4.0', '2.5'] },
        ],
      },
    });
    expect(price?.unit).toBeUndefined();
    const answer = price?.question?.choices[0]?.options ?? {};
    const answered = await preview('amounts.csv', text, answer);
    expect(answered.columns[0]).toMatchObject({ type: 'text', unit: { sign: '$', type: 'integer' } });
    const requested = await preview('amounts.csv', text, {
      ...answer,
      columns: [{ source: 'price', type: 'integer' }],
    });
    expect(requested.rows.map(([value]) => value)).toEqual(['4000', '2500']);
  });

  test('gives the evidence for every column of every format', async () => {
    const table = { town: ['Ulm', 'Bonn', null], people: [3, null, 5], share: [0.5, 1, 2.25] };
    const records = [0, 1, 2].map((at) => ({
      town: table.town[at],
      people: table.people[at],
      share: table.share[at],
    }));
    const features = records.map((properties) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [1, 2] },
    }));
    const book = new ExcelJS.Workbook();
    book.addWorksheet('one').addRows([Object.keys(table), ...records.map((record) => Object.values(record))]);
    const parquet = parquetWriteBuffer({
      columnData: [
        { name: 'town', data: table.town, type: 'STRING' },
        { name: 'people', data: table.people, type: 'INT32' },
        { name: 'share', data: table.share, type: 'DOUBLE' },
      ],
    });
    const files: Record<string, string | Uint8Array> = {
      'every.csv': 'town,people,share\nUlm,3,0.5\nBonn,,1\n,5,2.25\n',
      'every.json': JSON.stringify(records),
      'every.ndjson': records.map((record) => JSON.stringify(record)).join('\n'),
      'every.geojson': JSON.stringify({ type: 'FeatureCollection', features }),
      'every.xlsx': new Uint8Array(await book.xlsx.writeBuffer()),
      'every.parquet': new Uint8Array(parquet),
    };
    for (const [name, content] of Object.entries(files)) {
      const { columns } = await preview(name, content);
      const counts = columns.map(({ source, evidence }) => [source, evidence?.values, evidence?.fitting]);
      const ofTexts = name === 'every.csv' ? 0 : 2;
      const geometry = name === 'every.geojson' ? [['geometry', 3, 3]] : [];
      expect(counts, name).toEqual([['town', 2, ofTexts], ['people', 2, 2], ['share', 3, 3], ...geometry]);
    }
  });

  test('names the detected options, their alternatives, and the omitted lines', async () => {
    const text = 'Title of the table\n\nOrt;Größe;Wert\n# note\nKöln;1;2\nZürich;3;4\nSource: office\n';
    const seen = await preview('findings.csv', iconv.encode(text, 'windows-1252'));
    const finding = (option: string) => seen.findings.find((one) => one.option === option);
    expect(finding('encoding')).toMatchObject({
      value: 'windows-1252',
      sample: ['Ort;Größe;Wert', 'Köln;1;2', 'Zürich;3;4'],
    });
    expect(finding('delimiter')).toMatchObject({ value: ';', unsure: false });
    expect(finding('skip')).toMatchObject({ value: '2', alternatives: [{ value: '0' }] });
    expect(seen.leftOut.map(({ line, why }) => [line, why])).toEqual([
      [1, 'above'],
      [2, 'above'],
      [4, 'comment'],
      [7, 'below'],
    ]);
  });

  test('and the report of values that do not fit count two lines of names', async () => {
    const text = 'Jahr;2019;2019\n;Frauen;Männer\n\n2001;1;2\n2002;3;4\n\n2003;x;6\n';
    const seen = await preview('two-lines.csv', text, { headerRows: 2, rowsFrom: null });
    expect(seen.lines).toEqual([4, 5, 7]);
    const columns = seen.columns.map(({ source }) => ({ source, type: 'integer' as const }));
    const request = publishing(path.join(home, 'two-lines.csv'), 'two-lines', {
      headerRows: 2,
      rowsFrom: null,
      columns,
    });
    const { id, badCount } = await jobs.run(request);
    const bad = await jobs.functions.listBadValues({ job: id }, signal);
    expect([badCount, bad[0]?.line]).toEqual([1, 7]);
  });

  test('follows the user’s choices at once', async () => {
    const asText = await preview('messy.csv', messy, { decimalComma: false, thousands: '', header: false });
    expect(asText.columns.map(({ source, type }) => [source, type])).toEqual([
      ['column1', 'text'],
      ['column2', 'text'],
      ['column3', 'text'],
      ['column4', 'text'],
    ]);
    expect(asText.rows[0]).toEqual(['Kennung', 'Ort', 'Fläche', 'Stand']);
    const renamed = await preview('messy.csv', messy, {
      columns: [
        { source: 'Ort', name: 'place', label: 'Place' },
        { source: 'Stand', drop: true },
      ],
    });
    expect(renamed.columns.map(({ name }) => name)).toEqual(['Kennung', 'place', 'Fläche']);
    expect(renamed.options.columns).toEqual([
      { source: 'Ort', name: 'place', label: 'Place' },
      { source: 'Stand', drop: true },
    ]);
  });

  test.each<[keyof FileOptions, string, FileOptions, (string | null)[][]]>([
    ['delimiter', 'a;b;c,d\n1;2;3,4\n', { delimiter: ',' }, [['1;2;3', '4']]],
    ['quote', 'a;b\n"p";\'x;y\'\n', { quote: "'" }, [['"p"', 'x;y']]],
    ['encoding', 'name\nMünze\n', { encoding: 'windows-1252' }, [['MÃ¼nze']]],
    [
      'header',
      'a;b\n1;2\n',
      { header: false },
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['decimalComma', 'a;b\n1,5;x\n', { decimalComma: false }, [['1,5', 'x']]],
    ['thousands', 'a;b\n1.234,5;x\n', { thousands: '' }, [['1.234,5', 'x']]],
    [
      'missing',
      'a;b\nx;1\n-;2\n',
      { missing: ['x'] },
      [
        [null, '1'],
        ['-', '2'],
      ],
    ],
  ])('shows other rows as soon as another %s is chosen', async (option, text, change, rows) => {
    const seen = await preview(`other-${option}.csv`, text);
    expect(seen.rows).not.toEqual(rows);
    const now = await preview(`other-${option}.csv`, text, change);
    expect([now.rows, now.options[option]]).toEqual([rows, change[option]]);
  });

  test.each([
    ['gzip', 'messy.csv.gz', () => gzipSync(messy)],
    ['zstd', 'messy.csv.zst', () => zstdCompressSync(messy)],
    ['zip', 'messy.zip', () => zipSync({ 'a/messy.csv': strToU8(messy), 'a/readme.md': strToU8('words') })],
  ] as const)('reads inside %s', async (compression, name, pack) => {
    expect(await preview(name, pack())).toMatchObject({
      compression,
      format: 'csv',
      rows: [['05315', 'Köln', '1405.01', null], {}],
    });
  });

  test('proposes a point from two columns, unless switched off', async () => {
    const text = 'name,lat,lon\na,50.5,8.5\nb,-1,179.5\n';
    const seen = await preview('points.csv', text);
    expect(seen.options.point).toEqual({ longitude: 'lon', latitude: 'lat', name: 'geometry' });
    expect(seen.rows[0]).toEqual(['a', '50.5', '8.5', 'POINT (8.5 50.5)']);
    expect((await preview('points.csv', text, { point: null })).columns).toHaveLength(3);
  });

  test.each([
    ['', 'a'],
    ['a', ''],
    ['a', 'a'],
  ])('is refused with “%s” as longitude and “%s” as latitude', async (longitude, latitude) => {
    const point = { longitude, latitude, name: 'geometry' };
    const reason = { code: 'point-of-two' };
    await expect(preview('undecided.csv', 'a,b\n47,8\n', { point })).rejects.toMatchObject({ reason });
  });

  test('refuses latitudes beyond 90 degrees, and says what a position needs', async () => {
    const file = path.join(home, 'swapped.csv');
    await writeFile(file, 'a,b\n47,105\n48,8\n');
    const options = { point: { longitude: 'a', latitude: 'b', name: 'geometry' } };
    const job = await jobs.run({ ...publishing(file, 'swapped'), options });
    expect(JSON.stringify(job.failure)).toContain('"no-position"');
  });

  test('of a workbook lists its sheets', async () => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('One').addRows([
      ['a', 'b'],
      ['007', 1.5],
    ]);
    book.addWorksheet('Two').addRows([['c'], [true]]);
    const bytes = new Uint8Array(await book.xlsx.writeBuffer());
    expect(await preview('book.xlsx', bytes)).toMatchObject({
      format: 'xlsx',
      sheets: ['One', 'Two'],
      rows: [['007', '1.5']],
    });
    expect(await preview('book.xlsx', bytes, { sheet: 'Two' })).toMatchObject({
      rows: [['true']],
      columns: [{ source: 'c' }],
    });
  });

  test.each([
    [
      'json',
      'a.json',
      '[{"a": 1, "b": "x"}, {"a": 2.5}]',
      [
        ['1.0', 'x'],
        ['2.5', null],
      ],
    ],
    ['ndjson', 'a.ndjson', '{"a":1}\n{"a":2}\n', [['1'], ['2']]],
    [
      'geojson',
      'a.geojson',
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1}}]}',
      [['1', 'POINT (1 2)']],
    ],
  ])('of %s', async (format, name, text, rows) => {
    expect(await preview(name, text)).toMatchObject({ format, rows, whole: true });
  });

  test('reads only the beginning, however long the file is', async () => {
    const file = path.join(home, 'long.csv');
    const records = Array.from({ length: 20_000 }, (_, row) => `${row},"a ""word""","two\nlines"\n`).join('');
    await writeFile(file, `id,name,"quoted"\n${records}`);
    // Too long to be read during a test, but sparse.
    await truncate(file, 2 ** 40);
    const seen = await jobs.functions.previewFile({ path: file, options: {} }, signal);
    expect(seen.rows).toHaveLength(200);
    expect(seen.rows[199]).toEqual(['199', 'a "word"', 'two\nlines']);
    expect(seen.whole).toBe(false);
  });

  test.each([
    ['a file that is not there', 'missing.csv', /does not exist/],
    ['a folder', '.', /./],
  ])('of %s fails with a message', async (_, name, words) => {
    await expect(jobs.functions.previewFile({ path: path.join(home, name), options: {} }, signal)).rejects.toThrow(
      words,
    );
  });

  test('leaves nothing behind', async () => {
    expect(await readdir(path.join(jobs.folder, 'cache', 'jobs'))).toEqual([]);
  });
});

describe('reading the whole file', () => {
  test('finds what the first rows do not show', async () => {
    const file = path.join(home, 'late.csv');
    const lines = Array.from({ length: 60_000 }, (_, row) => `${row},${row},${row}`);
    lines.push('60000,007,1.5', '60001,x,2', ',,', 'Source: ONS,,');
    await writeFile(file, `id,late,number\n${lines.join('\n')}\n`);
    const seen = await jobs.functions.previewFile({ path: file, options: {} }, signal);
    expect(seen.columns.map(({ type }) => type)).toEqual(['integer', 'integer', 'integer']);
    expect((await jobs.functions.surveyFile({ path: file, options: {} }, signal)).state).toBe('reading');
    const survey = await vi.waitUntil(
      async () => {
        const found = await jobs.functions.surveyFile({ path: file, options: {} }, signal);
        return found.state === 'reading' ? null : found;
      },
      { timeout: 30_000 },
    );
    expect(survey).toMatchObject({ state: 'done', rows: 60_002, fraction: 1 });
    expect(survey?.columns.map(({ type }) => type)).toEqual(['integer', 'text', 'float']);
    expect(survey?.notes).toMatchObject({ source: 'ONS', description: '' });
    const job = await jobs.succeed(publishing(file, 'late'));
    expect(job.result).toMatchObject({ rows: 60_002 });
  });
});
