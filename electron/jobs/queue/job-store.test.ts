import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a job of this release is read as it was stored', async () => {
  const why = failure('offline', explain('not-reached', { host: 'a.example' }), { retry: true });
  const notices = [explain('export-waits', { row: 7 })];
  const badValues = [{ row: 1, line: null, column: null, value: null, reason: explain('no-number') }];
  const stored = { attempts: 2, badValues, job: { ...job, id: 'new', failure: why, notices } };
  expect(await load('new', stored)).toEqual(stored);
});

test('a failure with the unknown code of a newer release is still shown', async () => {
  const unknown = { code: 'of-another', values: {}, kind: 'unexpected', where: '', retry: false };
  const read = await load('newer', { attempts: 1, badValues: [], job: { ...job, id: 'newer', failure: unknown } });
  expect(read.job.failure).toEqual(failure('unexpected', explain('recorded', { text: 'of-another' })));
});
