import { stepBefore, stepOf, stepsAfter, type TimeUnit } from '#shared/time/time-steps.ts';

/** A mark of a time axis, and how much of its date is worth writing. */
export interface TimeTick {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly unit: TimeUnit;
}

/** Marks at round moments between `from` and `to`, both included and `from` before `to`; at most about `most` of them. */
export function timeTicks(from: number, to: number, maxTicks: number): TimeTick[] {
  if (!(to > from)) return [];
  const step = stepOf((to - from) / Math.max(1, maxTicks));
  const ticks: TimeTick[] = [];
  for (let at = stepBefore(from, step); at <= to; at = stepsAfter(at, step)) {
    if (at >= from) ticks.push({ at, unit: step.unit });
  }
  return ticks;
}
