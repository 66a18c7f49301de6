import { type Explanation, explain } from '#shared/failures.ts';
import { StoreProblemError } from './store-problem.ts';

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
  return typeof error === 'object' && error !== null && 'code' in error && conflicts.has(String(error.code));
}
