import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { cacheFolder, tableColumns } from '../table.ts';

/**
 * The engine alone, configured as in the row store: the baseline for our own figures.
 * @param memory its limit, if it is to be a tighter one
 */
export async function openPlainEngine(memory = '1GB'): Promise<{ connection: DuckDBConnection; close: () => void }> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: memory,
    temp_directory: join(cacheFolder, 'spill'),
  });
  const connection = await instance.connect();
  return {
    connection,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

const engineTypes = {
  integer: 'BIGINT',
  float: 'DOUBLE',
  char: 'VARCHAR',
  text: 'VARCHAR',
  geometry: 'VARCHAR',
} as const;

/** Typed reading of the table's CSV file. */
export function csvReader(path: string): string {
  const columns = tableColumns.map(({ name, type }) => `'${name}': '${engineTypes[type]}'`).join(', ');
  return `(SELECT * REPLACE (CAST(point AS GEOMETRY) AS point) FROM read_csv('${path}', header = true, columns = {${columns}}))`;
}

export const parquetFormat = 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 61440';
