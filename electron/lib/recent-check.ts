import { setTimeout as sleep } from 'node:timers/promises';

/** When a check is made again, and how long its outcome is awaited, in milliseconds. */
export interface RecentCheckTimes {
  /** How long a success is valid; a failure is checked again at once. */
  readonly validMs: number;
  /** How long a check is awaited; then the outcome of the previous one is used. */
  readonly waitMs: number;
}

/**
 * Makes a check that costs something, and may be slow, cheap and quick to ask: its callers share one that is running, and
 * the outcome of the last one while the next takes its time. Only the first one is awaited.
 * @param check ends within a limit of its own; throws why it failed
 */
export function recentCheck(check: () => Promise<void>, { validMs, waitMs }: RecentCheckTimes): () => Promise<void> {
  let running: Promise<void> | null = null;
  let last: Promise<void> | null = null;
  let validUntil = Number.NEGATIVE_INFINITY;

  function start(): Promise<void> {
    const started = check();
    const settle = (untilMs: number) => {
      validUntil = performance.now() + untilMs;
      last = started;
      running = null;
    };
    started.then(
      () => settle(validMs),
      () => settle(0),
    );
    return started;
  }

  return async () => {
    if (last !== null && running === null && performance.now() < validUntil) return await last;
    running ??= start();
    if (last === null) return await running;
    const before = last;
    return await Promise.race([running, sleep(waitMs, undefined, { ref: false }).then(() => before)]);
  };
}
