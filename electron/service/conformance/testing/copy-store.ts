import { cp } from 'node:fs/promises';

/**
 * Copies the folder of a store whose service is closed. SQLite's log and index are omitted: closing has written the log
 * back into the catalogue, and both files disappear only when the last statement is garbage-collected, possibly during
 * the copy.
 */
export async function copyStore(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (file) => !/-(?:wal|shm)$/.test(file) });
}
