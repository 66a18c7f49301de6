import { openLibsql } from '../electron/service/catalogue/database/libsql-database.ts';
import { migrate, migrations } from '../electron/service/catalogue/database/migrate.ts';

/**
 * Writes the catalogue that an earlier release would have: the same records in the tables of its schema. What that
 * schema cannot hold is left out.
 * SQLite lets go of files only when a process ends, so that one of its own has to do this: `node … NEWER OLDER SCHEMA`.
 * @param newer file of a catalogue that is not open
 * @param older must not exist
 * @param schema number of the migrations that the earlier release has
 */
export function writeOlderCatalogue(newer: string, older: string, schema: number): void {
  const database = openLibsql(older);
  migrate(database, older, migrations.slice(0, schema));
  database.exec(`attach '${newer}' as newer; pragma foreign_keys = off`);
  const tables = "select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%'";
  for (const { name } of database.rows(tables)) {
    const columns = database.rows(`select name from pragma_table_info('${name}')`).map((column) => `"${column.name}"`);
    database.exec(
      `delete from main."${name}"; insert into main."${name}" (${columns}) select ${columns} from newer."${name}"`,
    );
  }
  // The file is complete without its log then, and can be moved alone.
  database.rows('PRAGMA main.wal_checkpoint(TRUNCATE)');
  database.close();
}

const [, script, newer = '', older = '', schema] = process.argv;
if (script === import.meta.filename) writeOlderCatalogue(newer, older, Number(schema));
