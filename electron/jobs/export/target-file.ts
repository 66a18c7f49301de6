import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { say } from '#shared/sentences/say.ts';
import { syncFile, syncFolder } from '../../service/rows/durable-file.ts';
import { JobError } from '../queue/job-failure.ts';
import type { Unfinished } from './unfinished.ts';

/** The place where a file is made that is to appear whole or not at all. */
export interface TargetFile {
  /** The person's file. */
  readonly target: string;
  /** A folder beside it, on the same disk, for whatever is made on the way. */
  readonly folder: string;
  /** Makes a finished file of the folder durable and gives it the person's name, replacing what was there. */
  finish(made: string): Promise<void>;
  /** Removes the folder. */
  discard(): Promise<void>;
}

/** The folder of an export by the name of its target. */
function folderFor(target: string, id: string): string {
  return path.join(path.dirname(target), `.${path.basename(target).slice(0, 80)}.${id}.almanac`);
}

/**
 * Prepares the making of a file.
 * @param id names the work; with the same id a later run finds what the one before has left.
 * @throws {JobError} when the target cannot be written, before any work is done.
 */
export async function openTarget(
  unfinished: Unfinished,
  asked: string,
  id: string,
  resumable: boolean,
): Promise<TargetFile> {
  const target = path.resolve(asked);
  const folder = folderFor(target, id);
  await refuseUnwritable(target);
  if (!(await unfinished.note(id, folder, resumable))) {
    throw new JobError('in-use', say('being-made'), target);
  }
  const discard = async () => {
    await rm(folder, { recursive: true, force: true });
    await unfinished.done(id);
  };
  try {
    // Not recursive: that would tell a read-only disk as a missing folder.
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!resumable) await emptyFolder(folder);
  } catch (error) {
    await unfinished.done(id);
    throw error;
  }
  return {
    target,
    folder,
    discard,
    async finish(made) {
      await syncFile(made);
      await rename(made, target);
      await syncFolder(path.dirname(target));
    },
  };
}

/** Removes what a run with this id has left. */
export async function discardTarget(unfinished: Unfinished, target: string, id: string): Promise<void> {
  await rm(folderFor(path.resolve(target), id), { recursive: true, force: true });
  await unfinished.done(id);
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
}

async function refuseUnwritable(target: string): Promise<void> {
  const parent = path.dirname(target);
  const [place, found] = await Promise.all([stat(parent).catch(() => null), stat(target).catch(() => null)]);
  if (place === null || !place.isDirectory()) {
    throw new JobError('file-missing', say('no-folder', { folder: parent }), target);
  }
  if (found?.isDirectory()) throw new JobError('is-a-folder', say('is-a-folder', { file: target }), target);
}
