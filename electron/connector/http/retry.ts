import { setTimeout as sleep } from 'node:timers/promises';
import { abortedError, isAborted, ServiceError } from '../errors.ts';
import type { Limits } from './limits.ts';

/** The seconds that `Retry-After` asks for, given as seconds or as a date (RFC 9110, 10.2.3); null when it says nothing. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Milliseconds before attempt number `attempt` (the second is 2); `random` is in [0, 1). */
export function backoff(attempt: number, first: number, random: number): number {
  const ceiling = Math.min(first * 2 ** (attempt - 2), 8_000);
  return ceiling / 2 + (ceiling / 2) * random;
}

const transient: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Whether Almanac asks again by itself. What only a person can mend, or what took long already, is left to them. */
function isTransient(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'cut-off' || (error.status !== null && transient.has(error.status));
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw abortedError();
  }
}

/** Makes attempts until one succeeds, fails for good, or there were enough. */
export async function withRetries<Result>(
  limits: Limits,
  signal: AbortSignal,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (isAborted(error) || number >= limits.attempts || !isTransient(error)) throw error;
      const asked = error.retryAfter === null ? 0 : error.retryAfter * 1000;
      if (asked > limits.longestWait) throw error;
      await pause(Math.max(asked, backoff(number + 1, limits.backoff, Math.random())), signal);
    }
  }
}
