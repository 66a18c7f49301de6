import { retryAfterMs, ServiceError } from '../../connector/errors.ts';
import type { RetryLimits } from '../../lib/http/retry.ts';

/** How often and how long a job repeats what failed temporarily. */
export const defaultLimits: RetryLimits = {
  attempts: 10,
  firstDelayMs: 1_000,
  maxDelayMs: 60_000,
  maxRetryAfterMs: 60_000,
};

/** Milliseconds after which a failure may be over at the earliest; null if a retry is useless. */
export function afterTemporaryMs(error: unknown): number | null {
  if (!(error instanceof ServiceError) || !error.retry) return null;
  return error.kind === 'dataset-changed' || error.kind === 'malformed' ? null : retryAfterMs(error);
}
