import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';

/** Whether this user can mount a small disk; if not, what is skipped is reported. */
export function mayMount(what: string): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    if (process.getuid?.() === 0) return true;
  } catch {
    // Reported below.
  }
  process.stderr.write(`SKIPPED: ${what}, because this user may not mount a disk.\n`);
  return false;
}

/**
 * Mounts a disk in memory.
 * @param size as for tmpfs, such as `3m`
 */
export async function mountDisk(folder: string, size: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'almanac-test', folder]);
}

/** Changes options of a mounted disk, such as `ro` or its size. */
export function remountDisk(folder: string, options: string): void {
  execFileSync('mount', ['-o', `remount,${options}`, folder]);
}

/** Files may still be open: the catalogue's file is until its statements are garbage-collected. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
}
