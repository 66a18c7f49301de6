import { constants, copyFile, rm, stat, truncate } from 'node:fs/promises';
import type { RowQuery } from '#shared/row-query.ts';
import { quoteLiteral } from './duckdb/quoting.ts';
import { checksumOf, publish, syncFile } from './durable-file.ts';
import { type ExportColumn, type ExportSql, exportSql } from './export-sql.ts';
import { assertPatterns } from './read-page.ts';
import {
  type ExportFormat,
  InvalidFilterError,
  type LongWork,
  type SpreadsheetDialect,
  type StoredVersion,
} from './row-store.ts';
import { selectionOf } from './selection.ts';
import { parquetFile, type StoreParts } from './store-parts.ts';
import { columnReference, storedTable } from './stored-table.ts';

export interface ExportedFile {
  readonly rows: number;
  readonly bytes: number;
  readonly checksum: string;
}

/** Writes what a query selects to a new file: whole and on the disk, or not there at all. */
export async function exportRows(
  parts: StoreParts,
  version: StoredVersion,
  query: RowQuery,
  format: ExportFormat,
  target: string,
  work: LongWork,
  spreadsheet?: SpreadsheetDialect,
): Promise<ExportedFile> {
  work.signal?.throwIfAborted();
  const columns = exportColumns(version, query.fields);
  const selection = selectionOf(query, version.columns);
  await parts.files.assertWhole(version);
  await assertPatterns(parts, query);
  const unfinished = `${target}.part`;
  await rm(unfinished, { force: true });
  try {
    const whole = format === 'parquet' && selection.identity === null && isEveryColumn(version, columns);
    const rows = whole
      ? await copyStored(parts, version, unfinished)
      : await writeRows(parts, version, selection, exportSql(format, columns, spreadsheet), unfinished, work);
    await syncFile(unfinished);
    const { size } = await stat(unfinished);
    const checksum = whole ? version.checksum : await checksumWhileTelling(unfinished, size, rows, work);
    work.signal?.throwIfAborted();
    await publish(unfinished, target);
    return { rows, bytes: size, checksum };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function exportColumns(version: StoredVersion, fields: RowQuery['fields']): ExportColumn[] {
  const known = new Map(
    version.columns.map(({ name, type }, position) => [name, { name, type, reference: columnReference(position) }]),
  );
  return (fields ?? version.columns.map(({ name }) => name)).map((name) => {
    const column = known.get(name);
    if (column === undefined) throw new InvalidFilterError('fields', `There is no column "${name}".`);
    return column;
  });
}

function isEveryColumn(version: StoredVersion, columns: readonly ExportColumn[]): boolean {
  return (
    columns.length === version.columns.length && columns.every(({ name }, at) => name === version.columns[at]?.name)
  );
}

/** The stored file is what a whole version is in Parquet; where the file system can, the copy shares its blocks. */
async function copyStored(parts: StoreParts, version: StoredVersion, target: string): Promise<number> {
  await copyFile(parts.files.path(version), target, constants.COPYFILE_FICLONE);
  return version.rows;
}

async function writeRows(
  parts: StoreParts,
  version: StoredVersion,
  selection: ReturnType<typeof selectionOf>,
  { values, options, ending = 0 }: ExportSql,
  target: string,
  work: LongWork,
): Promise<number> {
  const file = parquetFile(parts, version);
  const where = selection.where === null ? '' : ` WHERE ${selection.where.sql}`;
  const order = selection.order === null ? '' : ` ORDER BY ${selection.order}`;
  const sql = `COPY (SELECT ${values} FROM ${storedTable(file.path, file.columns)}${where}${order}) TO ${quoteLiteral(target)} (${options})`;
  const [count] = await parts.engine.long(work.signal, (session) =>
    session.row(sql, selection.where?.values ?? [], {
      onFraction: (fraction, rows) => tellSize(target, fraction, rows, work),
    }),
  );
  const rows = Number(count);
  if (rows === 0 && ending > 0) await truncate(target, (await stat(target)).size - ending);
  return rows;
}

function tellSize(target: string, fraction: number | null, rows: number, work: LongWork): void {
  stat(target).then(
    ({ size }) => work.onProgress?.({ phase: 'writing', rows, bytes: size, fraction }),
    () => work.onProgress?.({ phase: 'writing', rows, bytes: 0, fraction }),
  );
}

function checksumWhileTelling(path: string, size: number, rows: number, work: LongWork): Promise<string> {
  return checksumOf(path, work.signal, (bytes) =>
    work.onProgress?.({ phase: 'checking', rows, bytes, fraction: size === 0 ? 1 : bytes / size }),
  );
}
