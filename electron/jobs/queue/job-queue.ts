import { randomBytes } from 'node:crypto';
import type { BadValueRecord } from '#shared/rpc/bad-value.ts';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';
import { say } from '#shared/sentences/say.ts';
import type { Progress } from '../../service/rows/row-store.ts';
import { explainJobError, JobError } from './job-failure.ts';
import { hasEnded, JobLedger } from './job-ledger.ts';
import type { JobStore } from './job-store.ts';
import { type JobRunner, JobStopped } from './job-work.ts';
import { createProgressMeter } from './progress-meter.ts';

/** The long work of Almanac: a few jobs at a time, the others in the order in which they came. */
export interface JobQueue {
  start(request: JobRequest): Promise<Job>;
  /** Running and waiting ones first, then the newest. */
  list(): Job[];
  cancel(id: string): Promise<Job>;
  pause(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  retry(id: string): Promise<Job>;
  /** Forgets one ended job, or all of them. */
  clear(id?: string): Promise<void>;
  badValues(id: string): readonly BadValueRecord[];
  /** Stops what runs, so that it goes on at the next start where it can. */
  close(): Promise<void>;
}

export interface JobQueueParts {
  readonly store: JobStore;
  readonly runner: JobRunner;
  /** Jobs that run at once. */
  readonly concurrency: number;
  /** Told after every change to any job; of progress a few times a second. */
  readonly announce: () => void;
  /** Told of what ended a job and nobody foresaw: the window only learns that something went wrong. */
  readonly report?: ((where: string, error: unknown) => void) | undefined;
}

interface Running {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

const mostAttempts = 3;
const mostEnded = 200;
const saveEvery = 5_000;

/** Opens the queue of a store; what a former process was in the middle of goes on, or is shown as cut off. */
export async function openJobQueue(parts: JobQueueParts): Promise<JobQueue> {
  const ledger = new JobLedger(parts.store, parts.announce);
  await ledger.load();
  await settleTheCutOff(ledger, parts.runner);
  const queue = new Queue(parts, ledger);
  queue.fill();
  return queue;
}

async function settleTheCutOff(ledger: JobLedger, runner: JobRunner): Promise<void> {
  const all = ledger.list();
  for (const { id, request, state } of all) {
    if (state !== 'running') continue;
    // What kills the process each time must not be begun for ever.
    if (runner.resumable(request) && ledger.stored(id).attempts < mostAttempts) {
      await ledger.change(id, { state: 'queued' });
    } else {
      await runner.discard(request, id).catch(() => undefined);
      await ledger.change(id, { state: 'cut-off', ended: now() });
    }
  }
  for (const { id } of all.filter(hasEnded).slice(mostEnded)) await ledger.forget(id);
}

function now(): string {
  return new Date().toISOString();
}

let made = 0;

/** Unique, and in the order in which they were made within one process. */
function newId(): string {
  made += 1;
  const turn = made.toString(36).padStart(6, '0');
  return `${Date.now().toString(36)}-${turn}-${randomBytes(4).toString('hex')}`;
}

function newJob(request: JobRequest, runner: JobRunner): Job {
  return {
    id: newId(),
    title: runner.title(request),
    request,
    state: 'queued',
    created: now(),
    started: null,
    ended: null,
    progress: null,
    resumable: runner.resumable(request),
    result: null,
    failure: null,
    badCount: 0,
    notices: [],
  };
}

class Queue implements JobQueue {
  readonly #runner: JobRunner;
  readonly #concurrency: number;
  readonly #ledger: JobLedger;
  readonly #report: (where: string, error: unknown) => void;
  readonly #running = new Map<string, Running>();
  #closing = false;

  constructor(parts: JobQueueParts, ledger: JobLedger) {
    this.#runner = parts.runner;
    this.#concurrency = parts.concurrency;
    this.#ledger = ledger;
    this.#report = parts.report ?? (() => {});
  }

