import type { Cell } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import { decimalStep } from '#shared/number/decimal.ts';

type Value = NonNullable<Cell>;

/** Above this number of gaps, values are shown side by side without filling them. */
const maxFilled = 2000;

/**
 * The values of a dimension without gaps, so that a year without rows is visible.
 * @param values in ascending order
 */
export function fillPeriods({ function: by, step }: Dimension, values: readonly Value[]): readonly Value[] {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || by === null || by === 'Lower') return values;
  if (by === 'Bin' || by === 'Weekday') {
    const width = by === 'Bin' ? step : 1;
    return fillNumbers(by === 'Weekday' ? 1 : Number(first), by === 'Weekday' ? 7 : Number(last), width, values);
  }
  if (typeof first !== 'string' || typeof last !== 'string') return values;
  const filled: string[] = [first];
  for (let at: string | null = first; at !== null && at < last; ) {
    at = followingPeriod(at);
    if (at === null || filled.length >= maxFilled) return values;
    filled.push(at);
  }
  return filled.at(-1) === last ? filled : values;
}

function fillNumbers(first: number, last: number, width: number, values: readonly Value[]): readonly Value[] {
  const count = Math.round((last - first) / width) + 1;
  if (!(count > 0 && count <= maxFilled)) return values;
  const known = new Map(values.map((value) => [Math.round((Number(value) - first) / width), value]));
  return Array.from({ length: count }, (_, at) => known.get(at) ?? decimalStep(first, width, at));
}

/** The next period in ISO 8601, as the API writes them: year, quarter, month, week, day or hour; null for others. */
export function followingPeriod(period: string): string | null {
  const year = /^(\d{4})$/.exec(period);
  if (year) return pad(Number(year[1]) + 1, 4);
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period);
  if (quarter)
    return quarter[2] === '4' ? `${pad(Number(quarter[1]) + 1, 4)}-Q1` : `${quarter[1]}-Q${Number(quarter[2]) + 1}`;
  const month = /^(\d{4})-(\d{2})$/.exec(period);
  if (month) return isoOf(Date.UTC(Number(month[1]), Number(month[2]), 1), 7);
  if (/^\d{4}-W\d{2}$/.test(period)) {
    const monday = mondayOf(period);
    return monday === null ? null : weekOf(monday + 7 * dayMs);
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(period)) return isoOf(Date.parse(`${period}T00:00:00Z`) + dayMs, 10);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}$/.test(period)) return isoOf(Date.parse(`${period}:00:00Z`) + hourMs, 13);
  return null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

function isoOf(moment: number, length: number): string | null {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString().slice(0, length);
}

/**
 * The Monday of a week, in milliseconds since 1970: the first week of a year contains the 4th of January (ISO 8601,
 * 3.1.1.23).
 */
function mondayOf(week: string): number | null {
  const [, year, number] = /^(\d{4})-W(\d{2})$/.exec(week) ?? [];
  if (year === undefined) return null;
  const fourth = Date.UTC(Number(year), 0, 4);
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth + ((Number(number) - 1) * 7 - weekday) * dayMs;
}

function weekOf(monday: number): string {
  const thursday = new Date(monday + 3 * dayMs);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return `${pad(thursday.getUTCFullYear(), 4)}-W${pad(Math.floor((thursday.getTime() - first) / (7 * dayMs)) + 1, 2)}`;
}

/** The first day of a period and the day after its last, as ISO 8601 texts to compare rows with; null for others. */
export function periodRange(period: string): readonly [from: string, to: string] | null {
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period);
  if (quarter)
    return bounds(`${quarter[1]}-${pad((Number(quarter[2]) - 1) * 3 + 1, 2)}`, followingQuarterMonth(quarter));
  if (/^\d{4}-W\d{2}$/.test(period)) {
    const monday = mondayOf(period);
    return monday === null ? null : bounds(isoOf(monday, 10), isoOf(monday + 7 * dayMs, 10));
  }
  return bounds(period, followingPeriod(period));
}

function followingQuarterMonth([, year = '', quarter = '']: RegExpExecArray): string {
  return quarter === '4' ? `${pad(Number(year) + 1, 4)}-01` : `${year}-${pad(Number(quarter) * 3 + 1, 2)}`;
}

function bounds(from: string | null, to: string | null): readonly [string, string] | null {
  return from === null || to === null ? null : [from, to];
}
