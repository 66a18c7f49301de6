import { writeSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

let made = 0;

/**
 * A temporary name beside a target, unique because cancelled work may still be cleaning up when it is started again. A
 * start removes every name with `.part` in it.
 */
export function unfinishedName(target: string): string {
  made += 1;
  return `${target}.${made}.part`;
}

/**
 * Makes a file or folder under an unfinished name beside its path, where it appears only when it is complete. Its folder
 * exists. Nothing remains if that fails.
 */
export async function madeWhole<Made>(path: string, make: (unfinished: string) => Promise<Made>): Promise<Made> {
  const unfinished = unfinishedName(path);
  try {
    const made = await make(unfinished);
    await rename(unfinished, path);
    return made;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Writes all of some bytes to an open file; the system may take only a part of them at a time.
 * @param position where in the file; by default after what was written before
 */
export function writeFully(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}
