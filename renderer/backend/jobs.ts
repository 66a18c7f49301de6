import { queryOptions } from '@tanstack/react-query';
import type { BackupContents, Job, JobRequest, RestoreResult } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { chooseTarget } from './files.ts';
import { keys } from './keys.ts';
import { callBackend } from './port.ts';
import { records } from './records.ts';

/** All jobs: running and queued ones first, then the newest. */
export const jobsQuery = queryOptions({
  queryKey: keys.jobs(),
  queryFn: ({ signal }) => callBackend('listJobs', {}, signal),
});

/** The first thousand values that a job could not read; fetched again when their number changes. */
export function badValuesQuery({ id, badCount, ended }: Job) {
  return queryOptions({
    queryKey: keys.badValues(id, badCount, ended),
    queryFn: ({ signal }) => callBackend('listBadValues', { job: id }, signal),
  });
}

/** Local copies of remote versions. */
export const pinnedQuery = queryOptions({
  queryKey: keys.pinned(),
  queryFn: ({ signal }) => callBackend('listPinned', {}, signal),
});

/** When and where this computer's store was last backed up. @param done number of backups known to have finished */
export function lastBackupQuery(done: number) {
  return queryOptions({
    queryKey: keys.lastBackup(done),
    queryFn: ({ signal }) => callBackend('readLastBackup', {}, signal),
    staleTime: 0,
  });
}

/** The contents of a backup; fails with a message that names what was found instead. */
export function readBackup(source: string): Promise<BackupContents> {
  return callBackend('readBackup', { source });
}

/** Restores a backup while the local service, and therefore no job, is running. The backend then restarts. */
export function restoreStore(source: string, signal: AbortSignal): Promise<RestoreResult> {
  return callBackend('restoreStore', { source }, signal);
}

/** Results of the last checks of a dataset's versions, by version slug. */
export function checksQuery(reference: DatasetReference) {
  return queryOptions({
    queryKey: keys.checks(reference),
    queryFn: ({ signal }) => callBackend('listChecks', reference, signal),
  });
}

/** Adds a job to the queue. */
export async function startJob(request: JobRequest): Promise<Job> {
  const job = await callBackend('startJob', { request });
  void records.invalidateQueries({ queryKey: jobsQuery.queryKey });
  return job;
}

const actions = {
  cancel: 'cancelJob',
  pause: 'pauseJob',
  resume: 'resumeJob',
  retry: 'retryJob',
  clear: 'clearJobs',
} as const;

/** The actions that a job allows. */
export type JobAction = keyof typeof actions;

/** Performs an action on a job. */
export async function performJobAction(act: JobAction, job: string): Promise<void> {
  await callBackend(actions[act], { job });
}

/** Removes all finished jobs from the list; their files stay. */
export async function clearJobs(): Promise<void> {
  await callBackend('clearJobs', {});
}

/**
 * Asks where to save the list of a job's bad values and writes it as CSV. Returns its path, or null if nothing was
 * written.
 */
export async function saveBadValues(job: string, title: string, name: string): Promise<string | null> {
  const target = await chooseTarget(title, name, [{ name: 'CSV', extensions: ['csv'] }]);
  if (target !== null) await callBackend('saveBadValues', { job, target });
  return target;
}
