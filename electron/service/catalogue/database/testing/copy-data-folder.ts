import { cp } from 'node:fs/promises';
import path from 'node:path';
import { catalogueFile } from '../catalogue-file.ts';
import { openLibsql } from '../libsql-database.ts';

/**
 * Copies a data folder that no service uses any more. SQLite removes what it keeps beside a closed catalogue only some
 * time later, perhaps in the middle of copying, so the copy has everything in the file itself.
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  const database = openLibsql(path.join(from, catalogueFile));
  database.rows('PRAGMA wal_checkpoint(truncate)');
  database.close();
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => !/-(?:wal|shm)$/.test(source),
  });
}
