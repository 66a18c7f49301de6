import { closeSync, constants, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import path, { dirname } from 'node:path';

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

const ownerOnly = { mode: 0o600, flush: true };

/**
 * Replaces a small file atomically: it is on disk when this resolves, and only its owner can read it. If the file
 * cannot be written, the old one stays unchanged, without a temporary file beside it.
 * @param part path of the temporary file, in the same folder; unique if several processes write the file
 */
export async function writeTextDurably(file: string, text: string, part = `${file}.part`): Promise<void> {
  try {
    await writeFile(part, text, ownerOnly);
    await publish(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The synchronous form of {@link writeTextDurably}. */
export function writeTextDurablySync(file: string, text: string, part: string): void {
  writeFileSync(part, text, ownerOnly);
  renameSync(part, file);
  syncFolderSync(path.dirname(file));
}

/**
 * Flushes the names in a folder: without this, a power failure can undo the renaming. Systems that cannot open a folder
 * need no such call.
 */
function syncFolderSync(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file itself is complete, under the old name or the new one.
  }
}
