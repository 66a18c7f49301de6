import { stepBefore, stepOf, stepsAfter, type TimeUnit } from '#shared/time/time-steps.ts';

/** A tick of a time axis, and how much of its date to show. */
export interface TimeTick {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly unit: TimeUnit;
}

/** Ticks at round times between `from` and `to`, both inclusive, `from` before `to`; about `most` at most. */
export function timeTicks(from: number, to: number, maxTicks: number): TimeTick[] {
  if (!(to > from)) return [];
  const step = stepOf((to - from) / Math.max(1, maxTicks));
  const ticks: TimeTick[] = [];
  for (let at = stepBefore(from, step); at <= to; at = stepsAfter(at, step)) {
    if (at >= from) ticks.push({ at, unit: step.unit });
  }
  return ticks;
}
