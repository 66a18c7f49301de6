import path from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { openPrivateStore } from '../private-files.ts';
import { checkWhole, namedDamage } from './damaged-catalogue.ts';
import { type LibsqlDatabase, openLibsql } from './libsql-database.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

/** The door to the catalogue's tables; only the files of this folder look through it. */
export type Records = Kysely<Tables>;

/** The store of all small records: namespaces, datasets, versions, accounts, saved queries. */
export interface Catalogue {
  readonly records: Records;
  /** Changes whenever something stored may have changed; what was read under another value may be out of date. */
  generation(): string;
  close(): Promise<void>;
}

/** Name of the catalogue's file in the data folder. */
export const catalogueFile = 'catalogue.sqlite';

/**
 * Opens the catalogue of a data folder, making or migrating it where needed.
 * @throws {NewerCatalogueError | DamagedCatalogueError}
 */
export async function openCatalogue(dataFolder: string): Promise<Catalogue> {
  await openPrivateStore(dataFolder);
  const file = path.join(dataFolder, catalogueFile);
  const database = openWhole(file);
  const records = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  return {
    records,
    generation: () => database.generation(),
    close: async () => {
      // Kysely closes the file only when it has been used.
      await records.selectFrom('settings').select('name').limit(1).execute();
      await records.destroy();
    },
  };
}

function openWhole(file: string): LibsqlDatabase {
  let database: LibsqlDatabase | null = null;
  try {
    database = openLibsql(file);
    checkWhole(database.rows, file);
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw namedDamage(error, file);
  }
}
