import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { isDiskFull } from '../../files/disk-full.ts';

/** A backup cannot be made or restored; the message says why and what to do. */
export class StoreCopyError extends ExplainedError {
  constructor(reason: Explanation, cause?: unknown) {
    super(reason, { kind: 'backup', retry: true, cause });
  }
}

/** Codes of system errors for a path that cannot be read or written. */
const pathProblems =
  /^(E(ACCES|PERM|ROFS|NOSPC|DQUOT|NOTDIR|ISDIR|IO|NAMETOOLONG|NODEV|STALE|INVAL|FBIG|NXIO)|SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM).*)$/;

/** Explains a system error about a path. @throws {StoreCopyError} instead of such an error */
export async function unlessWritable<Result>(place: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isDiskFull(error)) throw new StoreCopyError(explain('backup-disk-full', { place }), error);
    if (pathProblems.test(code)) throw new StoreCopyError(explain('backup-place', { place, reason: code }), error);
    throw error;
  }
}
