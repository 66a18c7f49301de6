import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openExclusively } from './libsql-database.ts';

/** Another process serves this data folder. */
export class DataFolderInUseError extends Error {
  constructor(dataFolder: string) {
    super(`The data folder ${dataFolder} is in use by another running Almanac.`);
    this.name = 'DataFolderInUseError';
  }
}

/**
 * Takes a data folder for this process until `release` or its end, however that comes: the operating system drops
 * the lock of a SQLite file with the process, which no file with a process id could promise.
 * @throws {DataFolderInUseError}
 */
export async function lockDataFolder(dataFolder: string): Promise<{ release: () => void }> {
  await mkdir(dataFolder, { recursive: true });
  try {
    const lock = openExclusively(path.join(dataFolder, 'service.lock'));
    return { release: lock.close };
  } catch (error) {
    throw /lock|busy/i.test(String(error)) ? new DataFolderInUseError(dataFolder) : error;
  }
}
