import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publish } from './durable-file.ts';

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
