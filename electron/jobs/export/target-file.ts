import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { finishFile, syncFolder } from '../../lib/durable-file.ts';
import { userFileMode } from '../../lib/private-files.ts';
import { JobError } from '../queue/job-failure.ts';
import type { Unfinished } from './unfinished.ts';

/** The place where a file is made that is to appear whole or not at all. */
export interface TargetFile {
  /** The user's file. */
  readonly target: string;
  /** A folder beside it, on the same disk, for whatever is made on the way. */
  readonly folder: string;
  /** Makes a finished file of the folder durable and gives it the user's name, replacing what was there. */
  finish(made: string): Promise<void>;
  /** Keeps the folder for a later run, also when this process is killed. */
  keep(): Promise<void>;
  /** Removes the folder. */
  discard(): Promise<void>;
  /** Removes the folder unless it is kept for a later run. */
  abandon(): Promise<void>;
}

/**
 * Prepares the making of a file.
 * @param id names the work; with the same id a later run finds what the one before has left.
 * @param resumableFromStart false where there is nothing to resume before `keep` is called
 * @throws {JobError} when the target cannot be written, before any work is done.
 */
export async function openTarget(
  unfinished: Unfinished,
  asked: string,
  id: string,
  resumable: boolean,
  resumableFromStart = resumable,
): Promise<TargetFile> {
  const target = path.resolve(asked);
  await refuseUnwritable(target);
  const work = await unfinished.open(id, target, resumable, resumableFromStart);
  if (work === null) throw new JobError('in-use', explain('being-made'), target);
  return {
    target,
    folder: work.folder,
    keep: work.keep,
    discard: () => unfinished.discard(id),
    async abandon() {
      if (!(await work.isKept())) await unfinished.discard(id);
    },
    async finish(made) {
      if (!(await work.isThere())) throw new JobError('file-missing', explain('file-or-folder-gone'), work.folder);
      await finishFile(made, userFileMode());
      await rename(made, target);
      await syncFolder(path.dirname(target));
    },
  };
}

async function refuseUnwritable(target: string): Promise<void> {
  const parent = path.dirname(target);
  const [place, found] = await Promise.all([stat(parent).catch(() => null), stat(target).catch(() => null)]);
  if (place === null || !place.isDirectory()) {
    throw new JobError('file-missing', explain('no-folder', { folder: parent }), target);
  }
  if (found?.isDirectory()) throw new JobError('is-a-folder', explain('is-a-folder', { file: target }), target);
}
