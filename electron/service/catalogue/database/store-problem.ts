import { statSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError, reasonOf } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { systemCodeOf } from '../../../lib/errors/system-error.ts';

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

/** The server of the catalogue cannot be used at the moment; the catalogue works again as soon as the server does. */
export class CatalogueUnavailableError extends StoreProblemError {
  constructor(server: string, why: Explanation, cause: unknown) {
    super(explain('catalogue-unavailable', { server, why }), cause);
  }
}

/** Codes of SQLite and of PostgreSQL for a record that exists already, or that another one needs. */
const conflicts = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_FOREIGNKEY', '23505', '23503']);

/** Whether a record was created or removed by another request between a check and the write. */
export function isCrossedWrite(error: unknown): boolean {
  return conflicts.has(systemCodeOf(error));
}

/** The catalogue's file was corrupted: its content cannot be trusted, though parts may be recovered from it. */
export class DamagedCatalogueError extends ExplainedError {
  readonly file: string;

  constructor(file: string, found: string) {
    super(explain('catalogue-damaged', { file, found, folder: path.dirname(file) }), { kind: 'local-failed' });
    this.file = file;
  }
}

/** Codes of SQLite for a damaged file or one that is not a database, as opposed to a full disk or a lock. */
const damage = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);

/** Converts an error of SQLite to the error to throw. */
export function asDamagedCatalogueError(error: unknown, file: string): unknown {
  const code = systemCodeOf(error);
  return damage.has(code.split('_').slice(0, 2).join('_'))
    ? new DamagedCatalogueError(file, code)
    : asStoreProblemError(error, file);
}

/**
 * Reads every page of the catalogue, which is small compared to the rows, before anything relies on it.
 * @param rows runs an SQL statement
 * @throws {DamagedCatalogueError}
 */
export function checkWhole(rows: (sql: string) => Record<string, unknown>[], file: string): void {
  const found = String(rows('PRAGMA quick_check(1)')[0]?.quick_check ?? '');
  if (found !== 'ok') throw new DamagedCatalogueError(file, found.split('\n').slice(-1)[0] ?? found);
}
