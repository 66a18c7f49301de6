import { isMainThread } from 'node:worker_threads';

/** Mask of the permissions of the group and of everyone else. */
export const othersMask = 0o077;

let originalMask: number | null = null;

/**
 * From now on, only this user can read what this process writes, including files of native libraries, whatever umask it
 * was started with. Files that the user requested get {@link userFileMode}.
 */
export function writePrivately(): void {
  if (!isMainThread) return;
  const mask = process.umask(othersMask);
  originalMask ??= mask;
}

/** As {@link writePrivately}, in a child process: `mask` is the umask that its parent was started with. */
export function writePrivatelyFor(mask: number): void {
  originalMask = mask;
  process.umask(othersMask);
}

/** The umask that the user's other programs write with. */
export function userMask(): number {
  return originalMask ?? process.umask();
}

/** The permissions of a file that the user requested: those that any other program would give it. */
export function userFileMode(): number {
  return 0o666 & ~userMask();
}
