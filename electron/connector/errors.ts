import { isDeepStrictEqual } from 'node:util';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain, type Failure, type FailureKind, failure, inTurn } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';

interface Problem {
  readonly kind: FailureKind;
  /** What happened and what to do. */
  readonly reason: Explanation;
  /** The address or thing that failed. */
  readonly where?: string;
  /** Whether the same request may succeed later. */
  readonly retry?: boolean;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number;
  /** The service's code beside its message: see `problemHeader`. */
  readonly problem?: string | undefined;
  /** Whether the service contradicts itself, so that a repetition is no coincidence. */
  readonly contradiction?: boolean;
  readonly cause?: unknown;
}

/**
 * The one type of error that the connector throws. Neither its text nor its values ever contain a token or a password.
 */
export class ServiceError extends ExplainedError {
  readonly kind: FailureKind;
  readonly where: string;
  readonly retry: boolean;
  readonly status: number | null;
  readonly retryAfter: number | null;
  readonly contradiction: boolean;
  readonly problem: string | null;

  constructor(problem: Problem) {
    super(problem.reason, problem.cause === undefined ? undefined : { cause: problem.cause });
    this.name = 'ServiceError';
    this.kind = problem.kind;
    this.where = problem.where ?? '';
    this.retry = problem.retry ?? false;
    this.status = problem.status ?? null;
    this.retryAfter = problem.retryAfter ?? null;
    this.contradiction = problem.contradiction ?? false;
    this.problem = problem.problem ?? null;
  }
}

/** The same failure, without a retry. */
export function asFinal(error: ServiceError): ServiceError {
  const { kind, reason, where, status, contradiction, cause } = error;
  const problem = error.problem ?? undefined;
  return new ServiceError({
    kind,
    reason,
    where,
    contradiction,
    cause,
    problem,
    ...(status === null ? {} : { status }),
  });
}

/**
 * The error for a contradiction that occurred twice with the same values: another attempt would give the same result.
 * Null for any other failure, which a retry may fix.
 */
export function repeatedContradiction(error: unknown, before: unknown): ServiceError | null {
  if (!(error instanceof ServiceError) || !(before instanceof ServiceError) || !error.contradiction) return null;
  const { kind, reason, where } = error;
  const isSame = kind === before.kind && where === before.where && isDeepStrictEqual(reason, before.reason);
  if (!before.contradiction || !isSame) return null;
  return new ServiceError({ kind: 'malformed', reason: inTurn(reason, explain('contradicts-itself')), where });
}

/** The caller has cancelled. Never shown, never logged. */
export function abortedError(): ServiceError {
  return new ServiceError({ kind: 'aborted', reason: explain('not-needed') });
}

export function isAborted(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'aborted';
}

/** The failure in the form for the window; anything but a {@link ServiceError} reveals no internals. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  if (!(error instanceof ServiceError)) return failure('internal', explain('something-wrong'));
  const { kind, reason, where, retry, retryAfter } = error;
  return failure(kind, reason, { where, retry, ...(retryAfter === null ? {} : { retryAfter }) });
}
