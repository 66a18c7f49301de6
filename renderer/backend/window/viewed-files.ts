import { queryOptions } from '@tanstack/react-query';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { callBackend, onBackendEvent } from '../backend.ts';
import { records } from '../service/records.ts';

/** Interval at which a viewed file is checked for changes on disk. */
const diskPollMs = 3_000;

/** All files viewed without publishing; polled while one of them is on screen. */
const viewedFilesQuery = queryOptions({
  queryKey: ['viewed-files'],
  queryFn: ({ signal }) => callBackend('listViewedFiles', {}, signal),
});

/** One of them; null if it is no longer viewed. */
export function viewedFileQuery(id: string) {
  return queryOptions({
    ...viewedFilesQuery,
    select: (files: readonly ViewedFile[]) => files.find((file) => file.id === id) ?? null,
    refetchInterval: diskPollMs,
  });
}

/** The first records of a file that is being read; null until they are known. */
export function viewedPreviewQuery(id: string) {
  return queryOptions({
    queryKey: ['viewed-preview', id],
    queryFn: ({ signal }) => callBackend('previewViewedFile', { id }, signal),
    gcTime: 0,
  });
}

/** Starts viewing a file, or finds it if it is viewed already. */
export async function viewFile(path: string): Promise<ViewedFile> {
  const file = await callBackend('viewFile', { path });
  void records.invalidateQueries({ queryKey: viewedFilesQuery.queryKey });
  return file;
}

/** Reads a file again, with other options if given. */
export async function readViewedFileAgain(id: string, options?: FileOptions): Promise<void> {
  await callBackend('readViewedFileAgain', { id, ...(options !== undefined && { options }) });
}

/** Cancels the reading of a file. */
export async function cancelViewedFile(id: string): Promise<void> {
  await callBackend('cancelViewedFile', { id });
}

/** Removes what was stored of a file. */
export async function closeViewedFile(id: string): Promise<void> {
  await callBackend('closeViewedFile', { id });
}

/** Removes what earlier runs left, except for the files with these ids. */
export async function retainViewedFiles(ids: string[]): Promise<void> {
  await callBackend('retainViewedFiles', { ids });
}

/** Invalidates the files whenever the backend reports that one has changed. */
export function followViewedFileChanges(): () => void {
  return onBackendEvent((event) => {
    if (event.kind !== 'viewed-files-changed') return;
    void records.invalidateQueries({ queryKey: viewedFilesQuery.queryKey });
    void records.invalidateQueries({ queryKey: ['viewed-preview'] });
  });
}
