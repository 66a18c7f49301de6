import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Clock } from '../../lib/clock.ts';

/** A clock that stands still until it is moved; each caller that sleeps moves it. */
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

/**
 * A test clock whose moment is a file: another process reads it with {@link readClock}, and a process that is killed goes
 * on where it was.
 */
export function openClockFile(file: string, start: number, random: () => number): TestClock {
  const descriptor = openSync(file, existsSync(file) ? 'r+' : 'w+');
  const clock = openTestClock(Math.max(start, readClock(file)), random);
  const keep = () => writeSync(descriptor, String(clock.now()).padStart(digits), 0);
  keep();
  return {
    ...clock,
    async sleep(milliseconds, signal) {
      await clock.sleep(Math.ceil(milliseconds), signal);
      keep();
    },
    moveTo(moment) {
      clock.moveTo(Math.ceil(moment));
      keep();
    },
  };
}

/** The file always holds as many characters: no reader sees a part of a moment. */
const digits = 15;

/** The moment of a clock's file; 0 if it was never set. */
export function readClock(file: string): number {
  return Number(readFileSync(file, 'utf8'));
}
