/** Message of the error. */
export const diskFull = 'The disk of the service is full: there is not enough space for this.';

/** Whether an error means that the disk is full: from the system, SQLite or the engine. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === 'SQLITE_FULL') return true;
  return /No space left on device|Disk quota exceeded|failed to offload|Out of disk/i.test(error.message);
}
