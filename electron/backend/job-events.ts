import path from 'node:path';
import type { EndedJob, UnfinishedJob } from '#shared/rpc/backend-process.ts';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';

/** Minimum duration of a job that the system notifies of, in milliseconds. */
export const minNotifiedMs = 10_000;

/** The file or dataset that a job is about. */
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
    case 'verify':
      return request.subject.kind === 'file' ? path.basename(request.subject.path) : request.subject.reference.dataset;
  }
}

/** The long jobs that have ended since `running` was noted; one that the user cancelled is no news. */
export function endedJobs(running: ReadonlySet<string>, jobs: readonly Job[]): EndedJob[] {
  return jobs.flatMap(({ id, state, started, ended, request }) => {
    if (!running.has(id) || (state !== 'done' && state !== 'failed')) return [];
    const took = started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started);
    return took < minNotifiedMs ? [] : [{ kind: request.kind, state, subject: subjectOf(request) }];
  });
}

/** The jobs that run or wait; what has not begun loses nothing when Almanac is quit. */
function unfinishedJobs(jobs: readonly Job[]): UnfinishedJob[] {
  return jobs.flatMap(({ state, request, resumable }) =>
    state === 'running' || state === 'queued'
      ? [{ subject: subjectOf(request), continues: state === 'queued' || resumable }]
      : [],
  );
}

/** Receives the news of jobs. */
export interface JobNewsListener {
  readonly onEnded: (job: EndedJob) => void;
  /** Called whenever they are others than before. */
  readonly onUnfinished: (jobs: readonly UnfinishedJob[]) => void;
}

/** Each call checks the jobs, and tells the listener what is new since the previous call. */
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
