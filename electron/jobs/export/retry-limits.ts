import type { RetryLimits } from '../../lib/http/retry.ts';

/** How often and how long a job repeats what failed temporarily. */
export const defaultLimits: RetryLimits = {
  attempts: 10,
  firstDelayMs: 1_000,
  maxDelayMs: 60_000,
  maxRetryAfterMs: 60_000,
};
