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
