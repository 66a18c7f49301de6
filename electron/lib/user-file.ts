import { lstat, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finishFile, syncFolder } from './durable-file.ts';
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
  const part = join(folder, 'part');
  try {
    await write(part);
    await finishFile(part, userFileMode());
    await rename(part, target);
    await syncFolder(dirname(target));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
