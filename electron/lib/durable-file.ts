import { constants } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flags for opening a file without following a link; none on Windows, where only administrators can create links. */
export const followNoLink = constants.O_NOFOLLOW ?? 0;

/**
 * Sets the permissions of a finished file and flushes it to disk. In a folder that others can write to, they may have
 * replaced it meanwhile: a link is not followed, and permissions are changed only if the file belongs to this user.
 */
export async function finishFile(path: string, mode: number): Promise<void> {
  const file: FileHandle = await open(path, constants.O_RDWR | followNoLink);
  try {
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a file's content to disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Codes of systems and file systems that cannot synchronise a folder. */
const withoutFolderSync: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS']);

/** Flushes the names in a folder to disk; systems that cannot open a folder do not need this. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!withoutFolderSync.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Gives a finished file or folder its final name, durably. */
export async function publish(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}
