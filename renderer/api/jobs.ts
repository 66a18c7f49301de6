import { queryOptions } from '@tanstack/react-query';
import type { BackupContents, Job, JobRequest, RestoreResult } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { callBackend, onBackendEvent } from './backend.ts';
import { records } from './service/records.ts';
import { chooseTarget } from './window/files.ts';

/** All jobs: running and waiting ones first, then the newest. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => callBackend('listJobs', {}, signal),
});

/** The first thousand values that a job could not read; asked again when there are others. */
export function badValuesQuery({ id, badCount, ended }: Job) {
  return queryOptions({
    queryKey: ['bad-values', id, badCount, ended],
    queryFn: ({ signal }) => callBackend('listBadValues', { job: id }, signal),
  });
}

/** Local copies of remote versions. */
export const pinnedQuery = queryOptions({
  queryKey: ['pinned'],
  queryFn: ({ signal }) => callBackend('listPinned', {}, signal),
});

/** When and where the store of this computer was last backed up. @param done how many backups are known to have ended */
export function lastBackupQuery(done: number) {
  return queryOptions({
    queryKey: ['last-backup', done],
    queryFn: ({ signal }) => callBackend('readLastBackup', {}, signal),
    staleTime: 0,
  });
}

/** What is in a backup; fails with words on what is there instead. */
export function readBackup(source: string): Promise<BackupContents> {
  return callBackend('readBackup', { source });
}

/** Restores a backup where this computer's own service, and so no job, runs. The backend starts again afterwards. */
export function restoreStore(source: string, signal: AbortSignal): Promise<RestoreResult> {
  return callBackend('restoreStore', { source }, signal);
}

/** What came of the last checks of a dataset's versions, by the slugs of these. */
export function checksQuery(reference: DatasetReference) {
  return queryOptions({
    queryKey: ['checks', reference],
    queryFn: ({ signal }) => callBackend('listChecks', reference, signal),
  });
}

/** Puts a job at the end of the queue. */
export async function startJob(request: JobRequest): Promise<Job> {
  const job = await callBackend('startJob', { request });
  void records.invalidateQueries({ queryKey: jobsQuery.queryKey });
  return job;
}

const acts = {
  cancel: 'cancelJob',
  pause: 'pauseJob',
  resume: 'resumeJob',
  retry: 'retryJob',
  clear: 'clearJobs',
} as const;

/** What may be done with a job. */
export type JobAct = keyof typeof acts;

/** Does it. */
export async function actOnJob(act: JobAct, job: string): Promise<void> {
  await callBackend(acts[act], { job });
}

/** Removes all finished jobs; their files stay. */
export async function clearJobs(): Promise<void> {
  await callBackend('clearJobs', {});
}

/** Asks where a list of a job's bad values goes and writes it there as CSV; gives the path, null when nothing was written. */
export async function saveBadValues(job: string, title: string, name: string): Promise<string | null> {
  const target = await chooseTarget(title, name, [{ name: 'CSV', extensions: ['csv'] }]);
  if (target !== null) await callBackend('saveBadValues', { job, target });
  return target;
}

/** Events after which another service may have a newer version of what was copied from it. */
const versionEvents: ReadonlySet<BackendEvent['kind']> = new Set([
  'catalogue-changed',
  'connections-changed',
  'dataset-changed',
]);

/**
 * Asks again for the jobs, and for what they change, whenever the backend says so. To be called before anything asks
 * for them: what ends between the first answer and the first word heard would be shown as running for ever.
 */
export function followJobs(): void {
  const askForJobs = oneAtATime(() => records.invalidateQueries({ queryKey: jobsQuery.queryKey }));
  onBackendEvent((event) => {
    if (event.kind === 'jobs-changed') askForJobs();
    if (event.kind === 'checks-changed') void records.invalidateQueries({ queryKey: ['checks'] });
    if (versionEvents.has(event.kind)) {
      void records.invalidateQueries({ queryKey: pinnedQuery.queryKey });
    }
  });
}
