import type { Cell } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import { decimalStep } from '#shared/number/decimal.ts';
import { stepsAfter, type TimeUnit } from '#shared/time/time-steps.ts';

type Value = NonNullable<Cell>;

/** With more values an axis is not filled. */
const maxFilled = 20_000;

/** Whether values that are grouped as they are follow each other in time: years, or periods of one kind. */
export function arePeriods(values: readonly Value[]): boolean {
  if (values.length === 0) return false;
  if (values.every((value) => typeof value === 'number')) {
    return values.every((value) => Number.isInteger(value) && value >= firstYear && value <= lastYear);
  }
  const lengths = new Set(values.map((value) => isoPeriod(String(value))?.length));
  return lengths.size === 1 && !lengths.has(undefined);
}

const [firstYear, lastYear] = [1000, 2200];

/**
 * The values of a dimension without gaps, so that a year without rows is visible.
 * @param values in ascending order
 * @param isPublished whether each period has a value of its own: those of a series that appears every five years are filled
 * in these steps
 */
export function fillPeriods(
  { function: by, step }: Dimension,
  values: readonly Value[],
  isPublished = false,
): readonly Value[] {
  const [first, last] = [values[0], values.at(-1)];
  if (
    first === undefined ||
    last === undefined ||
    by === 'Lower' ||
    by === 'Level' ||
    (by === null && !arePeriods(values))
  )
    return values;
  if (by === 'Bin') return fillNumbers(Number(first), Number(last), step, values);
  if (by === 'Weekday') return fillNumbers(1, 7, 1, values);
  if (typeof first === 'number') {
    const width = isPublished ? values.reduce<number>((so, value) => commonDivisor(so, Number(value) - first), 0) : 1;
    return width === 0 ? values : fillNumbers(first, Number(last), width, values);
  }
  const known = new Map(values.map((value) => [isoPeriod(String(value)), value]));
  if (typeof first !== 'string' || known.has(null)) return values;
  return fillIso([...known.keys()].filter((period) => period !== null).sort(), known, isPublished);
}

/** @param periods in ISO 8601, ascending @param known what stands for each of them */
function fillIso(
  periods: readonly string[],
  known: ReadonlyMap<string | null, Value>,
  isPublished: boolean,
): readonly Value[] {
  const last = periods.at(-1) ?? '';
  const all: string[] = [];
  for (let at: string | null = periods[0] ?? null; at !== null && at <= last; at = followingPeriod(at)) {
    if (all.push(at) > maxFilled) return [...known.values()];
  }
  const positions = new Map(all.map((period, at) => [period, at]));
  let width = isPublished ? 0 : 1;
  for (const period of periods) {
    const position = positions.get(period);
    if (position === undefined) return [...known.values()];
    width = commonDivisor(width, position);
  }
  // Exchanges and offices are closed on weekends, which are no gaps.
  const isClosed = isPublished && periods.every((period) => period.length === 10 && !isWeekend(period));
  return all.flatMap((period, at) =>
    at % Math.max(1, width) !== 0 || (isClosed && isWeekend(period)) ? [] : [known.get(period) ?? period],
  );
}

