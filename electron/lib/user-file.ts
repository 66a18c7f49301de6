import { lstat, mkdtemp, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finishFile, syncFolder } from './durable-file.ts';
import { holdFolder, removeHeldFolder } from './held-folder.ts';
import { userFileMode } from './private-files.ts';

/**
 * Creates a file that the user asked for, atomically. It is written in a new private folder beside it, and a link that
 * another user has put at its path is replaced, never followed.
 * @param write called with the path to write to
 */
export async function writeUserFile(target: string, write: (part: string) => Promise<unknown>): Promise<void> {
  const known = await lstat(target).catch(() => null);
  // A device or a pipe is written to, not replaced.
  if (known !== null && !known.isFile() && !known.isSymbolicLink()) return void (await write(target));
  const prefix = `.${basename(target).slice(0, 80)}.`;
  const folder = await mkdtemp(join(dirname(target), prefix));
  const held = await holdFolder(folder);
  if (held === null || (await readdir(held.path)).length > 0) {
    await held?.close();
    throw replacedError(folder);
  }
  const part = join(held.path, 'part');
  try {
    await write(part);
    await finishFile(part, userFileMode());
    await rename(part, target);
    await syncFolder(dirname(target));
  } finally {
    await removeHeldFolder(folder, held.identity);
    await held.close();
  }
}

/** A folder that was just created is no longer at its path. */
export function replacedError(folder: string): Error {
  return Object.assign(new Error(`Another user has put something else in the place of ${folder}.`), { code: 'ENOENT' });
}
