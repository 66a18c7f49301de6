import path from 'node:path';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { asStoreProblemError } from './store-problem.ts';

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
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
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
