import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { StoredVersion } from '../files/stored-version.ts';

/** With more columns, their number is what needs memory: the engine buffers 2,048 values of each. */
const manyColumns = 2_000;

/** The error for a reader of versions: an {@link ExplainedError} if the engine has too little memory for it. */
export function explainMemory(error: unknown, versions: readonly StoredVersion[]): unknown {
  // The engine reports it as text only.
  if (!(error instanceof Error) || !error.message.startsWith('Out of Memory Error')) return error;
  const columns = Math.max(0, ...versions.map((version) => version.columns.length));
  const message = columns >= manyColumns ? explain('columns-take-memory', { columns }) : explain('read-takes-memory');
  return new ExplainedError(message, { kind: 'local-failed', status: 507, cause: error });
}
