import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { callBackend, onBackendEvent } from '../backend.ts';
import { records } from '../service/records.ts';

/** The data files that are meant by files and folders, those of a folder in the order of their names. */
export function listDataFiles(paths: readonly string[]): Promise<string[]> {
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

/** The first records of a file; the ones before stay on the screen while another way to read them is tried. */
export function previewQuery(path: string, options: FileOptions) {
  return queryOptions({ ...firstRecordsQuery(path, options), placeholderData: keepPreviousData });
}

/** The first records of one of several files, for which those of another one never stand. */
export function firstRecordsQuery(path: string, options: FileOptions) {
  return queryOptions({
    queryKey: ['preview', path, options],
    queryFn: ({ signal }) => callBackend('previewFile', { path, options }, signal),
    // A file may have been changed by another program since it was looked at.
    gcTime: 0,
  });
}

/** What the whole file says; while it is being read, how far that is. */
export function surveyQuery(path: string, options: FileOptions) {
  return queryOptions({
    queryKey: ['survey', path, options],
    queryFn: ({ signal }) => callBackend('surveyFile', { path, options }, signal),
    gcTime: 0,
  });
}

/** Asks again how far the reading of a file is whenever the backend reports progress, until the returned function is called. */
export function followSurveys(): () => void {
  return onBackendEvent((event) => {
    if (event.kind === 'survey-changed') void records.invalidateQueries({ queryKey: ['survey', event.path] });
  });
}
