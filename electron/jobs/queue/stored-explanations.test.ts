import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { explain, failure } from '#shared/failures.ts';
import { openJobStore } from './job-store.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-stored-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const reference = { connection: 'local', namespace: 'n', dataset: 'd' };
const job = {
  id: 'a',
  title: 'a',
  request: { kind: 'verify', subject: { kind: 'version', reference, version: null } },
  state: 'failed',
  created: '2026-01-01T00:00:00.000Z',
  started: null,
  ended: null,
  progress: null,
  resumable: false,
  result: null,
  failure: null,
  badCount: 0,
  notices: [],
};

async function load(name: string, stored: object) {
  await writeFile(path.join(folder, `${name}.json`), JSON.stringify(stored));
  const store = await openJobStore(folder);
  const found = (await store.load()).find((one) => one.job.id === name);
  if (found === undefined) throw new Error('The job was passed over.');
  return found;
}

test('a job that an older release stored keeps its texts', async () => {
  const { job: read, badValues } = await load('old', {
    attempts: 1,
    badValues: [{ row: 1, line: 2, column: 'n', value: 'x', message: 'This is no number.' }],
    job: {
      ...job,
      id: 'old',
      failure: {
        code: 'throttled',
        message: 'a.example wants fewer requests.',
        where: 'http://a/',
        retry: true,
        retryAfter: 3,
      },
      notices: ['The export waits.'],
      result: {
        kind: 'publish',
        reference,
        address: 'n/d',
        version: '1',
        rows: 1,
        checksum: '',
        conversions: ['day: date to ISO 8601 text'],
        rejected: 0,
        rejects: null,
      },
    },
  });
  const recorded = explain('recorded', { text: 'a.example wants fewer requests.' });
  expect(read.failure).toEqual(failure('throttled', recorded, { where: 'http://a/', retry: true, retryAfter: 3 }));
  expect(read.notices.map(englishText)).toEqual(['The export waits.']);
  expect(read.result).toMatchObject({ conversions: [{ values: { text: 'day: date to ISO 8601 text' } }] });
  expect(badValues.map(({ reason }) => englishText(reason))).toEqual(['This is no number.']);
});

test.each([
  ['waiting for the service to take it in', { phase: 'importing', rows: 7 }],
  ['waiting for another version', { phase: 'waiting-for-version', rows: 7 }],
  ['reading', { phase: 'reading', rows: 7 }],
  ['counting sheep', null],
])('a job that an older release stored while %s opens', async (phase, expected) => {
  const rates = { rowsPerSecond: null, bytesPerSecond: null, remainingSeconds: null };
  const progress = { phase, rows: 7, bytes: 0, fraction: null, ...rates };
  const { job: read } = await load('phase', { attempts: 1, badValues: [], job: { ...job, id: 'phase', progress } });
  expect(read.progress).toEqual(expected === null ? null : { ...progress, ...expected });
});

test('an empty reason of an older release becomes null', async () => {
  const result = { kind: 'verify', verdict: 'verified', reason: '', expected: 'a', found: 'a' };
  expect(
    (await load('verified', { attempts: 1, badValues: [], job: { ...job, id: 'verified', result } })).job.result,
  ).toEqual({ ...result, reason: null });
  const differs = { ...result, verdict: 'differs', reason: 'The stored file is gone.' };
  const read = await load('differs', { attempts: 1, badValues: [], job: { ...job, id: 'differs', result: differs } });
  expect(read.job.result).toMatchObject({ reason: { code: 'recorded', values: { text: 'The stored file is gone.' } } });
});

test('a job of this release is read as it was stored', async () => {
  const why = failure('offline', explain('not-reached', { host: 'a.example' }), { retry: true });
  const notices = [explain('export-waits', { row: 7 })];
  const badValues = [{ row: 1, line: null, column: null, value: null, reason: explain('no-number') }];
  const stored = { attempts: 2, badValues, job: { ...job, id: 'new', failure: why, notices } };
  expect(await load('new', stored)).toEqual(stored);
});

test('a failure with an unknown code is still shown', async () => {
  const unknown = { code: 'of-another', values: {}, kind: 'of-another', where: '', retry: false };
  const read = await load('newer', { attempts: 1, badValues: [], job: { ...job, id: 'newer', failure: unknown } });
  expect(read.job.failure).toEqual(failure('unexpected', explain('recorded', { text: 'of-another' })));
});
