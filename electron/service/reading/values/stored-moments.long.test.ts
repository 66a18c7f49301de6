import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import type { IngestOptions, ReadingOptions, TableSurvey } from '../reading.ts';

let store: TestStore;
let engine: DuckDBInstance;
beforeAll(async () => {
  store = await openTestStore();
  engine = await DuckDBInstance.create(':memory:');
});
afterAll(async () => {
  engine.closeSync();
  await store.close();
});

let number = 0;
const momentsOf = ({ columns }: Pick<StoredVersion | TableSurvey, 'columns'>) =>
  Object.fromEntries(columns.map(({ name, moment }) => [name, moment ?? null]));

/** What is stored of a file, after checking that the survey of all its records predicted the same. */
async function taken(source: ReadingOptions, options: IngestOptions = {}): Promise<StoredVersion> {
  number += 1;
  const survey = await store.rows.survey(source, { rows: 10, whole: true }, {});
  const version = await store.rows.ingest(`m${number}`, source, options, {});
  if (options.appendTo === undefined) expect(momentsOf(survey)).toEqual(momentsOf(version));
  return version;
}

async function momentsIn(text: string, source: Omit<ReadingOptions, 'path'>, name = `moments-${number}`) {
  return momentsOf(await taken({ path: await store.file(name, text), ...source }));
}

