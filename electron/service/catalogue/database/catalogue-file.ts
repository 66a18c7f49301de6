import path from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { localLoginTally } from '../access/login-tally.ts';
import type { Catalogue } from './catalogue.ts';
import { type LibsqlDatabase, openLibsql } from './libsql-database.ts';
import { migrate } from './migrate.ts';
import { refuseNew } from './missing-catalogue.ts';
import { asDamagedCatalogueError, checkWhole } from './store-problem.ts';
import type { Tables } from './tables.ts';

/** Name of the catalogue's file in the data folder. */
export const catalogueFile = 'catalogue.sqlite';

/** Opens a catalogue at any path; creates or migrates it if necessary. @throws {DamagedCatalogueError} */
export function openCatalogueFile(file: string): Catalogue {
  const database = openChecked(file);
  const records = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  return {
    records,
    generation: () => database.generation(),
    // The generation itself looks for changes by other processes of this computer.
    refresh: async () => {},
    servesFromMemory: () => false,
    onChange: () => () => {},
    alone: (_name, work) => work(),
    logins: localLoginTally(),
    progress: null,
    rates: null,
    leases: null,
    nodes: null,
    copyTo: (target) => {
      // On its own connection: another caller's transaction may be open on this one.
      const own = openLibsql(file);
      try {
        own.rows('vacuum into ?', [target]);
      } finally {
        own.close();
      }
    },
    close: async () => {
      // Kysely closes the file only if it has been used.
      await records.selectFrom('settings').select('name').limit(1).execute();
      // The file is complete without its log then; if another process is reading, closing completes it.
      database.rows('PRAGMA wal_checkpoint(TRUNCATE)');
      await records.destroy();
    },
  };
}

/** Refuses an empty database with rows or records beside it. @throws {MissingCatalogueError} */
function refuseNeverMigrated(database: LibsqlDatabase, file: string): void {
  if (Number(database.rows('PRAGMA user_version')[0]?.user_version ?? 0) > 0) return;
  if (path.basename(file) === catalogueFile) refuseNew(file, 'empty');
}

function openChecked(file: string): LibsqlDatabase {
  let database: LibsqlDatabase | null = null;
  try {
    database = openLibsql(file);
    checkWhole(database.rows, file);
    refuseNeverMigrated(database, file);
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw asDamagedCatalogueError(error, file);
  }
}
