import type { Clock } from '../clock.ts';

/** A clock that stands still until it is moved; whoever sleeps moves it. */
export interface TestClock extends Clock {
  /** Moves it to a moment, in milliseconds since 1970; never back. */
  moveTo(moment: number): void;
}

export function openTestClock(start: number, random: () => number = () => 0.5): TestClock {
  let now = start;
  return {
    now: () => now,
    random,
    async sleep(milliseconds, signal) {
      signal.throwIfAborted();
      now += milliseconds;
    },
    moveTo(moment) {
      now = Math.max(now, moment);
    },
  };
}
