import { BackendFailure } from '#shared/rpc/port-protocol.ts';
import type { Failure } from '#shared/rpc/records.ts';
import { say } from '#shared/sentences/say.ts';

/** What can go wrong between Almanac and a service. */
export type ProblemCode =
  | 'aborted'
  | 'bad-address'
  | 'bad-query'
  | 'certificate'
  | 'changed-meanwhile'
  | 'credentials-refused'
  | 'cut-off'
  | 'dataset-changed'
  | 'forbidden'
  | 'malformed'
  | 'keychain'
  | 'local-failed'
  | 'no-http'
  | 'no-keychain'
  | 'no-secure-connection'
  | 'not-accepted'
  | 'not-found'
  | 'not-this-kind'
  | 'offline'
  | 'page-loop'
  | 'plain-http'
  | 'proxy'
  | 'query-ignored'
  | 'redirect'
  | 'server-error'
  | 'sign-in-needed'
  | 'throttled'
  | 'timeout'
  | 'token-refused'
  | 'too-big'
  | 'too-late'
  | 'unknown-connection'
  | 'web-page';

interface Problem {
  readonly code: ProblemCode;
  /** For a person: what happened and what to do. */
  readonly message: string;
  /** The address or thing that it happened to. */
  readonly where?: string;
  /** Whether the same request may well succeed later. */
  readonly retry?: boolean;
  /** The status of the answer, where there was one. */
  readonly status?: number;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number;
  /** Whether the service contradicts itself, so that the same again would be no accident. */
  readonly contradiction?: boolean;
  readonly cause?: unknown;
}

/** The one kind of error that the connector throws. Its text never holds a token or a password. */
export class ServiceError extends Error {
  readonly code: ProblemCode;
  readonly where: string;
  readonly retry: boolean;
  readonly status: number | null;
  readonly retryAfter: number | null;
  readonly contradiction: boolean;

  constructor(problem: Problem) {
    super(problem.message, problem.cause === undefined ? undefined : { cause: problem.cause });
    this.name = 'ServiceError';
    this.code = problem.code;
    this.where = problem.where ?? '';
    this.retry = problem.retry ?? false;
    this.status = problem.status ?? null;
    this.retryAfter = problem.retryAfter ?? null;
    this.contradiction = problem.contradiction ?? false;
  }
}

/** The same failure, as one after which nothing is asked again. */
export function asFinal(error: ServiceError): ServiceError {
  const { code, message, where, status, contradiction, cause } = error;
  return new ServiceError({ code, message, where, contradiction, cause, ...(status === null ? {} : { status }) });
}

/**
 * What is to be said of a contradiction that came a second time, word for word: reading once more would bring the same.
 * Null for any other failure, which another attempt may well mend.
 */
export function repeatedContradiction(error: unknown, before: unknown): ServiceError | null {
  if (!(error instanceof ServiceError) || !(before instanceof ServiceError) || !error.contradiction) return null;
  const { code, message, where } = error;
  if (!before.contradiction || code !== before.code || message !== before.message || where !== before.where)
    return null;
  return new ServiceError({ code: 'malformed', message: `${message} ${say('contradicts-itself')}`, where });
}

/** Nobody waits for the answer any more. Quiet: never shown, never logged. */
export function abortedError(): ServiceError {
  return new ServiceError({ code: 'aborted', message: 'No longer needed.' });
}

export function isAborted(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'aborted';
}

/** The record that crosses to the window; what is no {@link ServiceError} tells nothing of its inside. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  if (!(error instanceof ServiceError)) {
    return { code: 'internal', message: say('something-wrong'), where: '', retry: false };
  }
  const { code, message, where, retry, retryAfter } = error;
  return { code, message, where, retry, ...(retryAfter === null ? {} : { retryAfter }) };
}
