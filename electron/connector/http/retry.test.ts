import { describe, expect, it } from 'vitest';
import { backoff, retryAfterSeconds } from './retry.ts';

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

  it('doubles from attempt to attempt, within bounds, and differs randomly', () => {
    expect([2, 3, 4, 5].map((attempt) => backoff(attempt, 300, 0))).toEqual([150, 300, 600, 1200]);
    expect([2, 3, 4, 5].map((attempt) => backoff(attempt, 300, 1))).toEqual([300, 600, 1200, 2400]);
    expect(backoff(40, 300, 1)).toBe(8_000);
  });
});
