import type { Job } from '#shared/rpc/jobs.ts';

/** Minimum duration in milliseconds of jobs whose end is reported. */
const longJobMs = 5_000;

function took({ started, ended }: Job): number {
  return started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started);
}

/**
 * The jobs that ended between two checks and should be reported: long ones, and failed ones of any duration. Jobs
 * cancelled by the user are not.
 */
export function jobEndings(before: readonly Job[], after: readonly Job[]): readonly Job[] {
  const states = new Map(before.map((job) => [job.id, job.state]));
  return after.filter((job) => {
    const previous = states.get(job.id);
    if (previous !== 'running' && previous !== 'queued') return false;
    return job.state === 'failed' || (job.state === 'done' && took(job) >= longJobMs);
  });
}

/** Whether a job finished and found a problem. */
export function isBadNews({ result }: Job): boolean {
  return result?.kind === 'verify' && result.verdict === 'differs';
}

/** Jobs interrupted since the list of jobs was last seen. */
export function interruptedSince(jobs: readonly Job[], until: number): readonly Job[] {
  return jobs.filter(({ state, ended }) => state === 'cut-off' && ended !== null && Date.parse(ended) > until);
}