function isWeekend(day: string): boolean {
  return new Date(day).getUTCDay() % 6 === 0;
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

function fillNumbers(first: number, last: number, width: number, values: readonly Value[]): readonly Value[] {
  const count = Math.round((last - first) / width) + 1;
  if (!(count > 0 && count <= maxFilled)) return values;
  const known = new Map(values.map((value) => [Math.round((Number(value) - first) / width), value]));
  return Array.from({ length: count }, (_, at) => known.get(at) ?? decimalStep(first, width, at));
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/**
 * A period as statistical offices write it, in ISO 8601: `2001`, `2001-Q1` (also `2001Q1`, `2001 Q1`), `2001-01` (also
 * `2001M01`, `2001 JAN`), `2001-W05`, `2001-01-31`, `2001-01-31T10`; null for another text.
 */
export function isoPeriod(text: string): string | null {
  if (/^\d{4}(-(0[1-9]|1[0-2])(-\d{2}(T\d{2})?)?)?$/.test(text)) return text;
  const [, year, kind = '', number = ''] = /^(\d{4})[- ]?([QMW])([0-9]{1,2})$/.exec(text) ?? [];
  if (year !== undefined) {
    const at = Number(number);
    if (kind === 'Q') return at >= 1 && at <= 4 ? `${year}-Q${at}` : null;
    if (kind === 'M') return at >= 1 && at <= 12 ? `${year}-${pad(at, 2)}` : null;
    return at >= 1 && at <= 53 ? `${year}-W${pad(at, 2)}` : null;
  }
  const [, before = '', name = ''] = /^(\d{4})[- ]([A-Za-z]{3})$/.exec(text) ?? [];
  const month = months.indexOf(name.toUpperCase());
  return month < 0 ? null : `${before}-${pad(month + 1, 2)}`;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The unit of a date by the length of its text. */
const units: Readonly<Record<number, TimeUnit>> = { 4: 'year', 7: 'month', 10: 'day', 13: 'hour' };

/** Begin and end of a period in milliseconds since 1970, and the length of the texts that both have as dates. */
interface PeriodSpan {
  readonly kind: 'date' | 'quarter' | 'week';
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** A period in ISO 8601, as the API writes them: year, quarter, month, week, day or hour; null for others. */
function spanOf(period: string): PeriodSpan | null {
  const [, year = '', sign, number = ''] = /^(\d{4})-([QW])(\d{1,2})$/.exec(period) ?? [];
  if (sign === 'W') {
    // The first week of a year contains the 4th of January (ISO 8601, 3.1.1.23).
    const fourth = Date.UTC(Number(year), 0, 4);
    const from = fourth + ((Number(number) - 1) * 7 - ((new Date(fourth).getUTCDay() + 6) % 7)) * dayMs;
    return { kind: 'week', from, to: from + 7 * dayMs, length: 10 };
  }
  const text = sign === 'Q' ? `${year}-${pad(Number(number) * 3 - 2, 2)}` : period;
  const unit = units[text.length];
  const from = Date.parse(`${text}${'0000-01-01T00:00Z'.slice(text.length)}`);
  if (unit === undefined || Number.isNaN(from)) return null;
  const to = stepsAfter(from, { unit, size: sign === 'Q' ? 3 : 1 });
  return { kind: sign === 'Q' ? 'quarter' : 'date', from, to, length: text.length };
}

/** The next period in ISO 8601, as the API writes them; null for others. */
export function followingPeriod(period: string): string | null {
  const span = spanOf(period);
  const date = span === null ? null : isoOf(span.to, span.length);
  if (span === null || date === null || span.kind === 'date') return date;
  if (span.kind === 'quarter') return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5)) / 3)}`;
  const thursday = new Date(span.to + 3 * dayMs);
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / dayMs;
  return `${pad(thursday.getUTCFullYear(), 4)}-W${pad(Math.floor(days / 7) + 1, 2)}`;
}

/** The first day of a period and the day after its last, as ISO 8601 texts to compare rows with; null for others. */
export function periodRange(period: string): readonly [from: string, to: string] | null {
  const span = spanOf(period);
  if (span === null) return null;
  const [from, to] = [isoOf(span.from, span.length), isoOf(span.to, span.length)];
  return from === null || to === null ? null : [from, to];
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

function isoOf(moment: number, length: number): string | null {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString().slice(0, length);
}

/**
 * Milliseconds in a unit of a dimension of times that are stored as numbers since 1970; null for other numbers. Their bins
 * are whole hours, and no width that is chosen for other numbers is a multiple of one.
 */
export function epochUnitMs({ function: by, step }: Dimension): 1 | 1000 | null {
  if (by !== 'Bin' || step === 0) return null;
  if (step % hourMs === 0) return 1;
  return step % (hourMs / 1000) === 0 ? 1000 : null;
}

/** Milliseconds of a bin of such times; null for other numbers. */
export function periodStepMs(dimension: Dimension): number | null {
  const unitMs = epochUnitMs(dimension);
  return unitMs === null ? null : dimension.step * unitMs;
}
