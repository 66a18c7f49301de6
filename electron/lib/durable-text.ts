import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publish } from './durable-file.ts';

const ownerOnly = { mode: 0o600, flush: true };

/**
 * Replaces a small file, whole or not at all: on the disk when this resolves, and only its owner can read it. A file that
 * cannot be written leaves the one before as it was, and nothing beside it.
 * @param part what is written first, in the same folder; a name of its own where several processes write the file
 */
export async function writeTextDurably(file: string, text: string, part = `${file}.part`): Promise<void> {
  await replaceWith(file, part, () => writeFile(part, text, ownerOnly));
}

/**
 * As {@link writeTextDurably}, for a file in a folder that others may write to: what is written first has a name that
 * cannot be guessed, so that no link planted there is followed. The file is as readable as the system's new files are.
 */
export async function writeFileDurably(file: string, content: Uint8Array): Promise<void> {
  const part = path.join(path.dirname(file), `.${randomUUID()}.part`);
  await replaceWith(file, part, () => writeFile(part, content, { flag: 'wx', flush: true }));
}

async function replaceWith(file: string, part: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
    await publish(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** As {@link writeTextDurably}, before this returns. */
export function writeTextDurablySync(file: string, text: string, part: string): void {
  writeFileSync(part, text, ownerOnly);
  renameSync(part, file);
  syncFolderSync(path.dirname(file));
}

/** Without it a power failure can take the new name back. Systems that cannot open a folder do that by themselves. */
function syncFolderSync(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // The file itself is whole, under the old name or the new one.
  }
}
