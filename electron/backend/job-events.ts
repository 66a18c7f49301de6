import path from 'node:path';
import type { EndedJob } from '#shared/rpc/backend-process.ts';
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

/** The long jobs that have ended since `running` was noted; one that the person cancelled is no news. */
export function endedJobs(running: ReadonlySet<string>, jobs: readonly Job[]): EndedJob[] {
  return jobs.flatMap(({ id, state, started, ended, request }) => {
    if (!running.has(id) || (state !== 'done' && state !== 'failed')) return [];
    const took = started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started);
    return took < minNotifiedMs ? [] : [{ kind: request.kind, state, subject: subjectOf(request) }];
  });
}

/** Each call checks the jobs and notifies of those that have ended since the previous call. */
export function createJobNews(
  list: () => Promise<readonly Job[]>,
  notify: (job: EndedJob) => void,
): () => Promise<void> {
  let running: ReadonlySet<string> = new Set();
  return async () => {
    const jobs = await list();
    for (const job of endedJobs(running, jobs)) notify(job);
    running = new Set(jobs.filter(({ state }) => state === 'running').map(({ id }) => id));
  };
}
