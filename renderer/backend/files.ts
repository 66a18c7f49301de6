import { notifications } from '@mantine/notifications';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { type TFunction, t } from 'i18next';
import { fileName } from '#shared/file-name.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { tableFormats } from '#shared/rpc/calls/statistics.ts';
import { scratchConnection, type ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { FileKind } from '#shared/rpc/shell/shell.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import type { ExportFormatName } from '#shared/source-formats.ts';
import { base64Of, type Credits, csvText, type GroupTable } from '../lib/groups/table-text.ts';
import { reportFailure } from './failure.ts';
import { callBackend, callKey, callQuery } from './port.ts';
import { datasetQuery, records } from './records.ts';
import { shell } from './shell.ts';
import { makeTable } from './statistics.ts';

/** Asks the user for a file to read; null if cancelled. */
export async function chooseFile(title: string, kinds: FileKind[]): Promise<string | null> {
  const [path = null] = await shell.call('chooseFiles', { title, multiple: false, kinds });
  return path;
}

/** Asks the user for a folder; null if cancelled. */
export function chooseFolder(title: string): Promise<string | null> {
  return shell.call('chooseFolder', { title });
}

/** Asks the user where to write a file of the suggested name; null if cancelled. */
export function chooseTarget(title: string, name: string, kinds: FileKind[]): Promise<string | null> {
  return shell.call('chooseSaveTarget', { title, name, kinds });
}

/** Writes base64-encoded bytes to a file that the user chose. @throws {BackendFailure} if that fails */
function writeChosenFile(path: string, content: string): Promise<void> {
  return shell.call('writeChosenFile', { path, content });
}

/** Lets the browser download rows: those of a dataset from its service, those of a statement from a file that it makes. */
export async function downloadRows(
  reference: DatasetReference,
  query: RowQuery,
  format: ExportFormatName,
): Promise<void> {
  if (reference.connection === scratchConnection) {
    const { dataset: id } = reference;
    return downloadFile(await callBackend('exportResult', { id, query, format }));
  }
  const { dataset } = await records.fetchQuery(datasetQuery(reference));
  const address = new URL('download/', dataset.url);
  for (const [name, value] of [['_format', format] as const, ...rowQueryToParameters(query)])
    address.searchParams.append(name, value);
  download(address);
}

/** Lets the browser download a file that was made for its reader. */
export function downloadFile(path: string): void {
  download(new URL(`files/${path.split('/').map(encodeURIComponent).join('/')}`, document.baseURI));
}

function download(address: URL): void {
  const link = document.createElement('a');
  link.href = address.href;
  link.download = '';
  link.click();
}

/** The data files among the given files and folders, those of a folder in order of name. */
export function listDataFiles(paths: readonly string[]): Promise<readonly string[]> {
  return callBackend('listDataFiles', { paths });
}

/** The data files in a ZIP archive, by their paths within it. */
export function archiveFilesQuery(path: string) {
  return queryOptions({
    queryKey: callKey('listArchiveFiles', { path }),
    queryFn: () => callBackend('listArchiveFiles', { path }),
    retry: false,
    gcTime: 0,
  });
}

/** The first records of a file; the previous ones stay on screen while other reading options are tried. */
export function previewQuery(path: string, options: FileOptions) {
  return queryOptions({ ...firstRecordsQuery(path, options), placeholderData: keepPreviousData });
}

/** The first records of one of several files, never replaced temporarily by those of another. */
export function firstRecordsQuery(path: string, options: FileOptions) {
  return queryOptions({
    queryKey: callKey('previewFile', { path, options }),
    queryFn: ({ signal }) => callBackend('previewFile', { path, options }, signal),
    // Another program may have changed the file since it was previewed.
    gcTime: 0,
  });
}

/** Reads a file again that another program may have changed. */
export async function readFileAgain(path: string): Promise<void> {
  await Promise.all(
    [callKey('previewFile', { path }), callKey('surveyFile', { path }), callKey('reviewPublish')].map((queryKey) =>
      records.invalidateQueries({ queryKey }),
    ),
  );
}

/** The survey of a whole file; while it is being read, its progress. */
export function surveyQuery(path: string, options: FileOptions) {
  return callQuery('surveyFile', { path, options }, { gcTime: 0 });
}

/** What publishing a file would change in its dataset; null if nothing is replaced. @param request null for none yet */
export function reviewQuery(request: PublishRequest | null) {
  return queryOptions({
    queryKey: callKey('reviewPublish', request === null ? {} : { request }),
    queryFn: request === null ? skipToken : ({ signal }) => callBackend('reviewPublish', { request }, signal),
    retry: false,
    gcTime: 0,
  });
}

/** Interval at which a viewed file is checked for changes on disk. */
const diskPollMs = 3_000;

/** All files viewed without publishing; polled while one of them is on screen. */
const viewedFilesQuery = callQuery('listViewedFiles', {});

/** A viewed file; null if it is no longer viewed. */
export function viewedFileQuery(id: string) {
  return queryOptions({
    ...viewedFilesQuery,
    select: (files: readonly ViewedFile[]) => files.find((file) => file.id === id) ?? null,
    refetchInterval: diskPollMs,
  });
}

/** Starts viewing a file, or finds it if it is viewed already. */
export async function viewFile(path: string): Promise<ViewedFile> {
  const file = await callBackend('viewFile', { path });
  void records.invalidateQueries({ queryKey: viewedFilesQuery.queryKey });
  return file;
}

interface NamedTable {
  /** Suggested file name, without extension. */
  readonly name: string;
  readonly table: GroupTable;
  readonly credits: Credits;
}

const formatNames = { xlsx: 'Excel', tsv: 'TSV', json: 'JSON', ndjson: 'NDJSON', parquet: 'Parquet' } as const;

/**
 * Asks where to write a file, of the first of some kinds unless its name says otherwise, and writes it.
 * @param contentOf base64-encoded content for an extension
 * @returns the name of the file; null if cancelled
 */
export async function saveFile(
  question: string,
  name: string,
  kinds: FileKind[],
  contentOf: (extension: string) => string | Promise<string>,
): Promise<string | null> {
  const target = await chooseTarget(question, `${name}.${kinds[0]?.extensions[0]}`, kinds);
  if (target === null) return null;
  await writeChosenFile(target, await contentOf(/\.([a-z]+)$/i.exec(target)?.[1]?.toLowerCase() ?? ''));
  return fileName(target);
}

/** Reports that a file was saved, or why not. @param saving its name; null if the user cancelled */
export function notifySaved(saving: Promise<string | null>): void {
  saving.then((name) => name !== null && notifications.show({ message: t('charts.saved', { name }) }), reportFailure);
}

/** Asks for a file and writes a table in the format that its extension names. @returns its name; null if cancelled */
export function saveTable({ name, table, credits }: NamedTable, question: string): Promise<string | null> {
  const kinds = tableFormats.map((format) => ({ name: formatNames[format], extensions: [format] }));
  return saveFile(question, name, kinds, (extension) => {
    if (extension === 'csv') return base64Of(csvText(table));
    return makeTable(tableFormats.find((one) => one === extension) ?? tableFormats[0], table, credits);
  });
}

/** Lets the user choose a backup in the system's dialog. @returns null if cancelled */
export function chooseBackup(t: TFunction, kind: 'folder' | 'file'): Promise<string | null> {
  const title = t('preferences.restoreChoose');
  if (kind === 'folder') return chooseFolder(title);
  return chooseFile(title, [
    { name: t('preferences.backupKind'), extensions: ['tar'] },
    { name: t('publish.allFiles'), extensions: ['*'] },
  ]);
}
