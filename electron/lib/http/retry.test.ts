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

  /** What is waited after failures in a row, each of which asks for a wait of so many milliseconds. */
  function delays(random: number, afterMs: readonly (number | null)[], changes: Partial<RetryLimits> = {}) {
    let time = 0;
    const clock = { now: () => time, random: () => random, sleep: async () => {} };
    const retries = new Retries({ ...limits, ...changes }, (error) => error as number | null, clock);
    return afterMs.map((error) => {
      const delayMs = retries.delayAfter(error);
      time += delayMs ?? 0;
      return delayMs;
    });
  }

  it('doubles within bounds, differs randomly, and ends with the last attempt', () => {
    expect(delays(0, [0, 0, 0, 0])).toEqual([150, 300, 500, null]);
    expect(delays(1, [0, 0, 0, 0])).toEqual([300, 600, 1_000, null]);
  });

  it('is as long as the service asks, unless that is too long', () => {
    expect(delays(0, [4_000, 100, 5_001])).toEqual([4_000, 300, null]);
  });

  it('is none after a failure that does not pass, too long a time, or too long a silence', () => {
    expect(delays(0, [null])).toEqual([null]);
    expect(delays(0, [0, 0, 0], { maxFailingMs: 500 })).toEqual([150, 300, null]);
    const quiet = { maxMs: 1_000, remainingMs: () => 0, start: () => {}, end: () => {}, reset: () => {} };
    expect(delays(0, [0], { quiet })).toEqual([null]);
  });

  it('begins again with every progress', () => {
    const retries = new Retries({ ...limits, attempts: 2 }, () => 0, {
      now: () => 0,
      random: () => 1,
      sleep: async () => {},
    });
    const [first, second] = [retries.delayAfter(null), retries.delayAfter(null)];
    retries.progressed();
    expect([first, second, retries.failures, retries.delayAfter(null)]).toEqual([300, null, 0, 300]);
  });

  it('ends with the reason of a cancellation', async () => {
    const controller = new AbortController();
    const waiting = new Retries({ ...limits, firstDelayMs: 60_000, maxDelayMs: 60_000 }, () => 0).pause(
      null,
      controller.signal,
    );
    controller.abort(new Error('No longer needed.'));
    await expect(waiting).rejects.toThrow('No longer needed.');
  });
});
