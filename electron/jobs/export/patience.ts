import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../connector/errors.ts';

/** How long a job waits for a service that fails for a passing reason. */
export interface Patience {
  /** Attempts without any progress. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; each further wait is twice as long, up to `longest`. */
  readonly first: number;
  readonly longest: number;
}

export const usualPatience: Patience = { attempts: 10, first: 1_000, longest: 60_000 };

/** Whether the same may well succeed after a while. */
export function isPassing(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.retry && error.code !== 'dataset-changed' && error.code !== 'malformed';
}

/** Milliseconds to wait before an attempt (the second is 2): at least as long as the service asks for. */
export function waitBefore(attempt: number, error: ServiceError, patience: Patience): number {
  const own = Math.min(patience.longest, patience.first * 2 ** (attempt - 2));
  return Math.max(own, (error.retryAfter ?? 0) * 1000);
}

/** @throws the signal's reason when it is aborted meanwhile. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
