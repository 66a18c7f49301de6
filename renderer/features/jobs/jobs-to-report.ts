import type { Job } from '#shared/rpc/jobs.ts';

/** A job that took as long as this is worth a word when it ends, in milliseconds. */
export const longJob = 5_000;

function took({ started, ended }: Job): number {
  return started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started);
}

/**
 * The jobs that have ended between two checks and are to be reported: those that took long, and failed ones however
 * short. One that the person cancelled is no news.
 */
export function jobEndings(before: readonly Job[], after: readonly Job[]): readonly Job[] {
  const states = new Map(before.map((job) => [job.id, job.state]));
  return after.filter((job) => {
    const previous = states.get(job.id);
    if (previous !== 'running' && previous !== 'queued') return false;
    return job.state === 'failed' || (job.state === 'done' && took(job) >= longJob);
  });
}

/** Whether a job has done its work, and found that something is wrong. */
export function isBadNews({ result }: Job): boolean {
  return result?.kind === 'verify' && result.verdict === 'differs';
}

/** Jobs that were interrupted since the list of jobs was last looked at. */
export function interruptedSince(jobs: readonly Job[], until: number): readonly Job[] {
  return jobs.filter(({ state, ended }) => state === 'cut-off' && ended !== null && Date.parse(ended) > until);
}
