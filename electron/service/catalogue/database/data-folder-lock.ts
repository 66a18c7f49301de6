import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { systemCodeOf } from '../../../lib/errors/system-error.ts';
import { openPrivateStore } from '../../private-store.ts';
import { isLocked, openExclusively } from './libsql-database.ts';
import { reasonIn, StoreProblemError } from './store-problem.ts';

/** Another process serves this data folder. */
export class DataFolderInUseError extends ExplainedError {
  constructor(dataFolder: string) {
    super(explain('store-in-use', { folder: dataFolder }), { kind: 'local-failed' });
  }
}

/**
 * Locks a data folder for this process until `release` or the end of the process, however it ends: the operating system
 * releases the lock of a SQLite file with the process, which no file with a process id could guarantee. The rest of
 * that file is meaningless: if it is not a database it is truncated, never removed, because another process may be
 * waiting for the same file.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function lockDataFolder(dataFolder: string): Promise<{ release: () => void }> {
  const file = path.join(dataFolder, 'service.lock');
  try {
    await openPrivateStore(dataFolder);
    return lock(file);
  } catch (error) {
    if (isLocked(error)) throw new DataFolderInUseError(dataFolder);
    if (error instanceof StoreProblemError) throw error;
    if (!isNotADatabase(error)) throw problem(file, error);
  }
  try {
    await truncate(file);
    return lock(file);
  } catch (error) {
    throw isLocked(error) ? new DataFolderInUseError(dataFolder) : problem(file, error);
  }
}

function lock(file: string): { release: () => void } {
  return { release: openExclusively(file).close };
}

/** SQLite reads the header after locking: no other process holds a file for which it reports this error. */
function isNotADatabase(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(systemCodeOf(error));
}

function problem(file: string, error: unknown): StoreProblemError {
  return new StoreProblemError(explain('store-unlocked', { file, why: reasonIn(error, file) }), error);
}
