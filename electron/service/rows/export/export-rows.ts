import { constants, copyFile, rm, stat, truncate } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import { publish } from '../../../lib/durable-file.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { sealFile } from '../../files/checksum.ts';
import { DamagedVersionError, type StoredVersion } from '../../files/stored-version.ts';
import { hasEngineNames, nameColumns } from '../../reading/write/wide/join-parquet.ts';
import { withCodeTables } from '../codes/code-tables.ts';
import { columnReference, type OpenVersion, rowNumber, storedTable } from '../open-version.ts';
import { assertPatterns } from '../pages/selected-rows.ts';
import { type CodedRows, orderSql, selectionOf } from '../selection.ts';
import type { StoreParts } from '../store-parts.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';
import {
  type ExportColumn,
  type ExportedFile,
  type ExportOptions,
  type ExportSql,
  type ExportTarget,
  exportSql,
} from './export-sql.ts';
import { type LabelledColumns, labelledColumns } from './labelled-columns.ts';

/** Writes the rows of a query to a new file: complete and durable, or not at all. */
export async function exportRows(
  parts: StoreParts,
  open: OpenVersion,
  query: CodedRows,
  { format, target, spreadsheet, range, metadata, labels }: ExportTarget & ExportOptions,
  work: LongWork,
): Promise<ExportedFile> {
  const { version } = open;
  work.signal?.throwIfAborted();
  const { columns, ...labelled } = labelledColumns(exportColumns(version, query.fields), labels);
  const selection = selectionOf(query, version.columns);
  await parts.files.assertWhole(version);
  await assertPatterns(parts, query, work);
  const whole =
    format === 'parquet' &&
    metadata === undefined &&
    range === undefined &&
    selection.identity === null &&
    isEveryColumn(version, columns);
  // The source is verified, because the output cannot be better. A copy is verified itself.
  const checking = whole ? null : settled(parts.files.assertContent(version, signalOf(work)));
  const unfinished = `${target}.part`;
  await rm(unfinished, { force: true });
  const statement = exportSql(format, columns, { spreadsheet, metadata }, range === undefined || range.from === 0);
  try {
    const rows = whole
      ? await copyStored(parts, version, unfinished)
      : await writeRows(
          parts,
          open,
          { conditions: conditionsOf(selection, range), labelled, statement, unfinished },
          work,
        );
    const names = columns.map(({ name }) => name);
    if (format === 'parquet' && !whole && hasEngineNames(names)) await nameColumns(unfinished, names);
    const { size } = await stat(unfinished);
    const checksum = whole
      ? await syncedCopy(parts, version, unfinished, work)
      : await sealFile(unfinished, work.signal, progressReporter(rows, size, work));
    await checking?.result();
    work.signal?.throwIfAborted();
    await publish(unfinished, target);
    return { rows, bytes: size, checksum };
  } catch (error) {
    await rm(unfinished, { force: true });
    work.signal?.throwIfAborted();
    throw error;
  }
}

/** Makes a copy of the stored file durable, and verifies it. @returns its SHA-256 @throws {DamagedVersionError} */
async function syncedCopy(
  { files }: StoreParts,
  version: StoredVersion,
  path: string,
  work: LongWork,
): Promise<string> {
  const checksum = await sealFile(path, work.signal, progressReporter(version.rows, version.bytes, work));
  if (checksum === version.checksum) return checksum;
  // Only the copy may be damaged.
  if ((await files.verify(version, signalOf(work))) === 'verified')
    throw new Error('The copy differs from its source.');
  throw new DamagedVersionError(version.key, explain('version-file-altered'));
}

function signalOf({ signal }: LongWork): LongWork {
  return signal === undefined ? {} : { signal };
}

/** Lets work continue in the background; its result is awaited later, or never. */
function settled(work: Promise<void>): { readonly result: () => Promise<void> } {
  work.catch(() => {});
  return { result: () => work };
}

function exportColumns(version: StoredVersion, fields: RowQuery['fields']): ExportColumn[] {
  const known = new Map(
    version.columns.map(({ name, type }, position) => [name, { name, type, reference: columnReference(position) }]),
  );
  return (fields ?? version.columns.map(({ name }) => name)).map((name) => {
    const column = known.get(name);
    if (column === undefined) throw new InvalidFilterError('fields', explain('no-column', { column: name }));
    return column;
  });
}

function isEveryColumn(version: StoredVersion, columns: readonly ExportColumn[]): boolean {
  return (
    columns.length === version.columns.length && columns.every(({ name }, at) => name === version.columns[at]?.name)
  );
}

/** The stored file is the Parquet export of a whole version; the copy shares its blocks if the file system can. */
async function copyStored(parts: StoreParts, version: StoredVersion, target: string): Promise<number> {
  await copyFile(parts.files.path(version), target, constants.COPYFILE_FICLONE);
  return version.rows;
}

interface Conditions {
  /** The WHERE clause, which may be empty. */
  readonly where: string;
  readonly values: NonNullable<ReturnType<typeof selectionOf>['where']>['values'];
  /** The ORDER BY clause, which may be empty. */
  readonly order: string;
}

function conditionsOf({ where, order }: ReturnType<typeof selectionOf>, range: ExportOptions['range']): Conditions {
  const conditions = [
    ...(range === undefined ? [] : [`${rowNumber} BETWEEN ${range.from} AND ${range.to - 1}`]),
    ...(where === null ? [] : [`(${where.sql})`]),
  ];
  return {
    where: conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`,
    values: where?.values ?? [],
    order: order === null ? '' : ` ORDER BY ${orderSql(order)}`,
  };
}

/** What is written, and where to. */
interface UnwrittenFile {
  readonly conditions: Conditions;
  readonly labelled: Omit<LabelledColumns, 'columns'>;
  readonly statement: ExportSql;
  readonly unfinished: string;
}

async function writeRows(
  parts: StoreParts,
  open: OpenVersion,
  { conditions, labelled: { selected, maps }, statement, unfinished }: UnwrittenFile,
  work: LongWork,
): Promise<number> {
  const { where, values: bound, order } = conditions;
  const { values, options, ending = 0 } = statement;
  // Sort values before they are converted to text, to move less data.
  const sorted = order === '' && maps.length > 0 ? ` ORDER BY ${rowNumber}` : order;
  const rows = `SELECT ${selected} FROM ${storedTable(open.path, open.columns)}${where}${sorted}`;
  const sql = `COPY (SELECT ${values} FROM (${rows})) TO ${quoteLiteral(unfinished)} (${options})`;
  // Files and pages have separate turns: a user who exports rows can continue to browse.
  const request = { ...work, caller: `${work.caller ?? ''} files` };
  const [count] = await parts.engine.long(request, (session) =>
    withCodeTables(session, maps, () =>
      session.row(sql, bound, { onFraction: (fraction) => reportSize(unfinished, fraction, work) }),
    ),
  );
  const written = Number(count);
  if (written === 0 && ending > 0) await truncate(unfinished, (await stat(unfinished)).size - ending);
  return written;
}

/** The engine counts the rows that it has read, not those that it has written: only the size of the file is known. */
function reportSize(target: string, fraction: number | null, work: LongWork): void {
  stat(target).then(
    ({ size }) => work.onProgress?.({ phase: 'writing', rows: 0, bytes: size, fraction }),
    () => work.onProgress?.({ phase: 'writing', rows: 0, bytes: 0, fraction }),
  );
}

function progressReporter(rows: number, size: number, work: LongWork): (bytes: number) => void {
  return (bytes) => work.onProgress?.({ phase: 'checking', rows, bytes, fraction: size === 0 ? 1 : bytes / size });
}
