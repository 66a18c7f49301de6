import { setTimeout as sleep } from 'node:timers/promises';

/** Time and luck, as work that waits sees them: a test has its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason if it is aborted meanwhile. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A random number in [0, 1). */
  random(): number;
}

/** Timers of Node hold 31 bits. */
const maxSleepMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  async sleep(milliseconds, signal) {
    signal.throwIfAborted();
    await sleep(Math.min(milliseconds, maxSleepMs), undefined, { signal }).catch(() => signal.throwIfAborted());
  },
};