  async start(request: JobRequest): Promise<Job> {
    if (this.#closing) throw new JobError('closing', say('closing'));
    const job = newJob(request, this.#runner);
    await this.#ledger.put({ job, attempts: 0, badValues: [] });
    this.fill();
    return this.#ledger.job(job.id);
  }

  list(): Job[] {
    return this.#ledger.list();
  }

  async cancel(id: string): Promise<Job> {
    const job = this.#ledger.job(id);
    if (job.state === 'running') await this.#stop(id, 'cancelled');
    else if (!hasEnded(job)) {
      await this.#ledger.change(id, { state: 'cancelled', ended: now() });
      await this.#runner.discard(job.request, id);
    }
    return this.#ledger.job(id);
  }

  async pause(id: string): Promise<Job> {
    const { state } = this.#ledger.job(id);
    if (state === 'running') await this.#stop(id, 'paused');
    else if (state === 'queued') await this.#ledger.change(id, { state: 'paused' });
    return this.#ledger.job(id);
  }

  async resume(id: string): Promise<Job> {
    if (this.#ledger.job(id).state === 'paused') await this.#enqueue(id, {});
    return this.#ledger.job(id);
  }

  async retry(id: string): Promise<Job> {
    const job = this.#ledger.job(id);
    if (!hasEnded(job) || job.state === 'done') return job;
    await this.#enqueue(id, { failure: null, started: null, ended: null, progress: null, badCount: 0, notices: [] });
    return this.#ledger.job(id);
  }

  async clear(id?: string): Promise<void> {
    const jobs = id === undefined ? this.#ledger.list() : [this.#ledger.job(id)];
    for (const job of jobs.filter(hasEnded)) {
      await this.#runner.discard(job.request, job.id).catch(() => undefined);
      await this.#ledger.forget(job.id);
    }
    this.#ledger.announceNow();
  }

  badValues(id: string): readonly BadValueRecord[] {
    return this.#ledger.stored(id).badValues;
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const { controller } of this.#running.values()) controller.abort(new JobStopped('closing'));
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    await this.#ledger.close();
  }

  /** Begins waiting jobs while there are free workers. */
  fill(): void {
    for (const { id, state } of this.#ledger.list()) {
      if (this.#closing || this.#running.size >= this.#concurrency) return;
      if (state === 'queued' && !this.#running.has(id)) this.#begin(id);
    }
  }

  async #enqueue(id: string, change: Partial<Job>): Promise<void> {
    await this.#ledger.change(id, { ...change, state: 'queued' }, { attempts: 0, badValues: [] });
    this.fill();
  }

  /** Aborts a running job and waits until it has let go. */
  async #stop(id: string, why: 'cancelled' | 'paused'): Promise<void> {
    const running = this.#running.get(id);
    running?.controller.abort(new JobStopped(why));
    await running?.done;
  }

  #begin(id: string): void {
    const controller = new AbortController();
    const done = this.#run(id, controller.signal).finally(() => {
      this.#running.delete(id);
      this.fill();
    });
    this.#running.set(id, { controller, done });
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const { job, attempts } = this.#ledger.stored(id);
    try {
      // Written down before anything is done, so that a crash is noticed.
      await this.#ledger.change(id, { state: 'running', started: job.started ?? now() }, { attempts: attempts + 1 });
      signal.throwIfAborted();
      const result = await this.#runner.run(job.request, {
        id,
        signal,
        report: this.#reporter(id),
        notice: (text) => void this.#ledger.change(id, { notices: [...this.#ledger.job(id).notices, text] }),
      });
      await this.#ledger.change(id, { state: 'done', result, ended: now() });
    } catch (error) {
      await this.#fail(id, signal.aborted ? signal.reason : error);
    }
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const why = error instanceof JobStopped ? error.why : 'failed';
    // What was running when Almanac closed stays so on the disk: the next start takes it up.
    if (why === 'closing') return;
    if (why === 'paused') return this.#ledger.change(id, { state: 'paused' });
    const { failure, badValues, badCount } = explainJobError(error);
    const { request } = this.#ledger.job(id);
    if (why === 'failed' && failure.code === 'internal') this.#report(`job ${request.kind}`, error);
    // What failed for a passing reason keeps what it has for the retry.
    const keep = why === 'failed' && failure.retry && this.#runner.resumable(request);
    if (!keep) await this.#runner.discard(request, id).catch(() => undefined);
    if (why === 'cancelled') return this.#ledger.change(id, { state: 'cancelled', ended: now() });
    const change = { state: 'failed' as const, failure, badCount, ended: now() };
    return this.#ledger.change(id, change, { badValues: [...badValues] });
  }

  #reporter(id: string): (progress: Progress) => void {
    const meter = createProgressMeter(() => performance.now());
    let saved = performance.now();
    return (step) => {
      if (this.#ledger.job(id).state !== 'running') return;
      const save = performance.now() - saved > saveEvery;
      if (save) saved = performance.now();
      this.#ledger.touch(id, { progress: meter(step) }, save);
    };
  }
}
