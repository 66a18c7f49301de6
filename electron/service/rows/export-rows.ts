import { constants, copyFile, rm, stat, truncate } from 'node:fs/promises';
import type { RowQuery } from '#shared/row-query.ts';
import { say } from '#shared/sentences/say.ts';
import { quoteLiteral } from './duckdb/quoting.ts';
import { publish, syncFile } from './durable-file.ts';
import { type ExportColumn, type ExportSql, exportSql } from './export-sql.ts';
import { GrowingFile } from './growing-file.ts';
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
  const whole = format === 'parquet' && selection.identity === null && isEveryColumn(version, columns);
  const unfinished = `${target}.part`;
  const growing = new GrowingFile(unfinished);
  await rm(unfinished, { force: true });
  try {
    const rows = whole
      ? await copyStored(parts, version, unfinished)
      : await writeRows(parts, version, selection, exportSql(format, columns, spreadsheet), unfinished, growing, work);
    const { size } = await stat(unfinished);
    const checksum = whole
      ? await syncedCopy(version, unfinished)
      : await growing.complete(work.signal, tell(rows, size, work));
    work.signal?.throwIfAborted();
    await publish(unfinished, target);
    return { rows, bytes: size, checksum };
  } catch (error) {
    await growing.forget();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** A copy of the stored file has its checksum. */
async function syncedCopy(version: StoredVersion, path: string): Promise<string> {
  await syncFile(path);
  return version.checksum;
}

function exportColumns(version: StoredVersion, fields: RowQuery['fields']): ExportColumn[] {
  const known = new Map(
    version.columns.map(({ name, type }, position) => [name, { name, type, reference: columnReference(position) }]),
  );
  return (fields ?? version.columns.map(({ name }) => name)).map((name) => {
    const column = known.get(name);
    if (column === undefined) throw new InvalidFilterError('fields', say('no-column', { column: name }));
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
  growing: GrowingFile,
  work: LongWork,
): Promise<number> {
  const file = parquetFile(parts, version);
  const where = selection.where === null ? '' : ` WHERE ${selection.where.sql}`;
  const order = selection.order === null ? '' : ` ORDER BY ${selection.order}`;
  // Values are sorted as they are and become text afterwards, which is less to carry about.
  const selected = `SELECT * FROM ${storedTable(file.path, file.columns)}${where}${order}`;
  const sql = `COPY (SELECT ${values} FROM (${selected})) TO ${quoteLiteral(target)} (${options})`;
  const [count] = await parts.engine.long(work.signal, (session) =>
    session.row(sql, selection.where?.values ?? [], {
      onFraction: (fraction, rows) => {
        growing.tick();
        tellSize(target, fraction, rows, work);
      },
    }),
  );
  const rows = Number(count);
  if (rows === 0 && ending > 0) {
    await growing.forget();
    await truncate(target, (await stat(target)).size - ending);
  }
  return rows;
}

function tellSize(target: string, fraction: number | null, rows: number, work: LongWork): void {
  stat(target).then(
    ({ size }) => work.onProgress?.({ phase: 'writing', rows, bytes: size, fraction }),
    () => work.onProgress?.({ phase: 'writing', rows, bytes: 0, fraction }),
  );
}

function tell(rows: number, size: number, work: LongWork): (bytes: number) => void {
  return (bytes) => work.onProgress?.({ phase: 'checking', rows, bytes, fraction: size === 0 ? 1 : bytes / size });
}
