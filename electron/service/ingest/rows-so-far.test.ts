import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appendedSoFar, expectedRecords, rowsSoFar } from './rows-so-far.ts';
import { plainNumbers } from './text-conversion.ts';

const count = 400_000;
/** All of one length, so that the first ones are like the others. */
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

test('the records of a text are guessed from its beginning, values of several lines counted once', async () => {
  const lines = numbers.map((row) => `${row},"line one\nsays ""${row % 1000}"", and\na third"`);
  const csv = await file('lines.csv', `id,note\n${lines.join('\n')}\n`);
  expect((await expectedRecords({ path: csv, dialect: usual })) / count).toBeCloseTo(1, 1);
  const ndjson = await file('lines.ndjson', numbers.map((row) => `{"id":${row},"note":"a \\" b"}\n`).join(''));
  expect((await expectedRecords({ path: ndjson, dialect: null })) / count).toBeCloseTo(1, 1);
});

test('the records of a packed text are guessed from how its beginning is packed', async () => {
  const lines = numbers.map((row) => `${row},word ${row % 977}`);
  const packed = await file('packed.csv.gz', gzipSync(`id,text\n${lines.join('\n')}\n`));
  const expected = await expectedRecords({ path: packed, dialect: usual });
  expect(Math.abs(expected / count - 1)).toBeLessThan(0.1);
});

test('of what is empty or torn nothing is guessed', async () => {
  expect(await expectedRecords({ path: await file('empty.csv', ''), dialect: usual })).toBe(0);
  const torn = await file(
    'torn.csv.gz',
    Buffer.concat([gzipSync('a,b\n1,2\n').subarray(0, 10), Buffer.alloc(50, 255)]),
  );
  await expect(expectedRecords({ path: torn, dialect: usual })).rejects.toThrow();
});

test('of rows behind others those count that are written', async () => {
  const soFar = appendedSoFar({ rows: 100_000, bytes: 1_000_000 }, Promise.resolve(300_000));
  expect(soFar(1, 0, 4_000_000)).toEqual({ rows: 0, fraction: null });
  await Promise.resolve();
  expect([soFar(1, 0, 1_000_000), soFar(0.1, 0, 2_000_000), soFar(null, 0, 0)]).toEqual([
    { rows: 100_000, fraction: 0.25 },
    { rows: 40_000, fraction: 0.1 },
    { rows: 0, fraction: null },
  ]);
  expect(appendedSoFar({ rows: 0, bytes: 300 }, Promise.resolve(10))(0.5, 0, 200).fraction).toBeNull();
});

test('of a text the rows follow from the share that is read, those of Parquet are the engine’s', async () => {
  const many = await file('many.csv', `id,text\n${numbers.map((row) => `${row},word`).join('\n')}\n`);
  const relation = { from: '', values: [], columns: [], numbers: plainNumbers, conversions: [] };
  const opened = { path: many, dialect: usual, firstLine: 2 };
  const ofText = rowsSoFar({ ...opened, relation: { ...relation, form: 'delimited' } });
  await vi.waitUntil(() => ofText(1, 7, 0).rows > 0);
  expect(ofText(0.5, 7, 0).rows / (count / 2)).toBeCloseTo(1, 1);
  expect(ofText(0, 7, 0)).toEqual({ rows: 0, fraction: 0 });
  expect(ofText(null, 7, 0)).toEqual({ rows: 0, fraction: null });
  expect(ofText(0.3, 7, 0).rows % 1_000).toBe(0);
  const ofParquet = rowsSoFar({ ...opened, relation: { ...relation, form: 'parquet' } });
  expect(ofParquet(0.5, 7, 0)).toEqual({ rows: 7, fraction: 0.5 });
});
