import { statfs } from 'node:fs/promises';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';

/** The text for a disk that turned out to be full. */
export const diskFull = 'The disk of the service is full: there is not enough space for this.';

/** There is too little space for what was about to be written; nothing was written. */
export class DiskFullError extends ExplainedError {
  readonly code = 'ENOSPC';

  constructor(neededBytes: number, availableBytes: number) {
    super(
      explain('disk-space-needed', {
        needed: Math.ceil(neededBytes / mebibyte),
        free: Math.floor(availableBytes / mebibyte),
      }),
      { kind: 'disk-full', status: 507, retry: true },
    );
  }
}

const mebibyte = 2 ** 20;

/** Whether an error means that the disk is full: from the system, SQLite or the engine, or a {@link DiskFullError}. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || code === 'SQLITE_FULL') return true;
  return /No space left on device|Disk quota exceeded|failed to offload|Out of disk/i.test(error.message);
}

/** Bytes that may still be written to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
