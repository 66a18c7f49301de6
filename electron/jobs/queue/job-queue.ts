import { randomBytes } from 'node:crypto';
import { explain } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';
import type { Progress } from '../../service/service.ts';
import { explainJobError, JobError, type JobRunner, JobStopped } from './job-failure.ts';
import { hasEnded, JobRegistry, type JobStore } from './job-store.ts';
import { createProgressMeter } from './progress-meter.ts';

export interface JobQueueParts {
  readonly store: JobStore;
  readonly runner: JobRunner;
  readonly concurrency: number;
  /** Called after every change to any job; for progress a few times per second. */
  readonly announce: () => void;
  /** Called with unexpected errors that ended a job: the window only shows that something went wrong. */
  readonly report?: ((where: string, error: unknown) => void) | undefined;
}

interface Running {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

const maxAttempts = 3;
const maxFinishedJobs = 200;
const saveIntervalMs = 5_000;

/** Opens the queue of a store; jobs that a previous process left running resume, or are shown as interrupted. */
export async function openJobQueue(parts: JobQueueParts): Promise<JobQueue> {
  const registry = new JobRegistry(parts.store, parts.announce);
  await registry.load();
  await settleInterrupted(registry, parts.runner);
  const queue = new JobQueue(parts, registry);
  queue.fill();
  return queue;
}

async function settleInterrupted(registry: JobRegistry, runner: JobRunner): Promise<void> {
  const all = registry.list();
  for (const { id, request, state } of all) {
    if (state !== 'running') continue;
    // A job that kills the process each time must not be started forever.
    if (runner.resumable(request) && registry.stored(id).attempts < maxAttempts) {
      await registry.change(id, { state: 'queued' });
    } else {
      await runner.discard(request, id).catch(() => undefined);
      await registry.change(id, { state: 'cut-off', ended: now() });
    }
  }
  for (const { id } of all.filter(hasEnded).slice(maxFinishedJobs)) await registry.remove(id);
}

function now(): string {
  return new Date().toISOString();
}

let made = 0;

/** A new id: unique, and in order of creation within one process. */
function newId(): string {
  made += 1;
  const turn = made.toString(36).padStart(6, '0');
  return `${Date.now().toString(36)}-${turn}-${randomBytes(4).toString('hex')}`;
}

/** A job that waits for its turn. */
export function newJob(request: JobRequest, resumable: boolean): Job {
  return {
    id: newId(),
    request,
    state: 'queued',
    created: now(),
    started: null,
    ended: null,
    progress: null,
    resumable,
    result: null,
    failure: null,
    badCount: 0,
    notices: [],
  };
}

/** Long-running work: a few jobs at a time, the others in order of arrival. */
export class JobQueue {
  readonly #runner: JobRunner;
  readonly #concurrency: number;
  readonly #registry: JobRegistry;
  readonly #report: (where: string, error: unknown) => void;
  readonly #running = new Map<string, Running>();
  #closing = false;

  constructor(parts: JobQueueParts, registry: JobRegistry) {
    this.#runner = parts.runner;
    this.#concurrency = parts.concurrency;
    this.#registry = registry;
    this.#report = parts.report ?? (() => {});
  }

