import { type Clock, systemClock } from '../clock.ts';
import { neverAborted } from '../never-aborted.ts';
import type { QuietClock } from './quiet-clock.ts';

/** How often and for how long a request is repeated after failures that may pass. */
export interface RetryLimits {
  /** Attempts without any progress, including the first. */
  readonly attempts: number;
  /**
   * Delay before the second attempt, doubled for each further one up to `maxDelayMs`. Each is shortened randomly, by half
   * at most, so that clients do not return all at once.
   */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** The longest `Retry-After` to wait for; a longer one is left to the caller. */
  readonly maxRetryAfterMs: number;
  /** Milliseconds since the last progress after which no further attempt starts; unlimited if missing. */
  readonly maxFailingMs?: number;
  /** Fails requests once nothing has arrived for too long over all of them; no attempt starts once it has run out. */
  readonly quiet?: QuietClock;
}

/** Statuses that may pass by themselves. */
export const transientStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * The attempts at one request, or at a work of several: the only rule about repeating them. What may be repeated is the
 * caller's to decide: reads, and writes that have the same effect twice.
 */
export class Retries {
  readonly #limits: RetryLimits;
  readonly #afterMs: (error: unknown) => number | null;
  readonly #clock: Clock;
  #failures = 0;
  #progressAt: number;

  /** @param afterMs milliseconds that must at least pass after a failure (`Retry-After`); null if a repetition is useless */
  constructor(limits: RetryLimits, afterMs: (error: unknown) => number | null, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#afterMs = afterMs;
    this.#clock = clock;
    this.#progressAt = clock.now();
  }

  /** Failures since the last progress. */
  get failures(): number {
    return this.#failures;
  }

  /** Something was achieved: failures and time are counted from here. */
  progressed(): void {
    this.#failures = 0;
    this.#progressAt = this.#clock.now();
  }

  /** Counts a failure. @returns milliseconds to wait before the next attempt; null if there is to be none */
  delayAfter(error: unknown): number | null {
    const {
      attempts,
      firstDelayMs,
      maxDelayMs,
      maxRetryAfterMs,
      maxFailingMs = Number.POSITIVE_INFINITY,
      quiet,
    } = this.#limits;
    this.#failures += 1;
    const afterMs = this.#afterMs(error);
    if (afterMs === null || afterMs > maxRetryAfterMs || this.#failures >= attempts) return null;
    if (quiet !== undefined && quiet.remainingMs() <= 0) return null;
    const ceilingMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#failures - 1));
    const delayMs = Math.max(afterMs, (ceilingMs / 2) * (1 + this.#clock.random()));
    return this.#clock.now() - this.#progressAt + delayMs > maxFailingMs ? null : delayMs;
  }

  /** Waits before the next attempt. @throws `error` if there is to be none; the signal's reason if it is aborted */
  async pause(error: unknown, signal: AbortSignal = neverAborted): Promise<void> {
    const delayMs = this.delayAfter(error);
    if (delayMs === null) throw error;
    await this.#clock.sleep(delayMs, signal);
  }
}

/** The longest reported delay, in seconds: a year. */
const maxRetryAfterSeconds = 366 * 24 * 60 * 60;

/** The three forms of a date (RFC 9110, 5.6.7): the usual one, that of RFC 850 and that of `asctime`. */
const httpDates = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}(?: GMT)?$/,
] as const;

/**
 * The seconds that `Retry-After` asks for, as a number or a date (RFC 9110, 10.2.3), at most a year; null if it cannot
 * be parsed.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxRetryAfterSeconds);
  if (!httpDates.some((form) => form.test(text))) return null;
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, Math.ceil((date - now) / 1000)), maxRetryAfterSeconds);
}
