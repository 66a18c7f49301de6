/** A mark of a time axis, and how much of its date is worth writing. */
export interface TimeTick {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly unit: TimeUnit;
}
export type TimeUnit = 'year' | 'month' | 'day' | 'hour' | 'minute';

interface Step {
  readonly unit: TimeUnit;
  readonly size: number;
  /** About how long it is, in milliseconds. */
  readonly length: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;
const year = 365.25 * day;

const steps: readonly Step[] = [
  ...[1, 5, 15, 30].map((size): Step => ({ unit: 'minute', size, length: size * minute })),
  ...[1, 3, 6, 12].map((size): Step => ({ unit: 'hour', size, length: size * hour })),
  ...[1, 2, 7, 14].map((size): Step => ({ unit: 'day', size, length: size * day })),
  ...[1, 3, 6].map((size): Step => ({ unit: 'month', size, length: size * month })),
  ...[1, 2, 5, 10, 20, 50, 100, 500].map((size): Step => ({ unit: 'year', size, length: size * year })),
];

/** The first mark of a step at or before a moment, in UTC. */
function floor(at: number, { unit, size }: Step): number {
  const date = new Date(at);
  const [years, months, days] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case 'year':
      return utc(years - (years % size), 0, 1);
    case 'month':
      return utc(years, months - (months % size), 1);
    case 'day':
      return utc(years, months, days - ((days - 1) % size));
    case 'hour':
      return Math.floor(at / (size * hour)) * size * hour;
    case 'minute':
      return Math.floor(at / (size * minute)) * size * minute;
  }
}

/** `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function utc(years: number, months: number, days: number): number {
  const date = new Date(Date.UTC(2000, months, days));
  date.setUTCFullYear(years, months, days);
  return date.getTime();
}

function next(at: number, { unit, size }: Step): number {
  const date = new Date(at);
  switch (unit) {
    case 'year':
      return utc(date.getUTCFullYear() + size, 0, 1);
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth() + size, 1);
    case 'day':
      return at + size * day;
    case 'hour':
      return at + size * hour;
    case 'minute':
      return at + size * minute;
  }
}

/** Marks at round moments between `from` and `to`, both included and `from` before `to`; at most about `most` of them. */
export function timeTicks(from: number, to: number, most: number): TimeTick[] {
  const wanted = (to - from) / Math.max(1, most);
  const step = steps.find((each) => each.length >= wanted) ?? steps.at(-1);
  if (step === undefined || !(to > from)) return [];
  const ticks: TimeTick[] = [];
  for (let at = floor(from, step); at <= to; at = next(at, step)) if (at >= from) ticks.push({ at, unit: step.unit });
  return ticks;
}
