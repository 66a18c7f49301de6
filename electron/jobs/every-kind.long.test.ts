import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';
import { exporting, openTestJobs, publishing, type TestJobs } from './testing/test-jobs.ts';

/** Enough that a job can be caught while it runs. */
const count = 200_000;
const signal = new AbortController().signal;

let there: TestJobs;
let here: TestJobs;
let connection: string;
let versions: string[];

const at = (name: string) => path.join(here.folder, name);
const numbers = () => ({ connection: 'local', namespace: 'tests', dataset: 'numbers' });

async function published(jobs: TestJobs, file: string, dataset = 'numbers'): Promise<string> {
  const { result } = await jobs.succeed(publishing(file, dataset));
  return result?.kind === 'publish' ? result.version : '';
}

beforeAll(async () => {
  [there, here] = await Promise.all([openTestJobs(), openTestJobs()]);
  const lines = Array.from({ length: count }, (_, row) => `${row},${String(row).padStart(6, '0')},${row / 8}`);
  await writeFile(at('numbers.csv'), `id,code,share\r\n${lines.join('\r\n')}\r\n`);
  for (const dataset of ['numbers', 'paused', 'cut']) await published(there, at('numbers.csv'), dataset);
  versions = [await published(here, at('numbers.csv')), await published(here, at('numbers.csv'))];
  connection = (await here.connections.add(there.service.url, 'There', '', signal)).id;
});
afterAll(async () => {
  await here.close();
  await there.close();
});

const kinds: readonly (readonly [string, (name: string) => JobRequest])[] = [
  ['publishing', (name) => publishing(at('numbers.csv'), name)],
  ['an export of this computer’s', (name) => exporting('numbers', at(`out/${name}.ndjson`), 'ndjson')],
  ['a workbook of this computer’s', (name) => exporting('numbers', at(`out/${name}.xlsx`), 'xlsx')],
  [
    'an export of another service’s',
    (name) => {
      const request = exporting('numbers', at(`out/${name}.csv`), 'csv');
      return { ...request, reference: { ...numbers(), connection } };
    },
  ],
  // Existing copies are not made again, so each case has a dataset of its own.
  ['a copy', (name) => ({ kind: 'pin', reference: { ...numbers(), connection, dataset: name }, version: null })],
  [
    'a check',
    () => ({ kind: 'verify', subject: { kind: 'version', reference: numbers(), version: versions[0] ?? '' } }),
  ],
  [
    'a comparison',
    () => ({ kind: 'diff', reference: numbers(), before: versions[0] ?? '', after: versions[1] ?? '', key: ['id'] }),
  ],
];

async function jobOf(id: string): Promise<Job> {
  const job = (await here.functions.listJobs({}, signal)).find((one) => one.id === id);
  if (job === undefined) throw new Error(`There is no job ${id}.`);
  return job;
}

/** Starts a job, and waits until it is running. Quick ones are caught as they start. */
async function begin(request: JobRequest): Promise<string> {
  const { id } = await here.functions.startJob({ request }, signal);
  const quick = request.kind === 'verify' || request.kind === 'diff';
  if (!quick) await vi.waitUntil(async () => (await jobOf(id)).progress !== null, { timeout: 120_000, interval: 1 });
  return id;
}

const targetOf = (request: JobRequest) => (request.kind === 'export' ? request.target : null);

test.each(kinds)('%s really stops while it is paused, also over a restart, and completes later', async (_, make) => {
  const request = make('paused');
  const id = await begin(request);
  const paused = await here.functions.pauseJob({ job: id }, signal);
  expect(paused).toMatchObject({ state: 'paused', result: null, failure: null });
  await sleep(200);
  expect(await jobOf(id)).toEqual(paused);
  here = await here.restart();
  expect(await jobOf(id)).toMatchObject({ state: 'paused' });
  const target = targetOf(request);
  if (target !== null) expect(existsSync(target)).toBe(false);
  await here.functions.resumeJob({ job: id }, signal);
  const done = await here.until(id, 'done', 'failed', 'cut-off');
  expect(done).toMatchObject({ state: 'done', result: { kind: request.kind } });
  if (target !== null) expect(existsSync(target)).toBe(true);
});

test.each(kinds)('an interrupted %s resumes by itself or is shown as interrupted, with a retry', async (_, make) => {
  const request = make('cut');
  const id = await begin(request);
  here = await here.restart();
  const { resumable } = await jobOf(id);
  expect(resumable).toBe(request.kind === 'pin' || (request.kind === 'export' && request.format !== 'xlsx'));
  if (!resumable) {
    expect(await jobOf(id)).toMatchObject({ state: 'cut-off', result: null });
    await here.functions.retryJob({ job: id }, signal);
  }
  const done = await here.until(id, 'done', 'failed');
  expect(done).toMatchObject({ state: 'done', result: { kind: request.kind } });
});
