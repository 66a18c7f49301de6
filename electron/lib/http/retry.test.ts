import { describe, expect, it } from 'vitest';
import { Retries, type RetryLimits, retryAfterSeconds } from './retry.ts';

describe('the delay before a retry', () => {
  const now = Date.UTC(2024, 0, 1, 12, 0, 0);
  it.each([
    [undefined, null],
    ['', null],
    ['soon', null],
    ['0', 0],
    [' 120 ', 120],
    ['Mon, 01 Jan 2024 12:01:30 GMT', 90],
    ['Monday, 01-Jan-24 12:00:10 GMT', 10],
    ['Mon Jan  1 12:00:05 2024 GMT', 5],
    ['Mon Jan  1 12:00:05 2024', 5],
    ['99999999', 31_622_400],
    ['9'.repeat(400), 31_622_400],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 31_622_400],
    ['-5', null],
    ['+5', null],
    ['1.5', null],
    ['1e3', null],
    ['0x10', null],
    ['Infinity', null],
    ['2024-01-01T12:00:10Z', null],
    ['Mon, 99 Foo 2024 12:01:30 GMT', null],
    ['12, 13', null],
    ['Mon, 01 Jan 2024 11:00:00 GMT', 0],
  ])('Retry-After: %s', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  const limits = { attempts: 4, firstDelayMs: 300, maxDelayMs: 1_000, maxRetryAfterMs: 5_000 };

  /** What is waited after failures in a row, each of which asks for so many milliseconds; -1 follows progress. */
  function delays(random: number, afterMs: readonly (number | null)[], changes: Partial<RetryLimits> = {}) {
    let time = 0;
    const clock = { now: () => time, random: () => random, sleep: async () => {} };
    const retries = new Retries({ ...limits, ...changes }, (error) => error as number | null, clock);
    return afterMs.map((error) => {
      if (error === -1) retries.progressed();
      const delayMs = retries.delayAfter(error);
      time += delayMs ?? 0;
      return delayMs;
    });
  }
  const quiet = { maxMs: 1_000, remainingMs: () => 0, start: () => {}, end: () => {}, reset: () => {} };

  it.each<[string, (number | null)[], (number | null)[]]>([
    [
      'doubles within bounds, shortened by half at most, until the last attempt',
      delays(0, [0, 0, 0, 0]),
      [150, 300, 500, null],
    ],
    ['differs randomly', delays(1, [0, 0, 0, 0]), [300, 600, 1_000, null]],
    [
      'begins again with every progress, here at the second failure',
      delays(1, [0, -1, 0, 0, 0]),
      [300, 300, 600, 1_000, null],
    ],
    ['is as long as the service asks, unless that is too long', delays(0, [4_000, 100, 5_001]), [4_000, 300, null]],
    ['is none after a failure that stays', delays(0, [null]), [null]],
    ['is none after too long a time', delays(0, [0, 0, 0], { maxFailingMs: 500 }), [150, 300, null]],
    ['is none after too long a silence', delays(0, [0], { quiet }), [null]],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected));

  it('ends with the reason of a cancellation', async () => {
    const retries = new Retries({ ...limits, firstDelayMs: 60_000, maxDelayMs: 60_000 }, () => 0);
    const reason = new Error('No longer needed.');
    await expect(retries.pause(null, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = retries.pause(null, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