async function parquet(select: string): Promise<ReadingOptions> {
  number += 1;
  const path = join(store.folder, `moments-${number}.parquet`);
  const connection = await engine.connect();
  await connection.run(`SET TimeZone = 'UTC'; COPY (${select}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  return { path, format: 'parquet' };
}

/** Texts of a column, and the kind it is recognised as. */
const texts = {
  day: ['2020-01-31', '1899-12-01', 'date'],
  when: ['2020-01-31T10:00:00', '2020-01-31T10:00', 'date-time'],
  fractions: ['2020-01-31T10:00:00.123456', '2020-01-31T23:59:59', 'date-time'],
  instant: ['2020-01-31T10:00:00Z', '2020-01-31T10:00:00+02:00', 'date-time-zone'],
  halfZoned: ['2020-01-31T10:00:00Z', '2020-01-31T10:00:00', 'date-time'],
  clock: ['10:00', '23:59', 'time'],
  seconds: ['10:00:00', '23:59:59.5', 'time'],
  month: ['2020-01', '1999-12', 'month'],
  quarter: ['2020-Q1', '1999-Q4', 'quarter'],
  week: ['2020-W53', '2021-W01', 'week'],
  // Seasons and school years as well as months.
  season: ['2010-11', '2011-12', null],
  oneSeason: ['2010-11', '2010-11', null],
  noDay: ['2021-02-29', '2021-02-28', null],
  noMonth: ['2021-13', '2021-12', null],
  noHour: ['24:01', '10:00', null],
  mixed: ['2020-01-31', '2020-02', null],
  between: ['2020-01-31', '2020-01-31x', null],
  words: ['2020-01-31', 'unknown', null],
  year: ['2020', '2021', null],
} as const;
const expected = Object.fromEntries(Object.entries(texts).map(([name, [, , kind]]) => [name, kind]));
const records = [0, 1, null].map((at) =>
  Object.fromEntries(Object.entries(texts).map(([name, found]) => [name, at === null ? null : found[at as 0 | 1]])),
);

describe('columns of ISO 8601 texts are recognised', () => {
  test('in delimited text', async () => {
    const lines = records.map((record) => Object.values(record).join(','));
    const found = await momentsIn(`${Object.keys(texts).join(',')}\n${lines.join('\n')}\n`, {
      format: 'csv',
      header: true,
    });
    expect(found).toEqual(expected);
  });
  test('in JSON and NDJSON', async () => {
    expect(await momentsIn(JSON.stringify(records), { format: 'json' })).toEqual(expected);
    const lines = records.map((record) => JSON.stringify(record)).join('\n');
    expect(await momentsIn(lines, { format: 'ndjson' })).toEqual(expected);
  });
  test('in texts of Parquet', async () => {
    const selects = records.map(
      (record) =>
        `SELECT ${Object.entries(record).map(([name, text]) => `${text === null ? 'NULL::VARCHAR' : `'${text}'`} AS ${name}`)}`,
    );
    expect(momentsOf(await taken(await parquet(selects.join(' UNION ALL '))))).toEqual(expected);
  });
  test('in a workbook', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('A');
    sheet.addRow(Object.keys(texts));
    for (const record of records) sheet.addRow(Object.values(record));
    const path = join(store.folder, 'texts.xlsx');
    await book.xlsx.writeFile(path);
    expect(momentsOf(await taken({ path, format: 'xlsx' }))).toEqual(expected);
  });
});

test('despite marks for missing values among the dates of a workbook, and hours among its days', async () => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('A');
  sheet.addRow(['day', 'when', 'note']);
  const day = (date: number) => new Date(Date.UTC(2020, 0, date));
  sheet.addRow([day(1), day(1), 'n/a']);
  sheet.addRow(['n/a', new Date(Date.UTC(2020, 0, 2, 13, 30)), '2020-01-01']);
  sheet.addRow([day(3), day(3), 'late']);
  for (const row of [2, 3, 4]) for (const column of [1, 2]) sheet.getRow(row).getCell(column).numFmt = 'yyyy-mm-dd';
  const path = join(store.folder, 'marks.xlsx');
  await book.xlsx.writeFile(path);
  const version = await taken({ path, format: 'xlsx' });
  expect(momentsOf(version)).toEqual({ day: 'date', when: 'date-time', note: null });
  expect(await store.page(version)).toEqual([
    { day: '2020-01-01', when: '2020-01-01T00:00:00', note: 'n/a' },
    { day: null, when: '2020-01-02T13:30:00', note: '2020-01-01' },
    { day: '2020-01-03', when: '2020-01-03T00:00:00', note: 'late' },
  ]);
  const { survey } = await store.rows.preview({ path }, 'show', store.folder);
  expect(survey.columns[0]).toMatchObject({
    evidence: { values: 2, fitting: 2, missing: [{ text: 'n/a', count: 1 }] },
  });
});

describe('columns that a format has a type for', () => {
  test('in Parquet, even without any value', async () => {
    const types = { d: 'DATE', t: 'TIME', s: 'TIMESTAMP', n: 'TIMESTAMP_NS', z: 'TIMESTAMPTZ', v: 'VARCHAR' };
    const kinds = { d: 'date', t: 'time', s: 'date-time', n: 'date-time', z: 'date-time-zone', v: null };
    const empty = Object.entries(types).map(([name, type]) => `NULL::${type} AS ${name}`);
    expect(momentsOf(await taken(await parquet(`SELECT ${empty}`)))).toEqual(kinds);
    const full = Object.entries(types).map(([name, type]) =>
      name === 'v' ? `'x' AS v` : name === 't' ? `TIME '10:11:12' AS t` : `'2020-01-02'::${type} AS ${name}`,
    );
    expect(momentsOf(await taken(await parquet(`SELECT ${full}`)))).toEqual(kinds);
  });
  test('but not if ISO 8601 cannot represent a value', async () => {
    const rows = ["'infinity'", "'0044-03-15 (BC)'", "'10000-01-01'"].map((text) => `SELECT DATE ${text} AS d`);
    for (const row of rows) {
      const version = await taken(await parquet(`SELECT DATE '2020-01-01' AS d UNION ALL ${row}`));
      expect(momentsOf(version), row).toEqual({ d: null });
    }
  });
  test('in a workbook', async () => {
    const book = new exceljs.Workbook();
    const sheet = book.addWorksheet('A');
    sheet.addRow(['day', 'when', 'amount']);
    sheet.addRow([new Date(Date.UTC(2020, 0, 31)), new Date(Date.UTC(2020, 0, 31, 10, 30)), 5]);
    sheet.addRow([new Date(Date.UTC(2020, 1, 1)), new Date(Date.UTC(2020, 1, 1, 11, 30)), 6]);
    for (const row of [2, 3]) {
      sheet.getCell(row, 1).numFmt = 'dd/mm/yyyy';
      sheet.getCell(row, 2).numFmt = 'dd/mm/yyyy hh:mm';
    }
    const path = join(store.folder, 'dates.xlsx');
    await book.xlsx.writeFile(path);
    const version = await taken({ path, format: 'xlsx' });
    expect(momentsOf(version)).toEqual({ day: 'date', when: 'date-time', amount: null });
  });
});

describe('times within nested values', () => {
  test('are written in ISO 8601, and texts that look like them stay unchanged', async () => {
    const time = "TIMESTAMP '2020-01-31 10:00:00.5'";
    const source = await parquet(
      `SELECT {'t': ${time}, 'z': TIMESTAMPTZ '2020-01-31 10:00:00+02', 'd': DATE '2020-01-31'} AS s, [${time}] AS l,
         {'t': '2020-01-31 10:00:00'} AS texts, ${time}::VARIANT AS v, '2020-01-31 10:00:00'::VARIANT AS w`,
    );
    const version = await taken(source);
    expect(await store.page(version)).toEqual([
      {
        s: '{"t":"2020-01-31T10:00:00.5","z":"2020-01-31T08:00:00Z","d":"2020-01-31"}',
        l: '["2020-01-31T10:00:00.5"]',
        texts: '{"t":"2020-01-31 10:00:00"}',
        v: '"2020-01-31T10:00:00.5"',
        w: '"2020-01-31 10:00:00"',
      },
    ]);
  });
});

describe('columns whose dates are written otherwise', () => {
  it('are those of their stored form', async () => {
    const text = 'd;m;e;w;n\n31.12.2020;12/2020;1600000000;2020W53;5\n01.02.2021;01/2021;1600000001;2021W01;NA\n';
    const names = text.replace('d;m;e;w;n', 'day;month;time;week;n');
    const found = await momentsIn(names, { format: 'csv' });
    expect(found).toEqual({ day: 'date', month: 'month', time: 'date-time-zone', week: 'week', n: null });
  });
  it('are text while the day could be the month, and dates as soon as the order is given', async () => {
    const text = 'day,n\n01/02/2020,1\n03/04/2020,2\n';
    expect(await momentsIn(text, { format: 'csv' })).toEqual({ day: null, n: null });
    expect(await momentsIn(text, { format: 'csv', dates: 'month-first' })).toEqual({ day: 'date', n: null });
    expect(await momentsIn(text, { format: 'csv', dates: 'as-text' })).toEqual({ day: null, n: null });
  });
  it('are text if a value far down is not a date', async () => {
    const text = `day,n\n${'2020-01-31,1\n'.repeat(30_000)}soon,2\n`;
    expect(await momentsIn(text, { format: 'csv' })).toEqual({ day: null, n: null });
  });
  it('are plain text if the user says so', async () => {
    const text = 'day,n\n2020-01-31,1\n2020-02-01,2\n';
    const columns = [{ source: 'day', type: 'text' as const }];
    expect(await momentsIn(text, { format: 'csv', columns })).toEqual({ day: null, n: null });
    // A copy has the types of its original, and nevertheless its dates.
    expect(await momentsIn(text, { format: 'csv', columns, keepTypes: true })).toEqual({ day: 'date', n: null });
  });
  it('are recognised in a table of many columns', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `d${at}`);
    const lines = [names, names.map(() => '2020-01-31'), names.map((_, at) => (at === 3 ? 'x' : '2020-02-01'))];
    const found = momentsOf(await store.take(lines.map((line) => line.join(',')).join('\n')));
    expect(Object.values(found).filter((kind) => kind === 'date')).toHaveLength(499);
    expect(found.d3).toBeNull();
  });
});

describe('rows that are appended', () => {
  const first = 'day,n\n2020-01-31,1\n';
  async function appended(text: string) {
    const base = await store.take(first);
    number += 1;
    const path = await store.file(`appended-${number}`, text);
    return taken({ path, format: 'csv', header: true }, { appendTo: base });
  }
  it('keep a column one of dates as long as all values are', async () => {
    for (const text of ['day,n\n2020-02-01,2\n', 'day,n\n28.02.2020,2\n', 'day,n\n,2\n', 'n\n2\n']) {
      const version = await appended(text);
      expect(momentsOf(version), text).toEqual({ day: 'date', n: null });
      expect(version.conversions.map(englishText).join(), text).not.toContain('shown as text');
    }
  });
  it('make it plain text otherwise, with a note', async () => {
    for (const text of ['day,n\nsoon,2\n', 'day,n\n2020,2\n', 'day,n\n2020-02-01T10:00,2\n', 'day,n\n01/02/2020,2\n']) {
      const version = await appended(text);
      expect(momentsOf(version), text).toEqual({ day: null, n: null });
      expect(version.conversions.map(englishText), text).toContain(
        'day: shown as text, because not all of the new values are dates or times',
      );
    }
  });
});
