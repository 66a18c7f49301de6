import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import { type DatabaseFile, type DatabaseTable, openDatabaseFile } from '../../../engine/database-file.ts';
import { firstLine } from '../../problems/engine-message.ts';
import { IngestError } from '../../reading.ts';
import { unpackedPath } from '../archive/unpack.ts';
import type { Format } from '../format.ts';
import { parquetFormat } from '../parquet/parquet-format.ts';
import { examinedRecords } from '../written-records.ts';

/** Whether a file begins as a database of the engine. */
export function isDuckdb(head: Buffer): boolean {
  return head.toString('latin1', 8, 12) === 'DUCK';
}

/** A database of DuckDB: the chosen table is copied to a Parquet file, which is read as any other. */
export const duckdbFormat: Format = {
  recognise: ({ bytes }) => (isDuckdb(bytes) ? 'duckdb' : null),
  async plan(asked, _head, _encoding, { folder, work }) {
    const path = await unpackedPath(asked, folder, work);
    const target = join(folder, 'head.parquet');
    const { sheets, sheet } = await withDatabase(path, target, async (database) => {
      const tables = await database.tables();
      const table = chosenTable(tables, asked.sheet);
      await database.copy(table, examinedRecords);
      return { sheets: tables.map(nameOf), sheet: nameOf(table) };
    });
    // Whether these are all records is not counted.
    const beginning = { copy: target, whole: false, sheet, sheets };
    return { encoding: null, layout: { kind: 'stated' }, beginning, names: null };
  },
  async read(session, plan, beginning, scratch) {
    if (beginning?.copy != null) return parquetFormat.read(session, plan, null, scratch);
    const target = join(scratch.folder, 'table.parquet');
    await withDatabase(plan.path, target, async (database) =>
      database.copy(chosenTable(await database.tables(), plan.sheet)),
    );
    return parquetFormat.read(session, { ...plan, path: target }, null, scratch);
  },
};

function nameOf({ name, schema }: DatabaseTable): string {
  return schema === 'main' ? name : `${schema}.${name}`;
}

function chosenTable(tables: readonly DatabaseTable[], sheet: string | undefined): DatabaseTable {
  const table = sheet === undefined ? tables[0] : tables.find((one) => nameOf(one) === sheet);
  if (table !== undefined) return table;
  throw new IngestError(sheet === undefined ? explain('no-tables') : explain('no-sheet', { sheet }));
}

/** @throws {IngestError} in the engine's words, such as for a newer version of the format */
async function withDatabase<T>(path: string, target: string, work: (database: DatabaseFile) => Promise<T>): Promise<T> {
  let database: DatabaseFile | null = null;
  try {
    database = await openDatabaseFile(path, target);
    return await work(database);
  } catch (error) {
    if (error instanceof IngestError || !(error instanceof Error)) throw error;
    throw new IngestError(explain('file-damaged', { said: firstLine(error.message) }));
  } finally {
    database?.close();
  }
}
