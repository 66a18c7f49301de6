import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { plainNumbers } from '../values/text-conversion.ts';
import { appendedSoFar, expectedRecords, rowsSoFar } from './rows-so-far.ts';

const count = 400_000;
/** All of one length, so that the first ones are representative. */
const numbers = Array.from({ length: count }, (_, row) => 1_000_000 + row);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-rows-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  const target = path.join(folder, name);
  await writeFile(target, content);
  return target;
}

const usual = {
  delimiter: ',',
  quote: '"',
  escaping: '"',
  newline: '\n',
  header: true,
  skip: 0,
} as const;

test('the number of records of a text is estimated from its beginning, counting values of several lines once', async () => {
  const lines = numbers.map((row) => `${row},"line one\nsays ""${row % 1000}"", and\na third"`);
  const csv = await file('lines.csv', `id,note\n${lines.join('\n')}\n`);
  expect((await expectedRecords({ path: csv, dialect: usual })) / count).toBeCloseTo(1, 1);
  const ndjson = await file('lines.ndjson', numbers.map((row) => `{"id":${row},"note":"a \\" b"}\n`).join(''));
  expect((await expectedRecords({ path: ndjson, dialect: null })) / count).toBeCloseTo(1, 1);
});

test('nothing is estimated for an empty file', async () => {
  expect(await expectedRecords({ path: await file('empty.csv', ''), dialect: usual })).toBe(0);
});

test('for appended rows both reading and writing count', async () => {
  const before = { rows: 300_000, bytes: 3_000_000 };
  const ofText = appendedSoFar(before, Promise.resolve(100_000), 'text');
  expect(ofText(1, 0, 4_000_000)).toEqual({ rows: 0, fraction: null });
  await Promise.resolve();
  // The engine estimates 40 rows for the text.
  const guessed = 300_040;
  const at = (counted: number, bytes: number) => ofText(counted / guessed, counted, bytes).fraction ?? -1;
  // 300,000 rows to copy, 100,000 to write at the same cost each, and to read at two and a half times that cost.
  const total = 400_000 + 250_000;
  expect(at(150_000, 1_500_000)).toBeCloseTo(150_000 / total);
  expect(at(300_000, 3_000_000)).toBeCloseTo(300_000 / total);
  // While the text is read, nothing is written.
  expect(at(300_010, 3_000_000)).toBeCloseTo((300_000 + 62_500) / total);
  expect(at(300_030, 3_000_000)).toBeCloseTo((300_000 + 187_500) / total);
  expect(at(guessed, 3_000_000)).toBeCloseTo((300_000 + 250_000) / total);
  expect(at(guessed, 3_500_000)).toBeCloseTo((350_000 + 250_000) / total);
  // New rows that are larger than the old ones are not counted as more rows than were read.
  expect(at(guessed, 9_000_000)).toBe(1);
  expect(at(300_010, 9_000_000)).toBeCloseTo((325_000 + 62_500) / total);
  expect(ofText(null, 0, 0)).toEqual({ rows: 0, fraction: null });
  expect(ofText(0, 0, 0)).toEqual({ rows: 0, fraction: 0 });

  const ofParquet = appendedSoFar(before, Promise.resolve(100_000), 'parquet');
  await Promise.resolve();
  expect(ofParquet(0.75, 300_000, 2_000_000)).toEqual({ rows: 200_000, fraction: 0.5 });
  expect(appendedSoFar({ rows: 0, bytes: 300 }, Promise.resolve(10), 'text')(0.5, 0, 200).fraction).toBeNull();
});

test('the rows of a text follow from the share that was read, those of Parquet are counted by the engine', async () => {
  const many = await file('many.csv', `id,text\n${numbers.map((row) => `${row},word`).join('\n')}\n`);
  const relation = { from: '', values: [], columns: [], numbers: plainNumbers, conversions: [] };
  const opened = { path: many, dialect: usual, firstLine: 2 };
  const ofText = rowsSoFar({ ...opened, relation: { ...relation, form: 'delimited' } });
  await vi.waitUntil(() => ofText(1, 7, 0).rows > 0, { timeout: 60_000 });
  expect(ofText(0.5, 7, 0).rows / (count / 2)).toBeCloseTo(1, 1);
  expect(ofText(0, 7, 0)).toEqual({ rows: 0, fraction: 0 });
  expect(ofText(null, 7, 0)).toEqual({ rows: 0, fraction: null });
  expect(ofText(0.3, 7, 0).rows % 1_000).toBe(0);
  const ofParquet = rowsSoFar({ ...opened, relation: { ...relation, form: 'parquet' } });
  expect(ofParquet(0.5, 7, 0)).toEqual({ rows: 7, fraction: 0.5 });
});
