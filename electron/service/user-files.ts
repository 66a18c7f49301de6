import { loaded } from '../lib/loaded.ts';
import { openRowStore } from './opening/open-row-store.ts';
import { type SourceFiles, sourceFilesIn } from './operations/source-files.ts';

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

export const workbookOfLines = loaded(async () => (await import('./operations/export/write-rows.ts')).linesToWorkbook);
export const checksumOfFile = loaded(async () => (await import('./files/checksum.ts')).checksumOf);
export const dataFilesInFolder = loaded(
  async () => (await import('./reading/formats/combine/list-parts.ts')).dataFilesIn,
);

/** The data files of a ZIP archive by their paths in it; empty for any other file. @throws {IngestError} */
export async function dataFilesInArchive(file: string): Promise<string[]> {
  const { parts } = await (await import('./reading/formats/combine/list-parts.ts')).listParts(file, []);
  return parts.flatMap(({ entry }) => entry ?? []);
}

export { isParted as isWrittenInParts } from './operations/export/parted-file.ts';
export type { CheckedFile, SourceFiles } from './operations/source-files.ts';
export { isVisibleData } from './reading/formats/combine/list-parts.ts';
export type { Plan, ReadingOptions, TablePreview, TableSurvey } from './reading/reading.ts';
export { IngestError } from './reading/reading.ts';
export type { UnusualValues } from './rows/export/xlsx/write-workbook.ts';
