import { isMainThread } from 'node:worker_threads';

/** Rights of the group and of everyone else. */
export const othersMask = 0o077;

let usualMask: number | null = null;

/**
 * From now on only this user may read what this process writes, the files of native parts included, whatever mask
 * it was started with. What the user is given as a file of their own gets {@link personsFileMode}.
 */
export function writePrivately(): void {
  if (!isMainThread) return;
  const mask = process.umask(othersMask);
  usualMask ??= mask;
}

/** As {@link writePrivately}, in a process that another one started: `mask` is the one that this was started with. */
export function writePrivatelyFor(mask: number): void {
  usualMask = mask;
  process.umask(othersMask);
}

/** The mask that other programs of this user write with. */
export function personsMask(): number {
  return usualMask ?? process.umask();
}

/** The rights of a file that the user asked for: those that any other program would give it. */
export function personsFileMode(): number {
  return 0o666 & ~personsMask();
}
