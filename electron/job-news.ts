import path from 'node:path';
import type { EndedJob } from '#shared/rpc/backend-process.ts';
import type { Job, JobRequest } from '#shared/rpc/jobs.ts';

/** A job that took as long as this is worth a word of the system's when it ends, in milliseconds. */
export const worthTelling = 10_000;

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
    return took < worthTelling ? [] : [{ kind: request.kind, state, subject: subjectOf(request) }];
  });
}

/** Looks at the jobs whenever it is called and tells of those that have ended since it was called before. */
export function createJobNews(list: () => Promise<readonly Job[]>, tell: (job: EndedJob) => void): () => Promise<void> {
  let running: ReadonlySet<string> = new Set();
  return async () => {
    const jobs = await list();
    for (const job of endedJobs(running, jobs)) tell(job);
    running = new Set(jobs.filter(({ state }) => state === 'running').map(({ id }) => id));
  };
}
