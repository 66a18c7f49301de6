import path from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { settleSwitch } from '../../backup/switch-store.ts';
import { openPrivateStore } from '../../private-store.ts';
import { checkWhole, namedDamage } from './damaged-catalogue.ts';
import { type LibsqlDatabase, openLibsql } from './libsql-database.ts';
import { migrate } from './migrate.ts';
import { refuseMissing, refuseNew } from './missing-catalogue.ts';
import { namedStoreProblem } from './store-problem.ts';
import type { Tables } from './tables.ts';

/** The door to the catalogue's tables; only the files of this folder look through it. */
export type Records = Kysely<Tables>;

/** The store of all small records: namespaces, datasets, versions, accounts, saved queries. */
export interface Catalogue {
  readonly records: Records;
  /** Changes whenever stored data may have changed; what was read under another value may be out of date. */
  generation(): string;
  /** Writes all committed data into a new file, consistently while others write. @param file must not exist */
  copyTo(file: string): void;
  close(): Promise<void>;
}

/** Name of the catalogue's file in the data folder. */
export const catalogueFile = 'catalogue.sqlite';

/**
 * Opens the catalogue of a data folder, making or migrating it where needed.
 * @throws {NewerCatalogueError | DamagedCatalogueError | MissingCatalogueError}
 */
export async function openCatalogue(dataFolder: string): Promise<Catalogue> {
  await openPrivateStore(dataFolder).catch((error) => Promise.reject(namedStoreProblem(error, dataFolder)));
  await settleSwitch(dataFolder);
  const file = path.join(dataFolder, catalogueFile);
  refuseMissing(file);
  return openCatalogueFile(file);
}

/**
 * Opens a catalogue wherever its file is, making or migrating it where needed.
 * @throws {NewerCatalogueError | DamagedCatalogueError}
 */
export function openCatalogueFile(file: string): Catalogue {
  const database = openWhole(file);
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
      // Kysely closes the file only when it has been used.
      await records.selectFrom('settings').select('name').limit(1).execute();
      // The file by itself is whole then; where another process reads, closing it does so.
      database.rows('PRAGMA wal_checkpoint(TRUNCATE)');
      await records.destroy();
    },
  };
}

/** A file that SQLite takes for an empty database is no catalogue of what lies beside it. */
function refuseUnmade(database: LibsqlDatabase, file: string): void {
  if (Number(database.rows('PRAGMA user_version')[0]?.user_version ?? 0) > 0) return;
  if (path.basename(file) === catalogueFile) refuseNew(file, 'empty');
}

function openWhole(file: string): LibsqlDatabase {
  let database: LibsqlDatabase | null = null;
  try {
    database = openLibsql(file);
    checkWhole(database.rows, file);
    refuseUnmade(database, file);
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw namedDamage(error, file);
  }
}
