/** Calendar units of a time axis. */
export const timeUnits = ['year', 'month', 'day', 'hour', 'minute'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** A round span of time: `size` units. */
export interface TimeStep {
  readonly unit: TimeUnit;
  readonly size: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;
const year = 365.25 * day;

/** Round spans, shortest first, and their approximate length in milliseconds. */
const steps: readonly (TimeStep & { readonly length: number })[] = [
  ...[1, 5, 15, 30].map((size) => ({ unit: 'minute' as const, size, length: size * minute })),
  ...[1, 3, 6, 12].map((size) => ({ unit: 'hour' as const, size, length: size * hour })),
  ...[1, 2, 7, 14].map((size) => ({ unit: 'day' as const, size, length: size * day })),
  ...[1, 3, 6].map((size) => ({ unit: 'month' as const, size, length: size * month })),
  ...[1, 2, 5, 10, 20, 50, 100, 500].map((size) => ({ unit: 'year' as const, size, length: size * year })),
];

/** The shortest round span of at least this many milliseconds, or the longest one. */
export function stepOf(milliseconds: number): TimeStep {
  const found = steps.find(({ length }) => length >= milliseconds);
  return found ?? { unit: 'year', size: 500 };
}

/** The last round moment at or before a moment, in UTC; both in milliseconds since 1970. */
export function stepBefore(at: number, { unit, size }: TimeStep): number {
  const date = new Date(at);
  const [years, months, days] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case 'year':
      return utc(Math.floor(years / size) * size, 0, 1);
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

/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999. */
function utc(years: number, months: number, days: number): number {
  const date = new Date(Date.UTC(2000, months, days));
  date.setUTCFullYear(years, months, days);
  return date.getTime();
}

/** A moment `count` steps after one returned by {@link stepBefore}. */
export function stepsAfter(at: number, { unit, size }: TimeStep, count = 1): number {
  const date = new Date(at);
  switch (unit) {
    case 'year':
      return utc(date.getUTCFullYear() + size * count, 0, 1);
    case 'month':
      return utc(date.getUTCFullYear(), date.getUTCMonth() + size * count, 1);
    case 'day':
      return at + size * count * day;
    case 'hour':
      return at + size * count * hour;
    case 'minute':
      return at + size * count * minute;
  }
}
