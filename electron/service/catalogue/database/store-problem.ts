import { statSync } from 'node:fs';
import { ExplainedError, reasonOf } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { systemCodeOf } from '../../../lib/errors/system-code.ts';

/** The store cannot be used. */
export class StoreProblemError extends ExplainedError {
  constructor(reason: Explanation, cause: unknown) {
    super(reason, { kind: 'local-failed', cause });
  }
}

/** System errors that affect every program alike. */
const reasons = {
  EACCES: 'system-no-access',
  EPERM: 'system-no-change',
  EROFS: 'system-read-only',
  ENOSPC: 'system-disk-full',
  SQLITE_FULL: 'system-disk-full',
  EDQUOT: 'system-quota',
  EIO: 'system-io',
  EEXIST: 'system-file-for-folder',
  ENOTDIR: 'system-file-for-folder',
  EISDIR: 'system-folder-for-file',
  ELOOP: 'system-broken-link',
  ENAMETOOLONG: 'system-path-long',
} as const;

function isReason(code: string): code is keyof typeof reasons {
  return Object.hasOwn(reasons, code);
}

function memberOf(error: unknown, name: 'path' | 'message'): string {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** Whether SQLite could not open a file (error 14); it says neither which file it was nor why. */
function isUnopened(error: unknown): boolean {
  return /unable to open/i.test(memberOf(error, 'message'));
}

/** Why a file of the store cannot be used, with the system's code if there is one. */
export function reasonIn(error: unknown, file: string): Explanation {
  const code = systemCodeOf(error);
  if (isReason(code)) return explain(reasons[code], { mark: ` (${code})` });
  if (isUnopened(error)) {
    const found = statSync(file, { throwIfNoEntry: false });
    return explain(found?.isDirectory() ? 'system-folder-for-file' : 'system-unopened', { mark: '' });
  }
  return code === '' ? reasonOf(error) : explain('program-said', { text: code });
}

/**
 * Converts an error of the file system, or of SQLite about it, that occurred while a store was opened.
 * @param file what was being opened, if the error does not say
 */
export function asStoreProblemError(error: unknown, file: string): unknown {
  if (error instanceof StoreProblemError) return error;
  if (!isReason(systemCodeOf(error)) && !isUnopened(error)) return error;
  const at = memberOf(error, 'path') || file;
  return new StoreProblemError(explain('store-unopened', { file: at, why: reasonIn(error, at) }), error);
}
