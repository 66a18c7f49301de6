import { isDeepStrictEqual } from 'node:util';
import { type ErrorFacts, ExplainedError, isOfKind } from '#shared/english/explained-error.ts';
import { type Explanation, explain, type FailureKind, inTurn } from '#shared/failures.ts';
import { transientStatuses } from '../lib/http/retry.ts';

interface ServiceErrorFacts extends Omit<ErrorFacts, 'kind' | 'where'> {
  /** The service's code beside its message: see `problemHeader`. */
  readonly problem?: string | null | undefined;
  /** Whether the service contradicts itself, so that a repetition is no coincidence. */
  readonly contradiction?: boolean;
}

/**
 * The one type of error that the connector throws. Neither its text nor its values ever contain a token or a password.
 */
export class ServiceError extends ExplainedError {
  readonly contradiction: boolean;
  readonly problem: string | null;

  /** @param where an address without its query, which may be long, or another thing that failed */
  constructor(kind: FailureKind, reason: Explanation, where: URL | string = '', facts: ServiceErrorFacts = {}) {
    super(reason, { ...facts, kind, where: typeof where === 'string' ? where : `${where.origin}${where.pathname}` });
    this.contradiction = facts.contradiction ?? false;
    this.problem = facts.problem ?? null;
  }
}

/** Milliseconds that the service asked to wait; 0 if it did not. */
export function retryAfterMs({ retryAfter }: ServiceError): number {
  return (retryAfter ?? 0) * 1000;
}

/** {@link retryAfterMs} for interruptions and overload, which a retry within seconds may end; null for other failures. */
export function afterTransientMs(error: unknown): number | null {
  if (!(error instanceof ServiceError)) return null;
  const isTransient = error.kind === 'cut-off' || (error.status !== null && transientStatuses.has(error.status));
  return isTransient ? retryAfterMs(error) : null;
}

/** {@link retryAfterMs} for failures that may end by themselves, now or later; null for those that a retry repeats. */
export function afterTemporaryMs(error: unknown): number | null {
  if (!(error instanceof ServiceError) || !error.retry) return null;
  return error.kind === 'dataset-changed' || error.kind === 'malformed' ? null : retryAfterMs(error);
}

/** The same failure, without a retry. */
export function asFinal({ kind, reason, where, status, contradiction, problem, cause }: ServiceError): ServiceError {
  return new ServiceError(kind, reason, where, { status, contradiction, problem, cause });
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
  return new ServiceError('malformed', inTurn(reason, explain('contradicts-itself')), where);
}

/** The caller has cancelled. Never shown, never logged. */
export function abortedError(): ServiceError {
  return new ServiceError('aborted', explain('not-needed'));
}

/** The result of some work, or another value if it fails; only a cancelled one is thrown. */
export async function resultOr<Result, Other>(work: Promise<Result>, other: Other): Promise<Result | Other> {
  try {
    return await work;
  } catch (error) {
    if (isAborted(error)) throw error;
    return other;
  }
}

export function isAborted(error: unknown): boolean {
  return isOfKind(error, 'aborted');
}
