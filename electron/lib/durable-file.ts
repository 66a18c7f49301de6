import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes sure that a file's content is on the disk. */
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

/** Makes sure that the names in a folder are on the disk; systems that cannot open a folder do so by themselves. */
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
