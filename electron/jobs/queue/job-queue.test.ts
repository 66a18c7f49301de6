import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { explain } from '#shared/failures.ts';
import type { JobRequest, JobResult } from '#shared/rpc/jobs.ts';
import { IngestError } from '../../service/reading/reading.ts';
import { JobError, type JobRunner, type JobWork } from './job-failure.ts';
import { type JobQueue, openJobQueue } from './job-queue.ts';
import { openJobStore } from './job-store.ts';

let folder: string;
const open: JobQueue[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-queue-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((queue) => queue.close()));
  await rm(folder, { recursive: true, force: true });
});

const verified: JobResult = { kind: 'verify', verdict: 'verified', reason: null, expected: 'a', found: 'a' };
const request = (name: string): JobRequest => ({ kind: 'verify', subject: { kind: 'file', path: name } });
const nameOf = (requested: JobRequest) =>
  requested.kind === 'verify' && requested.subject.kind === 'file' ? requested.subject.path : '';

/** Runs that end when the test ends them, or when they are aborted. */
function gatedRunner(resumable = false) {
  const gates = new Map<string, (outcome: JobResult | Error) => void>();
  const begun: string[] = [];
  const discarded: string[] = [];
  const runner: JobRunner = {
    resumable: () => resumable,
    run: (requested, work: JobWork) =>
      new Promise((resolve, reject) => {
        const name = nameOf(requested);
        begun.push(name);
        work.report({ phase: 'checking', rows: 1, bytes: 10, fraction: 0.5 });
        work.signal.addEventListener('abort', () => {
          gates.delete(name);
          reject(work.signal.reason);
        });
        gates.set(name, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
      }),
    discard: async (requested) => void discarded.push(nameOf(requested)),
  };
  const settle = async (name: string, outcome: JobResult | Error = verified) => {
    await until(() => gates.has(name));
    gates.get(name)?.(outcome);
    gates.delete(name);
  };
  return { runner, settle, begun, discarded };
}

async function openQueue(runner: JobRunner, concurrency = 1, announce = () => {}): Promise<JobQueue> {
  const queue = await openJobQueue({ store: await openJobStore(folder), runner, concurrency, announce });
  open.push(queue);
  return queue;
}

/** Waits long enough for a busy machine. */
const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 300_000, interval: 5 });

const states = (queue: JobQueue) =>
  Object.fromEntries(queue.list().map((job) => [nameOf(job.request), job.state] as const));

test('runs a limited number at once, the others in order', async () => {
  const { runner, settle, begun } = gatedRunner();
  const queue = await openQueue(runner, 2);
  for (const name of ['a', 'b', 'c', 'd']) await queue.start(request(name));
  await until(() => begun.length === 2);
  expect(states(queue)).toEqual({ a: 'running', b: 'running', c: 'queued', d: 'queued' });
  await settle('b');
  await until(() => begun.length === 3);
  // Jobs that start together may be recorded in either order.
  expect([begun.slice(0, 2).sort(), begun.slice(2)]).toEqual([['a', 'b'], ['c']]);
  for (const name of ['a', 'c', 'd']) await settle(name);
  await until(() => queue.list().every((job) => job.state === 'done'));
  expect(queue.list()[0]?.result).toEqual(verified);
});

test('a cancelled job ends, leaves nothing and can be retried', async () => {
  const { runner, settle, discarded, begun } = gatedRunner();
  const queue = await openQueue(runner);
  const job = await queue.start(request('a'));
  await until(() => begun.length === 1);
  expect(await queue.cancel(job.id)).toMatchObject({ state: 'cancelled', failure: null });
  expect(discarded).toEqual(['a']);
  await queue.retry(job.id);
  await settle('a');
  await until(() => queue.list()[0]?.state === 'done');
});

test('a paused job releases its worker and resumes later', async () => {
  const { runner, settle, discarded, begun } = gatedRunner(true);
  const queue = await openQueue(runner);
  const first = await queue.start(request('a'));
  await queue.start(request('b'));
  await until(() => begun.length === 1);
  expect(await queue.pause(first.id)).toMatchObject({ state: 'paused' });
  await settle('b');
  await until(() => states(queue).b === 'done');
  expect(begun).toEqual(['a', 'b']);
  await queue.resume(first.id);
  await settle('a');
  await until(() => states(queue).a === 'done');
  expect(discarded).toEqual([]);
});

test('a queued job can be paused and cancelled before it runs', async () => {
  const { runner, settle, begun } = gatedRunner();
  const queue = await openQueue(runner);
  await queue.start(request('a'));
  const second = await queue.start(request('b'));
  await queue.pause(second.id);
  await settle('a');
  await until(() => states(queue).a === 'done');
  expect(states(queue)).toEqual({ a: 'done', b: 'paused' });
  await queue.cancel(second.id);
  expect(states(queue).b).toBe('cancelled');
  expect(begun).toEqual(['a']);
});

