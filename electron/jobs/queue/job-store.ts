import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import PQueue from 'p-queue';
import { type Static, Type } from 'typebox';
import { explain, parseStored } from '#shared/failures.ts';
import type { Immutable } from '#shared/immutable.ts';
import { BadValue } from '#shared/rpc/backend-failure.ts';
import { Job } from '#shared/rpc/jobs.ts';
import { writeTextDurably } from '../../lib/durable-file.ts';
import { readAs } from '../../lib/read-as.ts';
import { JobError } from './job-failure.ts';

/** A stored job, with what only the queue needs. */
export const StoredJob = Type.Object({
  job: Job,
  /** Number of started runs; a job that kills the process each time must not be started forever. */
  attempts: Type.Integer({ minimum: 0 }),
  badValues: Type.Array(BadValue),
});
export type StoredJob = Immutable<Static<typeof StoredJob>>;

/** Stores jobs in a folder, one file each, so that a crash affects at most one. */
export interface JobStore {
  /** Reads all jobs; ignores invalid files. */
  load(): Promise<StoredJob[]>;
  /** Stores a job, durably when it resolves; saves happen in the order of the calls. */
  save(stored: StoredJob): Promise<void>;
  remove(id: string): Promise<void>;
  /** Resolves when all pending work is done. */
  settled(): Promise<void>;
}

const suffix = '.json';

/** Opens the store, removing what a crash left partly written. */
export async function openJobStore(folder: string): Promise<JobStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const writing = new PQueue({ concurrency: 1 });
  const fileOf = (id: string) => path.join(folder, `${id}${suffix}`);
  return {
    async load() {
      const names = (await readdir(folder)).sort();
      const torn = names.filter((name) => name.endsWith('.part'));
      await Promise.all(torn.map((name) => rm(path.join(folder, name), { force: true })));
      const files = names.filter((name) => name.endsWith(suffix));
      const jobs = await Promise.all(files.map((name) => readAs(StoredJob, path.join(folder, name), parseStored)));
      return jobs.filter((job) => job !== null);
    },
    save: (stored) => writing.add(() => writeTextDurably(fileOf(stored.job.id), JSON.stringify(stored))),
    remove: (id) => writing.add(() => rm(fileOf(id), { force: true })),
    settled: () => writing.onIdle(),
  };
}

const announceIntervalMs = 250;

const endedStates: ReadonlySet<Job['state']> = new Set<Job['state']>(['done', 'failed', 'cancelled', 'cut-off']);

export function hasEnded(job: Job): boolean {
  return endedStates.has(job.state);
}

const rank = (job: Job) => (job.state === 'running' ? 0 : hasEnded(job) ? 2 : 1);

/** All jobs, in memory and on the disk, and the announcements of their changes. */
export class JobRegistry {
  readonly #store: JobStore;
  readonly #announce: () => void;
  readonly #jobs = new Map<string, StoredJob>();
  #announcing: NodeJS.Timeout | null = null;

  constructor(store: JobStore, announce: () => void) {
    this.#store = store;
    this.#announce = announce;
  }

  async load(): Promise<void> {
    for (const stored of await this.#store.load()) this.#jobs.set(stored.job.id, stored);
  }

  /** @throws {JobError} if there is none with that id */
  stored(id: string): StoredJob {
    const stored = this.#jobs.get(id);
    if (stored === undefined) throw new JobError('unknown-job', explain('job-unknown'), id);
    return stored;
  }

  job(id: string): Job {
    return this.stored(id).job;
  }

  /** All jobs: running and queued ones first, in their order, then the newest. */
  list(): Job[] {
    const byAge = (a: Job, b: Job) => (a.id < b.id ? -1 : 1);
    const jobs = [...this.#jobs.values()].map(({ job }) => job);
    return jobs.sort((a, b) => rank(a) - rank(b) || (rank(a) === 2 ? byAge(b, a) : byAge(a, b)));
  }

  /** A job that cannot be stored still runs: it may be the one that frees disk space. */
  async put(stored: StoredJob): Promise<void> {
    this.#jobs.set(stored.job.id, stored);
    this.announceNow();
    await this.#store.save(stored).catch(() => undefined);
  }

  async change(id: string, change: Partial<Job>, beside: Partial<Omit<StoredJob, 'job'>> = {}): Promise<void> {
    const stored = this.stored(id);
    await this.put({ ...stored, ...beside, job: { ...stored.job, ...change } });
  }

  /** As {@link change}, for frequent changes: announced a few times per second, and stored if `save` is set. */
  touch(id: string, change: Partial<Job>, save: boolean): void {
    const stored = this.stored(id);
    const next = { ...stored, job: { ...stored.job, ...change } };
    this.#jobs.set(id, next);
    this.#announcing ??= setTimeout(() => this.announceNow(), announceIntervalMs);
    if (save) void this.#store.save(next).catch(() => undefined);
  }

  async remove(id: string): Promise<void> {
    this.#jobs.delete(id);
    await this.#store.remove(id);
  }

  announceNow(): void {
    if (this.#announcing !== null) clearTimeout(this.#announcing);
    this.#announcing = null;
    this.#announce();
  }

  async close(): Promise<void> {
    if (this.#announcing !== null) clearTimeout(this.#announcing);
    await this.#store.settled();
  }
}