  async start(request: JobRequest): Promise<Job> {
    if (this.#closing) throw new JobError('closing', explain('closing'));
    const job = newJob(request, this.#runner.resumable(request));
    await this.#registry.put({ job, attempts: 0, badValues: [] });
    this.fill();
    return this.#registry.job(job.id);
  }

  /** All jobs: running and queued ones first, then the newest. */
  list(): Job[] {
    return this.#registry.list();
  }

  async cancel(id: string): Promise<Job> {
    const job = this.#registry.job(id);
    if (job.state === 'running') await this.#stop(id, 'cancelled');
    else if (!hasEnded(job)) {
      await this.#registry.change(id, { state: 'cancelled', ended: now() });
      await this.#runner.discard(job.request, id);
    }
    return this.#registry.job(id);
  }

  async pause(id: string): Promise<Job> {
    const { state } = this.#registry.job(id);
    if (state === 'running') await this.#stop(id, 'paused');
    else if (state === 'queued') await this.#registry.change(id, { state: 'paused' });
    return this.#registry.job(id);
  }

  async resume(id: string): Promise<Job> {
    if (this.#registry.job(id).state === 'paused') await this.#enqueue(id, {});
    return this.#registry.job(id);
  }

  async retry(id: string): Promise<Job> {
    const job = this.#registry.job(id);
    if (!hasEnded(job) || job.state === 'done') return job;
    await this.#enqueue(id, { failure: null, started: null, ended: null, progress: null, badCount: 0, notices: [] });
    return this.#registry.job(id);
  }

  /** Removes one finished job, or all of them. */
  async clear(id?: string): Promise<void> {
    const jobs = id === undefined ? this.#registry.list() : [this.#registry.job(id)];
    for (const job of jobs.filter(hasEnded)) {
      await this.#runner.discard(job.request, job.id).catch(() => undefined);
      await this.#registry.remove(job.id);
    }
    this.#registry.announceNow();
  }

  badValues(id: string): readonly BadValue[] {
    return this.#registry.stored(id).badValues;
  }

  /** Resolves when no job is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Stops running jobs, so that the resumable ones resume at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const { controller } of this.#running.values()) controller.abort(new JobStopped('closing'));
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    await this.#registry.close();
  }

  /** Starts queued jobs while there are free workers. */
  fill(): void {
    for (const { id, state } of this.#registry.list()) {
      if (this.#closing || this.#running.size >= this.#concurrency) return;
      if (state === 'queued' && !this.#running.has(id)) this.#begin(id);
    }
  }

  async #enqueue(id: string, change: Partial<Job>): Promise<void> {
    await this.#registry.change(id, { ...change, state: 'queued' }, { attempts: 0, badValues: [] });
    this.fill();
  }

  /** Aborts a running job and waits until it has ended. */
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
    const { job, attempts } = this.#registry.stored(id);
    try {
      // Recorded before anything is done, so that a crash is noticed.
      await this.#registry.change(id, { state: 'running', started: job.started ?? now() }, { attempts: attempts + 1 });
      signal.throwIfAborted();
      const result = await this.#runner.run(job.request, {
        id,
        signal,
        report: this.#reporter(id),
        notice: (notice) => void this.#registry.change(id, { notices: [...this.#registry.job(id).notices, notice] }),
      });
      await this.#registry.change(id, { state: 'done', result, ended: now() });
    } catch (error) {
      await this.#fail(id, signal.aborted ? signal.reason : error);
    }
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const why = error instanceof JobStopped ? error.why : 'failed';
    // A job that was running when Almanac closed stays recorded as running: the next start resumes it.
    if (why === 'closing') return;
    if (why === 'paused') return this.#registry.change(id, { state: 'paused' });
    const { failure, badValues, badCount } = explainJobError(error);
    const { request } = this.#registry.job(id);
    if (why === 'failed' && failure.kind === 'internal') this.#report(`job ${request.kind}`, error);
    // A job that failed temporarily keeps its intermediate files for the retry.
    const keep = why === 'failed' && failure.retry && this.#runner.resumable(request);
    if (!keep) await this.#runner.discard(request, id).catch(() => undefined);
    if (why === 'cancelled') return this.#registry.change(id, { state: 'cancelled', ended: now() });
    const change = { state: 'failed' as const, failure, badCount, ended: now() };
    return this.#registry.change(id, change, { badValues });
  }

  #reporter(id: string): (progress: Progress) => void {
    const meter = createProgressMeter(() => performance.now());
    let saved = performance.now();
    return (step) => {
      if (this.#registry.job(id).state !== 'running') return;
      const save = performance.now() - saved > saveIntervalMs;
      if (save) saved = performance.now();
      this.#registry.touch(id, { progress: meter(step) }, save);
    };
  }
}
