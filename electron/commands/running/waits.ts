import type { Limits } from '../../connector/http/limits.ts';
import { defaultLimits } from '../../jobs/export/page-stream.ts';
import { openQuietClock } from '../../lib/http/quiet-clock.ts';
import type { RetryLimits } from '../../lib/http/retry.ts';
import { type AccessOptions, defaultTimeoutSeconds } from './options.ts';

/**
 * How long after the last progress another attempt may start: including one attempt without an answer, the command ends
 * within about a minute, whatever a service does.
 */
const retryWindowMs = 22_000;
const dayMs = 24 * 60 * 60 * 1000;

/** How a command waits for other services. */
export interface Waits {
  readonly limits: Partial<Limits>;
  readonly retryLimits: RetryLimits;
}

/**
 * How a command waits, with one clock for all of its requests: a service that hangs everywhere takes no longer than one
 * that hangs once.
 */
export function waitsOf({ patient, timeout = defaultTimeoutSeconds }: AccessOptions): Waits {
  if (patient === true) {
    return { limits: { maxRetryAfterMs: dayMs }, retryLimits: { ...defaultLimits, maxRetryAfterMs: dayMs } };
  }
  const timeoutMs = timeout * 1000;
  const quiet = openQuietClock(timeoutMs);
  const retryLimits = {
    attempts: 3,
    firstDelayMs: 1_000,
    maxDelayMs: 4_000,
    maxRetryAfterMs: 10_000,
    maxFailingMs: retryWindowMs,
    quiet,
  };
  // Only the clock decides when a service has been silent for too long: a shorter limit would be hit repeatedly.
  const beyondClockMs = timeoutMs + 1_000;
  return { limits: { quiet, headersMs: beyondClockMs, stallMs: beyondClockMs }, retryLimits };
}
