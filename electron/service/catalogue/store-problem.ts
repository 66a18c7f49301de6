import { statSync } from 'node:fs';

/** The store cannot be used; the message says why and what to do. */
export class StoreProblemError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreProblemError';
  }
}

/** What the file system refuses a program, whatever that does. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not change it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the share of its disk is used up',
  EIO: 'its disk cannot be read or written',
  EEXIST: 'it is a file where a folder is needed',
  ENOTDIR: 'it is a file where a folder is needed',
  EISDIR: 'it is a folder where a file is needed',
  ELOOP: 'it is a link that leads nowhere',
  ENAMETOOLONG: 'its path is too long',
};

const advice =
  'Nothing was changed. Put that right (its kind, its owner and rights, the room on its disk), or choose another folder.';

function memberOf(error: unknown, name: 'code' | 'path' | 'message'): string {
  const value = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** SQLite (error 14) says neither which file it was nor why. */
function isUnopened(error: unknown): boolean {
  return /unable to open/i.test(memberOf(error, 'message'));
}

/** Why a file of the store cannot be used, in words, with the code where there is one. */
export function reasonIn(error: unknown, file: string): string {
  const code = memberOf(error, 'code');
  const reason = reasons[code];
  if (reason !== undefined) return `${reason} (${code})`;
  if (isUnopened(error)) {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isDirectory() ? 'it is a folder where a file is needed' : 'it cannot be opened';
  }
  return code || (error instanceof Error ? error.message : String(error));
}

/**
 * The error to throw in place of one that the file system, or SQLite for it, threw while a store was opened.
 * @param file what was being opened, where the error does not say
 */
export function namedStoreProblem(error: unknown, file: string): unknown {
  if (error instanceof StoreProblemError) return error;
  if (!(memberOf(error, 'code') in reasons) && !isUnopened(error)) return error;
  const at = memberOf(error, 'path') || file;
  return new StoreProblemError(`The store cannot be opened: ${at}: ${reasonIn(error, at)}. ${advice}`, error);
}
