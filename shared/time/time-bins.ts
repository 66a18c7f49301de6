import type { MomentKind } from './moment-kind.ts';
import { stepBefore, stepOf, stepsAfter, type TimeStep } from './time-steps.ts';

/** A time axis divided into equal calendar spans. */
export interface TimeBins extends TimeStep {
  /** Start of the first span and end of the last, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Approximate maximum number of spans. */
const maxBins = 24;
const day = 86_400_000;

/** The shortest step that values of a kind can distinguish. */
const finest: Readonly<Partial<Record<MomentKind, number>>> = { date: day, month: 30 * day, quarter: 90 * day };

/** Spans that cover `first` to `last`, both in milliseconds since 1970. */
export function timeBins(kind: MomentKind, first: number, last: number): TimeBins {
  const minSize = Math.max((last - first) / maxBins, finest[kind] ?? 0);
  if (kind === 'week') return weekBins(first, last, minSize);
  const step = stepOf(minSize);
  const from = stepBefore(first, step);
  let count = 1;
  while (stepsAfter(from, step, count) <= last) count += 1;
  return { ...step, from, to: stepsAfter(from, step, count), count };
}

/** Weeks start on Mondays, whatever the month. */
function weekBins(first: number, last: number, minSize: number): TimeBins {
  const size = 7 * Math.max(1, Math.ceil(minSize / (7 * day)));
  const count = Math.floor((last - first) / (size * day)) + 1;
  return { unit: 'day', size, from: first, to: first + count * size * day, count };
}
