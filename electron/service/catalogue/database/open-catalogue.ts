import path from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { settleSwitch } from '../../backup/switch-store.ts';
import { openPrivateStore } from '../../private-store.ts';
import { asDamagedCatalogueError, checkWhole } from './damaged-catalogue.ts';
import { type LibsqlDatabase, openLibsql } from './libsql-database.ts';
import { migrate } from './migrate.ts';
import { refuseMissing, refuseNew } from './missing-catalogue.ts';
import { asStoreProblemError } from './store-problem.ts';
import type { Tables } from './tables.ts';

/** Access to the catalogue's tables, for the files of this folder only. */
export type Records = Kysely<Tables>;

/** The store of all small records: namespaces, datasets, versions, accounts, saved queries. */
export interface Catalogue {
  readonly records: Records;
  /** Changes whenever stored data may have changed; data read under another value may be out of date. */
  generation(): string;
  /** Writes all committed data into a new file, consistently while others write. @param file must not exist */
  copyTo(file: string): void;
  close(): Promise<void>;
}

/** Name of the catalogue's file in the data folder. */
export const catalogueFile = 'catalogue.sqlite';

/**
 * Opens the catalogue of a data folder; creates or migrates it if necessary.
 * @throws {NewerCatalogueError | DamagedCatalogueError | MissingCatalogueError}
 */
export async function openCatalogue(dataFolder: string): Promise<Catalogue> {
  await openPrivateStore(dataFolder).catch((error) => Promise.reject(asStoreProblemError(error, dataFolder)));
  await settleSwitch(dataFolder);
  const file = path.join(dataFolder, catalogueFile);
  refuseMissing(file);
  return openCatalogueFile(file);
}

/**
 * Opens a catalogue at any path; creates or migrates it if necessary.
 * @throws {NewerCatalogueError | DamagedCatalogueError}
 */
export function openCatalogueFile(file: string): Catalogue {
  const database = openChecked(file);
  const records = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  return {
    records,
    generation: () => database.generation(),
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

/** A file that SQLite treats as an empty database is not the catalogue of the rows beside it. */
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
