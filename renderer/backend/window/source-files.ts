import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { callBackend, onBackendEvent } from '../backend.ts';
import { records } from '../service/records.ts';

/** The data files among the given files and folders, those of a folder in order of name. */
export function listDataFiles(paths: readonly string[]): Promise<readonly string[]> {
  return callBackend('listDataFiles', { paths: [...paths] });
}

/** The data files in a ZIP archive, by their paths within it. */
export function archiveFilesQuery(path: string) {
  return queryOptions({
    queryKey: ['archive-files', path],
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
    queryKey: ['file-preview', path, options],
    queryFn: ({ signal }) => callBackend('previewFile', { path, options }, signal),
    // Another program may have changed the file since it was previewed.
    gcTime: 0,
  });
}

/** Reads a file again that another program may have changed. */
export async function readFileAgain(path: string): Promise<void> {
  await Promise.all(
    ['file-preview', 'survey', 'review'].map((read) => records.invalidateQueries({ queryKey: [read, path] })),
  );
}

/** The survey of a whole file; while it is being read, its progress. */
export function surveyQuery(path: string, options: FileOptions) {
  return queryOptions({
    queryKey: ['survey', path, options],
    queryFn: ({ signal }) => callBackend('surveyFile', { path, options }, signal),
    gcTime: 0,
  });
}

/** What publishing a file would change in its dataset; null if nothing is replaced. @param request null for none yet */
export function reviewQuery(request: PublishRequest | null) {
  return queryOptions({
    queryKey: ['review', request?.path, request],
    queryFn: request === null ? skipToken : ({ signal }) => callBackend('reviewPublish', { request }, signal),
    retry: false,
    gcTime: 0,
  });
}

/** Invalidates the survey whenever the backend reports progress, until the returned function is called. */
export function followSurveys(): () => void {
  return onBackendEvent((event) => {
    if (event.kind === 'survey-changed') void records.invalidateQueries({ queryKey: ['survey', event.path] });
  });
}
