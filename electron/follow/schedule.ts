import { afterInterval } from '#shared/time/every.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Failures in a row after which a source is paused and shown. */
export const maxFailures = 10;

/** The longest time that a `Cache-Control` of a server delays a check: some say a year for what changes daily. */
const maxAgeHeededMs = dayMs;

/** Checks are spread over this part of the interval, so that not everybody asks at the same minute. */
const jitter = 0.05;
const maxJitterMs = 15 * 60_000;

/** The time of the check after a successful one, ISO 8601; null for a schedule by hand. @param random in [0, 1) */
export function nextCheckAt(every: string, now: number, maxAgeMs: number, random: number): string | null {
  const next = afterInterval(every, now);
  if (next === null) return null;
  const spread = Math.min((next - now) * jitter, maxJitterMs) * random;
  const fresh = now + Math.min(maxAgeMs, maxAgeHeededMs);
  return new Date(Math.max(next + spread, fresh)).toISOString();
}

/**
 * The time of the check after a failed one: an hour later, then two, four …, at most a day or the interval of the
 * schedule. @param failures in a row, including this one
 * @param retryAfterMs what the server asked for
 */
export function retryAt(
  every: string,
  now: number,
  failures: number,
  retryAfterMs: number,
  random: number,
): string | null {
  const next = afterInterval(every, now);
  if (next === null) return null;
  const longest = Math.max(next - now, dayMs);
  const delay = Math.min(hourMs * 2 ** Math.min(failures - 1, 20), longest);
  return new Date(now + Math.max(delay, retryAfterMs) + Math.min(delay * jitter, maxJitterMs) * random).toISOString();
}

/** Validators can lie: the content itself is read again after this long. */
export function isFullCheckDue(every: string, lastFull: string | null, now: number): boolean {
  if (lastFull === null) return true;
  const interval = (afterInterval(every, now) ?? now) - now;
  return now - Date.parse(lastFull) > Math.max(14 * dayMs, 8 * interval);
}
