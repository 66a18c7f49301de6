import type { StatedValue } from './stated-table.ts';

const msOfDay = 86_400_000;
const maxMs = 8.64e15;

/**
 * A date or time in ISO 8601; null if it is none.
 * @param ms milliseconds since 1970; of a time, since midnight
 */
export function momentText(ms: number, kind: 'date' | 'datetime' | 'time'): string | null {
  if (!Number.isFinite(ms) || Math.abs(ms) > maxMs) return null;
  if (kind === 'time') return clockText(Math.sign(ms) * Math.round(Math.abs(ms) / 1000) * 1000);
  const text = new Date(Math.round(ms)).toISOString();
  if (text.length > 24) return null;
  return kind === 'date' ? text.slice(0, 10) : text.slice(0, text.endsWith('.000Z') ? 19 : 23);
}

/** A time of day or duration as hours, which may be more than those of a day, minutes and seconds. */
export function clockText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return ms < 0 ? `-${text}` : text;
}

export function dayText(days: number, epochMs: number): string | null {
  return momentText(epochMs + days * msOfDay, 'date');
}

/** A period by its number since the first of 1960, as Stata counts: `1960-01`, `1960-Q1`. */
export function periodText(number: number, kind: 'week' | 'month' | 'quarter' | 'half-year' | 'year'): string | null {
  if (!Number.isInteger(number) || Math.abs(number) > 500_000) return null;
  if (kind === 'year') return String(number);
  const count = { week: 52, month: 12, quarter: 4, 'half-year': 2 }[kind];
  const year = 1960 + Math.floor(number / count);
  const part = number - Math.floor(number / count) * count + 1;
  if (year < 0 || year > 9999) return null;
  const letter = { week: 'W', month: '', quarter: 'Q', 'half-year': 'S' }[kind];
  const digits = kind === 'week' || kind === 'month' ? 2 : 1;
  return `${String(year).padStart(4, '0')}-${letter}${String(part).padStart(digits, '0')}`;
}

const epoch1960 = Date.UTC(1960, 0, 1);
const dates =
  /^(?:[BEI]S?8601DA|DATE|(?:DDMMYY|MMDDYY|YYMMDD|YYMM|MMYY|YYQR?)[BCDNPSZ]?|YYMON|MONYY|DAY|DOWNAME|WEEKDA(?:TE|TX|Y)|WEEK[UVW]|WORDDAT[EX]|JULDAY|JULIAN|MONNAME|MONTH|QTRR?|YEAR|EURDF\w+|NLDATE\w*)$/i;
const moments =
  /^(?:[BEI]S?8601(?:D[TNXZ]|LX)|DATETIME|DATEAMPM|MDYAMPM|DT(?:DATE|MONYY|WKDATX|YEAR|YYQC)|NLDATM\w*)$/i;
const times = /^(?:[BEI]S?8601(?:TM|TX|TZ|LZ)|TIME|HHMM|HOUR|TIMEAMPM|NLTIM\w*|MMSS)$/i;

/** A number as its format shows it: days, or seconds, since 1960 are dates and times. */
export function sasTime(value: number, format: string): StatedValue {
  const [name = ''] = /^[a-z]+8601[a-z]+|^[a-z_]+/i.exec(format) ?? [];
  if (dates.test(name)) return dayText(value, epoch1960);
  if (moments.test(name)) return momentText(epoch1960 + value * 1000, 'datetime');
  // The time of day of a moment.
  if (/^TOD$/i.test(name)) return momentText((((value % 86_400) + 86_400) % 86_400) * 1000, 'time');
  return times.test(name) ? momentText(value * 1000, 'time') : value;
}
