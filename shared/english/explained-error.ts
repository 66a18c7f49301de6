import { type Explanation, explain, type Failure, type FailureKind, failure } from '../failures.ts';
import { englishText } from './english-text.ts';

/** What a program can do about an error. */
export interface ErrorFacts {
  /** What a program branches on; by default `internal`: only what throws and what catches it know its reason. */
  readonly kind?: FailureKind;
  /** The address or thing that failed. */
  readonly where?: string;
  /** Whether the same request may succeed later. */
  readonly retry?: boolean;
  /** Seconds that a service asked to wait. */
  readonly retryAfter?: number | null;
  /** HTTP status of the answer, if there was one. */
  readonly status?: number | null;
  readonly cause?: unknown;
}

/** An error with an explanation for the user. Its message is for logs. */
export class ExplainedError extends Error {
  readonly reason: Explanation;
  readonly kind: FailureKind;
  readonly where: string;
  readonly retry: boolean;
  readonly retryAfter: number | null;
  readonly status: number | null;

  constructor(reason: Explanation, facts: ErrorFacts = {}) {
    const { kind = 'internal', where = '', retry = false, retryAfter = null, status = null, cause } = facts;
    super(englishText(reason), cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.reason = reason;
    this.kind = kind;
    this.where = where;
    this.retry = retry;
    this.retryAfter = retryAfter;
    this.status = status;
  }
}

/** Whether an error is of one of these kinds. */
export function isOfKind(error: unknown, ...kinds: readonly FailureKind[]): error is ExplainedError {
  return error instanceof ExplainedError && kinds.includes(error.kind);
}

/** The failure to show for an error; one that is `internal`, or has no explanation, reveals no internals. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ExplainedError) || error.kind === 'internal') {
    return failure('internal', explain('something-wrong'));
  }
  const { kind, reason, where, retry, retryAfter } = error;
  return failure(kind, reason, { where, retry, ...(retryAfter === null ? {} : { retryAfter }) });
}

/** The explanation of an error; the message of an error without one. */
export function reasonOf(error: unknown): Explanation {
  if (error instanceof ExplainedError) return error.reason;
  return { code: 'program-said', values: { text: error instanceof Error ? error.message : String(error) } };
}
