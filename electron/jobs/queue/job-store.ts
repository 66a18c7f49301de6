import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parseStored } from '#shared/failures.ts';
import type { Immutable } from '#shared/immutable.ts';
import { BadValue } from '#shared/rpc/bad-value.ts';
import { Job } from '#shared/rpc/jobs.ts';
import { writeTextDurably } from '../../lib/durable-text.ts';

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
  /** Stores a job, durably when it resolves; saves of one job happen in the order of the calls. */
  save(stored: StoredJob): Promise<void>;
  remove(id: string): Promise<void>;
  /** Resolves when all pending work is done. */
  settled(): Promise<void>;
}

const suffix = '.json';

async function readStored(file: string): Promise<StoredJob | null> {
  try {
    const value = parseStored(await readFile(file, 'utf8'));
    return Value.Check(StoredJob, value) ? value : null;
  } catch {
    return null;
  }
}

/** Opens the store, removing what a crash left partly written. */
export async function openJobStore(folder: string): Promise<JobStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const chains = new Map<string, Promise<void>>();
  const fileOf = (id: string) => path.join(folder, `${id}${suffix}`);

  function inOrder(id: string, act: () => Promise<void>): Promise<void> {
    const done = (chains.get(id) ?? Promise.resolve()).then(act, act);
    const quiet = done.catch(() => undefined);
    chains.set(id, quiet);
    void quiet.then(() => {
      if (chains.get(id) === quiet) chains.delete(id);
    });
    return done;
  }

  return {
    async load() {
      const names = (await readdir(folder)).sort();
      const torn = names.filter((name) => name.endsWith('.part'));
      await Promise.all(torn.map((name) => rm(path.join(folder, name), { force: true })));
      const files = names.filter((name) => name.endsWith(suffix));
      const jobs = await Promise.all(files.map((name) => readStored(path.join(folder, name))));
      return jobs.filter((job) => job !== null);
    },
    save: (stored) => inOrder(stored.job.id, () => writeTextDurably(fileOf(stored.job.id), JSON.stringify(stored))),
    remove: (id) => inOrder(id, () => rm(fileOf(id), { force: true })),
    async settled() {
      while (chains.size > 0) await Promise.all(chains.values());
    },
  };
}