test('a failure is reported with the first thousand bad values and the total count', async () => {
  const { runner, settle, discarded } = gatedRunner();
  const queue = await openQueue(runner);
  const job = await queue.start(request('a'));
  const bad = Array.from({ length: 1200 }, (_, row) => ({
    row,
    line: row,
    column: 'n',
    value: 'x',
    reason: explain('no-number'),
  }));
  await settle('a', new IngestError(explain('no-records'), bad, 1500));
  await until(() => queue.list()[0]?.state === 'failed');
  expect(queue.list()[0]).toMatchObject({
    failure: { kind: 'bad-input', code: 'no-records', retry: false },
    badCount: 1500,
  });
  expect(queue.badValues(job.id)).toEqual(bad.slice(0, 1000));
  expect(discarded).toEqual(['a']);
});

test('after a restart a resumable job resumes, another one is interrupted, and the others are unchanged', async () => {
  const before = gatedRunner(true);
  const first = await openQueue(before.runner, 2);
  await first.start(request('kept'));
  await until(() => before.begun.length === 1);
  await first.close();
  const after = gatedRunner(true);
  const second = await openQueue(after.runner, 2);
  await until(() => after.begun.includes('kept'));
  await second.close();
  const last = gatedRunner(false);
  const third = await openQueue(last.runner, 2);
  expect(states(third)).toEqual({ kept: 'cut-off' });
  expect(last.discarded).toEqual(['kept']);
  await third.retry(third.list()[0]?.id ?? '');
  await last.settle('kept');
  await until(() => states(third).kept === 'done');
});

test('a job that kills the process each time is not started a fourth time', async () => {
  for (let run = 1; run <= 3; run += 1) {
    const { runner, begun } = gatedRunner(true);
    const queue = await openQueue(runner);
    if (run === 1) await queue.start(request('fatal'));
    await until(() => begun.length === 1);
    await queue.close();
  }
  const { runner, begun } = gatedRunner(true);
  const queue = await openQueue(runner);
  expect(states(queue)).toEqual({ fatal: 'cut-off' });
  expect(begun).toEqual([]);
});

test('partly written and invalid records do not affect others', async () => {
  const { runner, settle } = gatedRunner();
  const queue = await openQueue(runner);
  await queue.start(request('a'));
  await settle('a');
  await until(() => states(queue).a === 'done');
  await queue.close();
  await writeFile(path.join(folder, 'torn.json.part'), '{"job":');
  await writeFile(path.join(folder, 'other.json'), '{"job":{}}');
  expect(states(await openQueue(runner))).toEqual({ a: 'done' });
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('clearing removes only finished jobs', async () => {
  const { runner, settle, begun } = gatedRunner();
  const queue = await openQueue(runner);
  await queue.start(request('a'));
  await queue.start(request('b'));
  await settle('a', new JobError('offline', explain('not-reached', { host: 'a.example' }), '', true));
  await until(() => begun.length === 2);
  await queue.clear();
  expect(states(queue)).toEqual({ b: 'running' });
  expect((await readdir(folder)).length).toBe(1);
});

test('progress is announced, but not for every step', async () => {
  let announced = 0;
  let report = (_rows: number) => {};
  const { runner } = gatedRunner();
  const counting: JobRunner = {
    ...runner,
    run: (requested, work) => {
      report = (rows) => work.report({ phase: 'reading', rows, bytes: rows, fraction: null });
      return runner.run(requested, work);
    },
  };
  const queue = await openQueue(counting, 1, () => {
    announced += 1;
  });
  await queue.start(request('a'));
  await until(() => queue.list()[0]?.state === 'running' && queue.list()[0]?.progress !== null);
  const before = announced;
  for (let rows = 1; rows <= 1000; rows += 1) report(rows);
  await until(() => announced > before);
  expect(announced - before).toBeLessThan(5);
  expect(queue.list()[0]?.progress).toMatchObject({ phase: 'reading', rows: 1000 });
});

test('logs unexpected errors, but neither what the user reads nor a cancellation', async () => {
  const { runner, settle } = gatedRunner();
  const reported: [string, unknown][] = [];
  const report = (where: string, error: unknown) => void reported.push([where, error]);
  const queue = await openJobQueue({
    store: await openJobStore(folder),
    runner,
    concurrency: 2,
    announce: () => {},
    report,
  });
  open.push(queue);
  const unforeseen = new TypeError('a mistake of ours');
  for (const name of ['a', 'b']) await queue.start(request(name));
  await settle('a', new JobError('file-missing', explain('file-not-there')));
  await settle('b', unforeseen);
  await until(() => queue.list().every(({ state }) => state === 'failed'));
  const { id } = await queue.start(request('c'));
  await until(() => queue.list().some(({ state }) => state === 'running'));
  await queue.cancel(id);
  await until(() => queue.list().some(({ state }) => state === 'cancelled'));
  expect(reported).toEqual([['job verify', unforeseen]]);
  expect(JSON.stringify(queue.list())).not.toContain('a mistake of ours');
});
