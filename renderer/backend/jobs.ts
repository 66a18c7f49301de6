import { t } from 'i18next';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';
import { explained } from '../lib/format/failure-texts.ts';
import { base64Of, csvText } from '../lib/groups/table-text.ts';
import { saveFile } from './files.ts';
import { callBackend, callQuery } from './port.ts';
import { records } from './records.ts';

/** All jobs: running and queued ones first, then the newest. */
export const jobsQuery = callQuery('listJobs', {});

/** The first thousand values that a job could not read; fetched again when their number changes. */
export function badValuesQuery({ id, badCount, ended }: Job) {
  return callQuery('listBadValues', { job: id }, { dependsOn: [badCount, ended] });
}

/** Local copies of remote versions. */
export const pinnedQuery = callQuery('listPinned', {});

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
 * Asks where to save the list of a job's bad values and writes it as CSV. Returns the name of the file; null if
 * cancelled.
 */
export async function saveBadValues(job: string, title: string, name: string): Promise<string | null> {
  const values = await callBackend('listBadValues', { job });
  const lines = values.map(({ row, line, column, value, reason }) => [line, row, column, value, explained(t, reason)]);
  const head = ['line', 'record', 'column', 'value', 'message'];
  return saveFile(title, name, [{ name: 'CSV', extensions: ['csv'] }], () => base64Of(csvText({ head, lines })));
}
