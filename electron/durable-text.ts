import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a small file, whole or not at all: on the disk when this resolves, and only its owner can read it. A file that
 * cannot be written leaves the one before as it was, and nothing beside it.
 */
export async function writeTextDurably(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  try {
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncNames(path.dirname(file));
}

/** Without it a power failure can take a new name back; systems that cannot open a folder need no such thing. */
async function syncNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
