import { queryOptions } from '@tanstack/react-query';
import type { ViewedFile } from '#shared/rpc/calls/viewed-files.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { callBackend, onBackendEvent } from '../backend.ts';
import { records } from '../service/records.ts';

/** Time between two looks at whether a viewed file has changed on the disk. */
const diskPollMs = 3_000;

/** All files that are viewed without being published; asked for again while one of them is on the screen. */
const viewedFilesQuery = queryOptions({
  queryKey: ['viewed-files'],
  queryFn: ({ signal }) => callBackend('listViewedFiles', {}, signal),
});

/** One of them; null where it is not viewed any more. */
export function viewedFileQuery(id: string) {
  return queryOptions({
    ...viewedFilesQuery,
    select: (files: ViewedFile[]) => files.find((file) => file.id === id) ?? null,
    refetchInterval: diskPollMs,
  });
}

/** The first records of a file that is being read; null before they are known. */
export function viewedPreviewQuery(id: string) {
  return queryOptions({
    queryKey: ['viewed-preview', id],
    queryFn: ({ signal }) => callBackend('previewViewedFile', { id }, signal),
    gcTime: 0,
  });
}

/** Begins to view a file, or finds it where it is viewed already. */
export async function viewFile(path: string): Promise<ViewedFile> {
  const file = await callBackend('viewFile', { path });
  void records.invalidateQueries({ queryKey: viewedFilesQuery.queryKey });
  return file;
}

/** Reads a file again, with other options where some are given. */
export async function readViewedFileAgain(id: string, options?: FileOptions): Promise<void> {
  await callBackend('readViewedFileAgain', { id, ...(options !== undefined && { options }) });
}

/** Ends the reading of a file. */
export async function cancelViewedFile(id: string): Promise<void> {
  await callBackend('cancelViewedFile', { id });
}

/** Removes what was stored of a file. */
export async function closeViewedFile(id: string): Promise<void> {
  await callBackend('closeViewedFile', { id });
}

/** Removes what earlier runs left, except for the files of these ids. */
export async function retainViewedFiles(ids: string[]): Promise<void> {
  await callBackend('retainViewedFiles', { ids });
}

/** Asks again for the files whenever the backend says that one of them has changed. */
export function followViewedFileChanges(): () => void {
  return onBackendEvent((event) => {
    if (event.kind !== 'viewed-files-changed') return;
    void records.invalidateQueries({ queryKey: viewedFilesQuery.queryKey });
    void records.invalidateQueries({ queryKey: ['viewed-preview'] });
  });
}
