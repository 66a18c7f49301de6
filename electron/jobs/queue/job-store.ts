import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { BadValueRecord } from '#shared/rpc/bad-value.ts';
import { Job } from '#shared/rpc/jobs.ts';
import { writeTextDurably } from '../../lib/durable-text.ts';
import { withReadExplanations } from './stored-explanations.ts';

/** A job as it is kept: with what only the queue needs to know. */
export const StoredJob = Type.Object({
  job: Job,
  /** Runs that were begun; one that kills the process each time must not be begun for ever. */
  attempts: Type.Integer({ minimum: 0 }),
  badValues: Type.Array(BadValueRecord),
});
export type StoredJob = Static<typeof StoredJob>;

/** Keeps jobs in a folder, one file each, so that a crash can hurt none. */
export interface JobStore {
  /** A file that cannot be understood is passed over. */
  load(): Promise<StoredJob[]>;
  /** Durable when it resolves; saves of one job follow each other in the order of the calls. */
  save(stored: StoredJob): Promise<void>;
  remove(id: string): Promise<void>;
  /** Resolves when everything that was asked for has been done. */
  settled(): Promise<void>;
}

const suffix = '.json';

async function readStored(file: string): Promise<StoredJob | null> {
  try {
    const value = withReadExplanations(JSON.parse(await readFile(file, 'utf8')));
    return Value.Check(StoredJob, value) ? value : null;
  } catch {
    return null;
  }
}

/** Opens the store, removing what a crash left half written. */
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
