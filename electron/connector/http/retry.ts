import { setTimeout as sleep } from 'node:timers/promises';
import { abortedError, ServiceError } from '../errors.ts';
import type { Limits } from './limits.ts';

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

/** Milliseconds before attempt number `attempt` (the second is 2); `random` is in [0, 1). */
export function backoff(attempt: number, first: number, random: number): number {
  const ceiling = Math.min(first * 2 ** (attempt - 2), 8_000);
  return ceiling / 2 + (ceiling / 2) * random;
}

const transient: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * Whether to retry automatically. Failures that only the user can fix, or that already took long, are left to the user.
 */
export function isTransient(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.kind === 'cut-off' || (error.status !== null && transient.has(error.status));
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw abortedError();
  }
}

/**
 * Waits before another attempt at a request.
 * @param attempts how many there were
 * @throws the same error if there is not to be another one
 */
export async function pauseBeforeRetry(
  error: unknown,
  attempts: number,
  limits: Limits,
  signal: AbortSignal,
): Promise<void> {
  if (attempts >= limits.attempts || !isTransient(error)) throw error;
  const retryAfterMs = error.retryAfter === null ? 0 : error.retryAfter * 1000;
  if (retryAfterMs > limits.maxRetryAfterMs) throw error;
  await pause(Math.max(retryAfterMs, backoff(attempts + 1, limits.backoff, Math.random())), signal);
}
