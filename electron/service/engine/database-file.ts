import { DuckDBInstance } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';

/** A table of a database file of the engine's own format. */
export interface DatabaseTable {
  readonly name: string;
  readonly schema: string;
}

/** The file of a database, opened for reading; nothing else on the computer can be reached through it. */
export interface DatabaseFile {
  /** In the order of their names. Views are none: what they say would run. */
  tables(): Promise<readonly DatabaseTable[]>;
  /** Writes a table to the Parquet file that was named when the database was opened. @param most rows; all without it */
  copy(table: DatabaseTable, most?: number): Promise<void>;
  close(): void;
}

/** @param target a file for {@link DatabaseFile.copy}. @throws the engine's error, such as for a newer format */
export async function openDatabaseFile(path: string, target: string): Promise<DatabaseFile> {
  const instance = await DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    threads: '2',
    memory_limit: '1GiB',
    temp_directory: `${target}.spill`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  });
  const connection = await instance.connect();
  await connection.run(`SET allowed_paths = [${quoteLiteral(target)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  return {
    async tables() {
      const found = await connection.runAndReadAll(
        `SELECT table_name, schema_name FROM duckdb_tables() WHERE NOT internal AND NOT temporary
         ORDER BY schema_name <> 'main', schema_name, table_name`,
      );
      return found.getRows().map(([name, schema]) => ({ name: String(name), schema: String(schema) }));
    },
    async copy({ name, schema }, most) {
      const limit = most === undefined ? '' : ` LIMIT ${Math.floor(most)}`;
      const table = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
      await connection.run(`COPY (SELECT * FROM ${table}${limit}) TO ${quoteLiteral(target)} (FORMAT parquet)`);
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
