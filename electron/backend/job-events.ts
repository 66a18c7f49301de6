import path from 'node:path';
import type { EndedJob, UnfinishedJob } from '#shared/rpc/backend-process.ts';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';

/** Minimum duration of a job for a system notification, in milliseconds. */
export const minNotifiedMs = 10_000;

/** The file or dataset that a job works on. */
function subjectOf(request: JobRequest): string {
  switch (request.kind) {
    case 'publish':
      return path.basename(request.path);
    case 'export':
      return path.basename(request.target);
    case 'pin':
    case 'diff':
      return request.reference.dataset;
    case 'backup':
      return path.basename(request.target);
    case 'restore':
      return path.basename(request.source);
    case 'follow':
      return request.dataset.slug;
    case 'verify':
      return request.subject.kind === 'file' ? path.basename(request.subject.path) : request.subject.reference.dataset;
  }
}

/** The long jobs that have ended since `running` was recorded; cancelled ones are no news to the user. */
export function endedJobs(running: ReadonlySet<string>, jobs: readonly Job[]): EndedJob[] {
  return jobs.flatMap(({ id, state, started, ended, request }) => {
    if (!running.has(id) || (state !== 'done' && state !== 'failed')) return [];
    const took = started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started);
    return took < minNotifiedMs ? [] : [{ kind: request.kind, state, subject: subjectOf(request) }];
  });
}

/** The jobs that run or wait. `continues`: quitting Almanac loses nothing of a job that has not started. */
function unfinishedJobs(jobs: readonly Job[]): UnfinishedJob[] {
  return jobs.flatMap(({ state, request, resumable }) =>
    state === 'running' || state === 'queued'
      ? [{ subject: subjectOf(request), continues: state === 'queued' || resumable }]
      : [],
  );
}

export interface JobNewsListener {
  readonly onEnded: (job: EndedJob) => void;
  readonly onUnfinished: (jobs: readonly UnfinishedJob[]) => void;
}

/** Each call of the result checks the jobs and notifies the listener of what is new since the previous call. */
export function createJobNews(
  list: () => Promise<readonly Job[]>,
  { onEnded, onUnfinished }: JobNewsListener,
): () => Promise<void> {
  let running: ReadonlySet<string> = new Set();
  let unfinished = '[]';
  return async () => {
    const jobs = await list();
    for (const job of endedJobs(running, jobs)) onEnded(job);
    const now = unfinishedJobs(jobs);
    const text = JSON.stringify(now);
    if (text !== unfinished) onUnfinished(now);
    unfinished = text;
    running = new Set(jobs.filter(({ state }) => state === 'running').map(({ id }) => id));
  };
}
