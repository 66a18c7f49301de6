import { ExplainedError, failureOf } from '#shared/english/explained-error.ts';
import type { Explanation, Failure, FailureKind } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type { JobRequest, JobResult } from '#shared/rpc/jobs.ts';
import { explainSystemError } from '../../lib/errors/system-error.ts';
import type { Progress } from '../../service/service.ts';
import { IngestError } from '../../service/user-files.ts';

/** A problem with the request or the machine that the user has to solve. */
export class JobError extends ExplainedError {
  constructor(kind: FailureKind, reason: Explanation, where = '', retry = false) {
    super(reason, { kind, where, retry });
  }
}

/** Why a job failed, for the user, with the first bad values of a file. */
export interface JobFailure {
  readonly failure: Failure;
  readonly badValues: readonly BadValue[];
  readonly badCount: number;
}

/** Maximum number of bad values stored per job. */
export const maxBadValues = 1000;

/** Explains the error that ended a job; an unexpected one is shown without internals. */
export function explainJobError(error: unknown): JobFailure {
  const failure = failureOf(explainSystemError(error));
  if (!(error instanceof IngestError)) return { failure, badValues: [], badCount: 0 };
  return { failure, badValues: error.badValues.slice(0, maxBadValues), badCount: error.count };
}

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
