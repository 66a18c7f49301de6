import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../connector/errors.ts';
import type { QuietClock } from '../../connector/http/transport/idle-clock.ts';

/** How often and how long a job retries after a temporary failure. */
export interface RetryLimits {
  /** Attempts without any progress. */
  readonly attempts: number;
  /** Delay before the second attempt, doubled for each further one up to `maxDelayMs`. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** The longest `Retry-After` to wait for, in milliseconds; with a longer one the user decides. */
  readonly maxRetryAfterMs: number;
  /** Milliseconds since the last progress after which no further attempt starts; unlimited if missing. */
  readonly maxFailingMs?: number;
  /** No further attempt once it has run out. */
  readonly quiet?: QuietClock;
}

export const defaultLimits: RetryLimits = {
  attempts: 10,
  firstDelayMs: 1_000,
  maxDelayMs: 60_000,
  maxRetryAfterMs: 60_000,
};

/** Whether a retry may succeed. */
export function isTemporary(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.retry && error.kind !== 'dataset-changed' && error.kind !== 'malformed';
}

/**
 * Milliseconds to wait before an attempt (the second is 2): at least as long as the service asks for. Null for no
 * further attempt: the service asks for too long a delay, or has failed or been silent for too long.
 * @param failingMs milliseconds since the last progress
 */
export function waitBefore(
  attempt: number,
  error: ServiceError,
  retryLimits: RetryLimits,
  failingMs = 0,
): number | null {
  const retryAfterMs = (error.retryAfter ?? 0) * 1000;
  if (attempt > retryLimits.attempts || retryAfterMs > retryLimits.maxRetryAfterMs) return null;
  if (retryLimits.quiet !== undefined && retryLimits.quiet.remainingMs() <= 0) return null;
  const backoffMs = Math.min(retryLimits.maxDelayMs, retryLimits.firstDelayMs * 2 ** (attempt - 2));
  const waitMs = Math.max(backoffMs, retryAfterMs);
  return retryLimits.maxFailingMs !== undefined && failingMs + waitMs > retryLimits.maxFailingMs ? null : waitMs;
}

/** @throws the signal's reason if it is aborted meanwhile */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
