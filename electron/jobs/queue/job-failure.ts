import { ExplainedError, failureOf } from '#shared/english/explained-error.ts';
import type { Explanation, Failure, FailureKind } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/bad-value.ts';
import { explainSystemError } from '../../lib/errors/system-error.ts';
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
