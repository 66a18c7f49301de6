import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../connector/errors.ts';
import type { QuietClock } from '../../connector/http/quiet-clock.ts';

/** How long a job waits for a service that fails for a passing reason. */
export interface Patience {
  /** Attempts without any progress. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; each further wait is twice as long, up to `longest`. */
  readonly first: number;
  readonly longest: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; with a longer one the person decides. */
  readonly maxRetryAfterMs: number;
  /** Once it has run out nothing more is tried. */
  readonly quiet?: QuietClock;
}

export const usualPatience: Patience = { attempts: 10, first: 1_000, longest: 60_000, maxRetryAfterMs: 60_000 };

/** Whether the same may well succeed after a while. */
export function isPassing(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.retry && error.code !== 'dataset-changed' && error.code !== 'malformed';
}

/**
 * Milliseconds to wait before an attempt (the second is 2): at least as long as the service asks for. Null where it is
 * not to be made: the service asks for more than is waited for, or has been quiet for too long.
 */
export function waitBefore(attempt: number, error: ServiceError, patience: Patience): number | null {
  const askedMs = (error.retryAfter ?? 0) * 1000;
  if (attempt > patience.attempts || askedMs > patience.maxRetryAfterMs) return null;
  if (patience.quiet !== undefined && patience.quiet.remainingMs() <= 0) return null;
  const own = Math.min(patience.longest, patience.first * 2 ** (attempt - 2));
  return Math.max(own, askedMs);
}

/** @throws the signal's reason when it is aborted meanwhile. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
