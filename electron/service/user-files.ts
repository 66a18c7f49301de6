import type { LongWork } from '../lib/long-work.ts';
import type { WorkbookSheets } from '../lib/workbook-source.ts';
import { openRowStore } from './opening/open-row-store.ts';
import { type SourceFiles, sourceFilesIn } from './operations/source-files.ts';
import type { UnusualValues } from './rows/export/xlsx/write-workbook.ts';

/**
 * Reads the user's files without a store.
 * @param folder for temporary files; the caller removes it
 * @param forPreview whether files are only previewed
 */
export async function openSourceFiles(
  folder: string,
  forPreview = false,
): Promise<SourceFiles & { close(): Promise<void> }> {
  const rows = await openRowStore(folder, forPreview ? { prepareAlways: false } : {});
  return { ...sourceFilesIn(rows), close: () => rows.close() };
}

/** Writes a workbook from rows collected as lines of JSON. @returns the values that cells cannot hold as they are */
export async function workbookOfLines(
  lines: string,
  sheets: WorkbookSheets,
  target: string,
  rows: number,
  work: LongWork,
): Promise<UnusualValues> {
  return (await import('./operations/export/write-rows.ts')).linesToWorkbook(lines, sheets, target, rows, work);
}

/** SHA-256 of a file in hexadecimal. @param onBytes called with the bytes that were read */
export async function checksumOfFile(
  file: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<string> {
  return (await import('./files/checksum.ts')).checksumOf(file, signal, onBytes);
}

/** The data files of a folder, in the order of their names. */
export async function dataFilesInFolder(folder: string): Promise<string[]> {
  return (await import('./reading/formats/combine/data-files.ts')).dataFilesIn(folder);
}

/** The data files of a ZIP archive by their paths in it; empty for any other file. @throws {IngestError} */
export async function dataFilesInArchive(file: string): Promise<string[]> {
  const { parts } = await (await import('./reading/formats/combine/list-parts.ts')).listParts(file, []);
  return parts.flatMap(({ entry }) => entry ?? []);
}

export { isParted as isWrittenInParts } from './operations/export/parted-file.ts';
export type { CheckedFile, SourceFiles } from './operations/source-files.ts';
export { isVisibleData } from './reading/formats/combine/data-files.ts';
export type { Plan, ReadingOptions, TablePreview, TableSurvey } from './reading/reading.ts';
export { IngestError } from './reading/reading.ts';
export type { UnusualValues } from './rows/export/xlsx/write-workbook.ts';
