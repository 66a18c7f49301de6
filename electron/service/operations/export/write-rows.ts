import { rm, stat } from 'node:fs/promises';
import type { Column } from '#shared/api/column.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { neverAborted } from '../../../lib/never-aborted.ts';
import { describeWorkbook, type WorkbookSheets, type WorkbookSource } from '../../../lib/workbook-source.ts';
import { checksumOf } from '../../files/checksum.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { ColumnLabels } from '../../rows/codes/code-tables.ts';
import type { ExportFormat, SpreadsheetDialect } from '../../rows/export/export-sql.ts';
import { noUnusualValues, type UnusualValues, writeWorkbook } from '../../rows/export/xlsx/write-workbook.ts';
import type { CodedGroups } from '../../rows/groups/group-sql.ts';
import type { RowStore } from '../../rows/row-store.ts';
import type { CodedRows } from '../../rows/selection.ts';

export type FileFormat = ExportFormat | 'xlsx';

export interface RowExport {
  readonly version: StoredVersion;
  /** Its `version` is not read. */
  readonly query: CodedRows;
  /** Groups instead of rows; null for rows. */
  readonly groups: CodedGroups | null;
  /** Columns of the file, in order. */
  readonly columns: readonly Column[];
  readonly format: FileFormat;
  /** Description of the rows in a workbook. */
  readonly source: WorkbookSource;
  readonly spreadsheet?: SpreadsheetDialect | undefined;
  readonly labels?: readonly ColumnLabels[];
}

/** A finished file. */
export interface WrittenRows {
  readonly rows: number;
  /** Size and SHA-256 in hexadecimal, if known without reading the file again. */
  readonly content: FileContent | null;
  /** Values that a workbook's cells cannot hold as they are. */
  readonly unusual: UnusualValues;
}

export interface FileContent {
  readonly bytes: number;
  readonly checksum: string;
}

/** Writes the rows of a version that a query selects to a new file: the only exporter of stored rows. */
export async function writeRows(
  rows: RowStore,
  order: RowExport,
  target: string,
  work: LongWork,
): Promise<WrittenRows> {
  const { format, columns, source } = order;
  if (format !== 'xlsx') {
    const { rows: count, ...content } = await writeByEngine(rows, order, format, target, work);
    return { rows: count, content, unusual: noUnusualValues };
  }
  const lines = `${target}.ndjson`;
  try {
    const { rows: count } = await writeByEngine(rows, order, 'ndjson', lines, work);
    const sheets = describeWorkbook(columns, source, count);
    return { rows: count, content: null, unusual: await linesToWorkbook(lines, sheets, target, count, work) };
  } finally {
    await rm(lines, { force: true });
  }
}

function writeByEngine(
  rows: RowStore,
  { version, query, groups, format, spreadsheet, labels }: RowExport,
  as: ExportFormat,
  target: string,
  work: LongWork,
) {
  if (groups === null)
    return rows.open(version).exportTo({ ...query, version: null }, as, target, work, { spreadsheet, labels });
  return rows.open(version).exportGroups(groups, as, target, work, {
    spreadsheet,
    labels,
    booleansAsText: format === 'xlsx',
  });
}

/** Makes a workbook from lines of JSON. @returns the values that cells cannot hold as they are */
export async function linesToWorkbook(
  lines: string,
  sheets: WorkbookSheets,
  target: string,
  rows: number,
  work: LongWork,
): Promise<UnusualValues> {
  const report = (done: number) =>
    work.onProgress?.({
      phase: 'writing-sheets',
      rows: done,
      bytes: 0,
      fraction: rows === 0 ? null : done / rows,
    });
  report(0);
  // An interrupted run may have left incomplete files.
  await Promise.all([rm(target, { force: true }), rm(`${target}.long`, { force: true })]);
  const signal = work.signal ?? neverAborted;
  const { sheets: _, ...unusual } = await writeWorkbook(lines, sheets, target, signal, { onRows: report });
  return unusual;
}

/** Reads a finished file for its size and checksum. */
export async function measureFile(file: string, rows: number, work: LongWork): Promise<FileContent> {
  const { size } = await stat(file);
  const checksum = await checksumOf(file, work.signal, (bytes) =>
    work.onProgress?.({ phase: 'checking', rows, bytes, fraction: size === 0 ? 1 : bytes / size }),
  );
  return { bytes: size, checksum };
}
