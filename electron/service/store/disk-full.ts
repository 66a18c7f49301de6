import { statfs } from 'node:fs/promises';

/** Message of the error. */
export const diskFull = 'The disk of the service is full: there is not enough space for this.';

/** Whether an error means that the disk is full: from the system, SQLite or the engine. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === 'SQLITE_FULL') return true;
  return /No space left on device|Disk quota exceeded|failed to offload|Out of disk/i.test(error.message);
}

/** There is too little space for what is about to be written. */
class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly code = 'ENOSPC';
}

/**
 * Checks that a disk has space for some bytes, before work that would take long to find out.
 * @throws an error that {@link isDiskFull}
 */
export async function assertSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw new DiskFullError(diskFull);
}
