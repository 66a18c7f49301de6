import type { Explanation } from '#shared/failures.ts';
import type { JobRequest, JobResult } from '#shared/rpc/jobs.ts';
import type { Progress } from '../../service/service.ts';

/** The input of a job besides its request. A job is a function of these alone. */
export interface JobWork {
  /** Identifies the job; unchanged when it resumes after a pause or a restart. */
  readonly id: string;
  /** When this is aborted the job rejects soon, with the signal's reason. */
  readonly signal: AbortSignal;
  report(progress: Progress): void;
  /** Adds something that happened on the way to the notices of the job's record. */
  notice(notice: Explanation): void;
}

export interface JobRunner {
  /** Whether a run resumes where the previous run was stopped. */
  resumable(request: JobRequest): boolean;
  run(request: JobRequest, work: JobWork): Promise<JobResult>;
  /** Removes what a stopped run has left for the next one, or a killed one behind. */
  discard(request: JobRequest, id: string): Promise<void>;
}

/** Why a running job is stopped. Its name makes all code that it calls treat it as an abort. */
export class JobStopped extends Error {
  readonly why: 'cancelled' | 'paused' | 'closing';
  constructor(why: JobStopped['why']) {
    super(`The job was stopped: ${why}.`);
    this.name = 'AbortError';
    this.why = why;
  }
}
