import type { Job, JobRequest } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { chooseTarget } from './files.ts';
import { keys } from './keys.ts';
import { callBackend, callQuery } from './port.ts';
import { records } from './records.ts';

/** All jobs: running and queued ones first, then the newest. */
export const jobsQuery = callQuery(keys.jobs(), 'listJobs', {});

/** The first thousand values that a job could not read; fetched again when their number changes. */
export function badValuesQuery({ id, badCount, ended }: Job) {
  return callQuery(keys.badValues(id, badCount, ended), 'listBadValues', { job: id });
}

/** Local copies of remote versions. */
export const pinnedQuery = callQuery(keys.pinned(), 'listPinned', {});

/** When and where this computer's store was last backed up. @param done number of backups known to have finished */
export function lastBackupQuery(done: number) {
  return callQuery(keys.lastBackup(done), 'readLastBackup', {}, { staleTime: 0 });
}

/** Results of the last checks of a dataset's versions, by version slug. */
export function checksQuery(reference: DatasetReference) {
  return callQuery(keys.checks(reference), 'listChecks', reference);
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

export type JobAction = keyof typeof actions;

export async function performJobAction(act: JobAction, job: string): Promise<void> {
  await callBackend(actions[act], { job });
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
