import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import { isParted, writePartedFile } from './parted-file.ts';

const count = 2_500;
/** Six parts, the last of them smaller. */
const partRows = 450;

let store: TestStore;
let version: StoredVersion;
let other: StoredVersion;
let folder = '';
/** The files whose folders are retained. */
const kept: string[] = [];
beforeAll(async () => {
  store = await openTestStore();
  const lines = (word: string) => Array.from({ length: count }, (_, row) => `${row},${row % 7},"=${word} ""${row}"""`);
  version = await store.take(`id,seven,text\n${lines('a').join('\n')}\n`);
  other = await store.take(`id,seven,text\n${lines('b').join('\n')}\n`);
  folder = await mkdtemp(path.join(store.folder, 'parts-'));
});
afterAll(() => store.close());

const filters: ExportRequest['query']['filters'] = [{ column: 'seven', lookup: 'lt', value: '3' }];

function requestFor(change: Partial<ExportRequest> = {}): ExportRequest {
  return {
    kind: 'export',
    reference: { connection: 'local', namespace: 'n', dataset: 'd' },
    query: { ...everyRow, filters: [], ordering: [] },
    selection: null,
    format: 'csv',
    target: 'x',
    descriptor: false,
    ...change,
  };
}

interface Run {
  readonly notices: string[];
  readonly fractions: number[];
  readonly made: Awaited<ReturnType<typeof writePartedFile>>;
}

/** Writes an export, or stops it after `stopAfter` parts. */
async function run(
  request: ExportRequest,
  file: string,
  { stopAfter = Number.POSITIVE_INFINITY, of = version } = {},
): Promise<Run> {
  const controller = new AbortController();
  const notices: string[] = [];
  const fractions: number[] = [];
  const work: LongWork = {
    signal: controller.signal,
    onProgress: ({ fraction }) => {
      if (fraction !== null) fractions.push(fraction);
      if (fraction !== null && fraction > (stopAfter * partRows) / count) controller.abort(new Error('paused'));
    },
  };
  const onRestarted = () => void notices.push('restarted');
  const workFolder = async () => {
    expect(existsSync(path.join(path.dirname(file), 'parts.json'))).toBe(true);
    kept.push(file);
  };
  const made = await writePartedFile(
    { rows: store.rows, stored: of, request, file, workFolder, onRestarted, work },
    partRows,
  );
  return { notices, fractions, made };
}

/** The same export in one step. */
async function atOnce({ query, format, spreadsheet }: ExportRequest, of = version): Promise<string> {
  const target = path.join(folder, 'at-once');
  if (format === 'geojson' || format === 'xlsx') throw new Error('It is not tried.');
  await store.rows.open(of).exportTo({ ...query, version: null }, format, target, {}, { spreadsheet });
  return readFile(target, 'utf8');
}

const place = async () => path.join(await mkdtemp(path.join(folder, 'one-')), 'file');
const sum = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
  ['CSV', {}],
  ['TSV', { format: 'tsv' }],
  ['lines of JSON', { format: 'ndjson' }],
  ['CSV for a spreadsheet', { spreadsheet: { separator: ';' } }],
  ['chosen rows and columns', { query: { ...everyRow, filters, fields: ['text', 'id'], ordering: [] } }],
] as readonly (readonly [string, Partial<ExportRequest>])[])(
  '%s in parts is the same as in one step',
  async (_, change) => {
    const request = requestFor(change);
    const file = await place();
    const { made } = await run(request, file);
    const text = await readFile(file, 'utf8');
    expect(text).toBe(await atOnce(request));
    expect(made).toMatchObject({ bytes: Buffer.byteLength(text), checksum: sum(text) });
    expect((await readdir(path.dirname(file))).sort()).toEqual(['file', 'parts.json']);
  },
);

test('a stopped export resumes after the last complete part, ignoring any bytes after it', async () => {
  const request = requestFor();
  const file = await place();
  await expect(run(request, file, { stopAfter: 2 })).rejects.toThrow('paused');
  expect(kept.filter((one) => one === file)).toEqual([file]);
  // A crash while the third part was appended to the second.
  await appendFile(file, '1,2,half of a li');
  const { made, fractions, notices } = await run(request, file);
  expect(Math.min(...fractions)).toBeGreaterThanOrEqual((2 * partRows) / count);
  expect(notices).toEqual([]);
  const text = await readFile(file, 'utf8');
  expect([text, made]).toEqual([await atOnce(request), { rows: count, bytes: text.length, checksum: sum(text) }]);
});

test.each([
  ['is shorter than it was', (file: string) => truncate(file, 100)],
  ['is missing', (file: string) => rm(file)],
  [
    'was altered',
    async (file: string) => {
      const { size } = { size: (await readFile(file)).length };
      await truncate(file, size - 3);
      await appendFile(file, 'xyz');
    },
  ],
])('a stopped export whose file %s restarts', async (_, damage) => {
  const request = requestFor();
  const file = await place();
  await expect(run(request, file, { stopAfter: 2 })).rejects.toThrow('paused');
  await damage(file);
  await run(request, file);
  expect(await readFile(file, 'utf8')).toBe(await atOnce(request));
});

test('a stopped export of a version that is no longer the newest restarts, and says so', async () => {
  const request = requestFor();
  const file = await place();
  await expect(run(request, file, { stopAfter: 2 })).rejects.toThrow('paused');
  const { notices } = await run(request, file, { of: other });
  expect(notices).toEqual(['restarted']);
  expect(await readFile(file, 'utf8')).toBe(await atOnce(request, other));
});

test('formats that enclose their rows, sorted rows and selections are not written in parts', () => {
  const sorted = { ...everyRow, filters: [], ordering: [{ column: 'id', descending: false }] };
  const changes: Partial<ExportRequest>[] = [
    { format: 'json' },
    { format: 'geojson' },
    { format: 'parquet' },
    { format: 'xlsx' },
    { query: sorted as unknown as ExportRequest['query'] },
    { selection: [{ from: 0, to: 1 }] },
  ];
  expect(changes.map((change) => isParted(requestFor(change)))).toEqual(changes.map(() => false));
});
