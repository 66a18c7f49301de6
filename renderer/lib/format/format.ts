import type { ShowAs } from '#shared/chart.ts';
import type { TimeUnit } from '#shared/time/time-steps.ts';

/** Formatters are expensive to create and cheap to use, so each is created once per locale and options. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
}

/** A number with the user's own formatting options. */
export function formatNumber(value: number | bigint, locale: string, options: Intl.NumberFormatOptions): string {
  return withTrueMinus(numberFormat(locale, options).format(value));
}

/** A count: "3,000,000". */
export function formatCount(value: number | bigint, locale: string): string {
  return withTrueMinus(numberFormat(locale, {}).format(value));
}

interface Separators {
  readonly thousandSeparator: string;
  readonly decimalSeparator: string;
}

const separators = new Map<string, Separators>();

/** The locale's group and decimal separators. */
export function separatorsOf(locale: string): Separators {
  const known = separators.get(locale);
  if (known !== undefined) return known;
  const parts = numberFormat(locale, {}).formatToParts(1234567.5);
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  const made = { thousandSeparator: sign('group'), decimalSeparator: sign('decimal') };
  separators.set(locale, made);
  return made;
}

/** A count in little space: "3M", "12.4K". */
export function formatShortCount(value: number, locale: string): string {
  return numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** From here on a number in little space is written with a word or letter for its size. */
const firstMillion = 1e6;

/**
 * A number in little space: with all digits before its decimals below a million, shortened above, in scientific notation
 * where there is no word for its size: "1,250", "9.008T", "1.2E17".
 * @param digits significant ones, of which none before the decimals is lost
 * @param most the largest of the numbers beside it, with which it shares its form
 */
export function formatShortNumber(value: number, locale: string, digits: number, most = Math.abs(value)): string {
  const size = Math.abs(value);
  if (size >= 1 && most < firstMillion) {
    const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
    return withTrueMinus(numberFormat(locale, { maximumFractionDigits: decimals }).format(value));
  }
  const notation = value !== 0 && isScientific(most) ? 'scientific' : 'compact';
  return withTrueMinus(numberFormat(locale, { notation, maximumSignificantDigits: digits }).format(value));
}

/** Printed numbers have a minus as wide as a plus; programs read the one of a keyboard. */
function withTrueMinus(text: string): string {
  return text.replace('-', '\u2212');
}

/** An integer value. @param grouped whether it is an amount: years and codes are not grouped */
export function formatInteger(value: number | bigint, locale: string, grouped: boolean): string {
  return withTrueMinus(numberFormat(locale, { useGrouping: grouped, maximumFractionDigits: 0 }).format(value));
}

/** Whether a decimal is written in scientific notation. */
function isScientific(value: number): boolean {
  const size = Math.abs(value);
  return value !== 0 && (size < 1e-4 || size >= 1e15);
}

/**
 * A decimal value with all its digits; scientific notation if very small or very large.
 * @param least number of decimals, of values whose column has some
 */
export function formatDecimal(value: number, locale: string, least = 0): string {
  // No double has more digits, nor more decimals from the smallest on that is not written in scientific notation.
  const digits = isScientific(value)
    ? ({ notation: 'scientific', maximumSignificantDigits: 17 } as const)
    : ({ minimumFractionDigits: least, maximumFractionDigits: 20 } as const);
  return withTrueMinus(numberFormat(locale, digits).format(value));
}

/** Whether a number is whole and all its digits are known: those of a double beyond 2^53 are not, and there may be 300. */
function isExact(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** A value of the data. @param grouped whether the digits of whole numbers are grouped */
export function formatValue(value: number | bigint, locale: string, grouped: boolean): string {
  return isExact(value) ? formatInteger(value, locale, grouped) : formatDecimal(Number(value), locale);
}

/** A number along an axis, in full. A service may have calculated it with doubles, whose last digits are noise. */
export function formatDataNumber(value: number, locale: string, grouped = true): string {
  return formatValue(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)), locale, grouped);
}

/** A count or another figure that is calculated of the data. A rounded one is marked. */
export function formatFigure(value: number | bigint, locale: string): string {
  return isExact(value) ? formatCount(value, locale) : formatRounded(Number(value), locale);
}

/** What is shown of a value in a table: changes with their sign; indices and per cents with a decimal, as they are printed. */
export function formatShown(value: number | bigint, { kind }: ShowAs, locale: string): string {
  if (kind === 'share') return formatShare(Number(value), locale);
  if (kind === 'rank') return formatCount(value, locale);
  const isSigned = kind === 'change' || kind === 'percent-change';
  const hasOneDecimal = kind === 'index' || kind === 'percent-change';
  if (!isSigned && !hasOneDecimal) return formatFigure(value, locale);
  const digits = hasOneDecimal ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumFractionDigits: 6 };
  const sign = isSigned ? ({ signDisplay: 'exceptZero' } as const) : {};
  return withTrueMinus(numberFormat(locale, { ...digits, ...sign }).format(value));
}

/** A share as a percentage with at most two decimals; a rounded one is marked. One above zero is never shown as zero. */
export function formatPercentage(share: number, locale: string): string {
  const format = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  if (share > 0 && share < 0.00005) return `< ${format.format(0.0001)}`;
  const text = format.format(share);
  return Number(`${(share * 100).toFixed(2)}e-2`) === share ? text : marked(text);
}

/** A decimal with at most six decimals, or seven digits in scientific notation; marked if it has more. */
function formatRounded(value: number, locale: string): string {
  const rounded = Number(isScientific(value) ? value.toPrecision(7) : value.toFixed(6));
  const text = formatDecimal(rounded, locale);
  // A double beyond 2^53 may stand for a sum that has more digits.
  return rounded === value && Math.abs(value) <= 2 ** 53 ? text : marked(text);
}

/** In no language is there another mark of what is rounded. */
function marked(text: string): string {
  return `≈ ${text}`;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in bytes in a decimal unit: "13.4 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = byteUnits[power] ?? 'byte';
  // The short form of bytes has no plural.
  const unitDisplay = power === 0 ? 'long' : 'short';
  return numberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    bytes / 1000 ** power,
  );
}

/** The name of a unit or a currency for many of it: "minutes", "US dollars"; in short "min", "US$". */
export function formatUnitName(
  of: { readonly unit: string } | { readonly currency: string },
  locale: string,
  length: 'long' | 'short',
): string {
  const options: Intl.NumberFormatOptions =
    'unit' in of
      ? { style: 'unit', unit: of.unit, unitDisplay: length }
      : { style: 'currency', currency: of.currency, currencyDisplay: length === 'long' ? 'name' : 'symbol' };
  // Symbols such as that of per cent have a type of their own.
  const parts = numberFormat(locale, options).formatToParts(1000);
  const names = parts.filter(({ type }) => type === 'unit' || type === 'currency' || type === 'percentSign');
  return names
    .map(({ value }) => value)
    .join('')
    .trim();
}

/** Suffix of locales whose times are shown in UTC (a Unicode locale keyword). */
const utcKeyword = '-u-tz-utc';

/** A locale that writes times in UTC instead of this computer's time zone. */
export function inUtc(locale: string): string {
  return `${locale}${utcKeyword}`;
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = dateFormats.get(key);
  if (known !== undefined) return known;
  // Intl accepts the keyword but ignores it.
  const zone = locale.endsWith(utcKeyword) ? { timeZone: 'UTC' } : {};
  const made = new Intl.DateTimeFormat(locale, { ...zone, ...options });
  dateFormats.set(key, made);
  return made;
}

/** A day as it is printed: "26 Mar 2001", in the order of other languages in those. */
function dayText(at: Date | number, locale: string, zone: { readonly timeZone?: string } = {}): string {
  const format = dateFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', ...zone });
  if (!locale.startsWith('en')) return format.format(at);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return ['day', 'month', 'year'].map((type) => parts.get(type as 'day') ?? '').join(' ');
}

const utc = { timeZone: 'UTC' } as const;

/** A timestamp as date and time in the user's time zone; other texts are returned unchanged. */
export function formatMoment(iso: string, locale: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  return `${dayText(moment, locale)}, ${dateFormat(locale, { timeStyle: 'short' }).format(moment)}`;
}

/** The day of a timestamp in the user's time zone; other texts are returned unchanged. */
export function formatMomentDay(iso: string, locale: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? iso : dayText(moment, locale);
}

/** The time of day of a timestamp, with seconds, in the user's time zone; other texts are returned unchanged. */
export function formatClock(iso: string, locale: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? iso : dateFormat(locale, { timeStyle: 'medium' }).format(moment);
}

/** Whether a timestamp is the start of a day in the user's time zone, to the minute. */
export function isMidnight(iso: string): boolean {
  const moment = new Date(iso);
  return moment.getHours() === 0 && moment.getMinutes() === 0;
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365.25 * 86_400],
  ['month', 30.4375 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

/** A timestamp relative to now: "3 days ago", "yesterday"; other texts are returned unchanged. */
export function formatRelative(iso: string, now: number, locale: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const format = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  relativeFormats.set(locale, format);
  const seconds = (at - now) / 1000;
  const [unit, length] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1];
  return length === 1 ? format.format(0, 'second') : format.format(Math.trunc(seconds / length), unit);
}

const tickOptions: Readonly<Record<TimeUnit, Intl.DateTimeFormatOptions>> = {
  year: { year: 'numeric', timeZone: 'UTC' },
  month: { year: 'numeric', month: 'short', timeZone: 'UTC' },
  day: { month: 'short', day: 'numeric', timeZone: 'UTC' },
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
  minute: { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
};

/** A tick of a time axis, in UTC as versions are named, with as much of the date as its unit needs. */
export function formatTick(at: number, unit: TimeUnit, locale: string): string {
  return dateFormat(locale, tickOptions[unit]).format(at);
}

/** A timestamp in the data, in UTC as it was read: its date, and its time if it has one. */
export function formatTime(at: number, locale: string): string {
  const day = dayText(at, locale, utc);
  return at % 86_400_000 === 0 ? day : `${day}, ${dateFormat(locale, { timeStyle: 'short', ...utc }).format(at)}`;
}

/** Length of a formatted day. */
export type DayLength = 'short' | 'medium' | 'long';

const dayOptions: Readonly<Record<Exclude<DayLength, 'medium'>, Intl.DateTimeFormatOptions>> = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  long: { weekday: 'short', year: 'numeric', month: 'long', day: 'numeric' },
};
/** A date in the data, `2020-01-31`, independent of time zone; other texts are returned unchanged. */
export function formatDataDay(day: string, locale: string, length: DayLength = 'medium'): string {
  if (length !== 'medium') return formatUtc(day, locale, dayOptions[length]);
  const at = Date.parse(day);
  return Number.isNaN(at) ? day : dayText(at, locale, utc);
}

/** A month in the data, `2020-01`. */
export function formatDataMonth(month: string, locale: string): string {
  return formatUtc(month, locale, { year: 'numeric', month: 'short' });
}

function formatUtc(text: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : dateFormat(locale, { ...options, timeZone: 'UTC' }).format(at);
}

const spanOptions: Readonly<Partial<Record<TimeUnit, Intl.DateTimeFormatOptions>>> = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'short' },
};
const clockOptions: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...utc };

/**
 * The start or end of a time range in the data, with as much of the date as its unit needs.
 * @param clock for times of day, which have no date
 */
export function formatSpan(at: number, unit: TimeUnit, locale: string, clock: boolean): string {
  const time = dateFormat(locale, clockOptions).format(at);
  if (clock) return time;
  const options = spanOptions[unit];
  if (options !== undefined) return dateFormat(locale, { ...options, ...utc }).format(at);
  const day = dayText(at, locale, utc);
  return unit === 'day' ? day : `${day}, ${time}`;
}

/** A difference with its sign: "+1,200". */
export function formatDifference(difference: number, locale: string): string {
  return withTrueMinus(numberFormat(locale, { signDisplay: 'exceptZero' }).format(difference));
}

/** A share of a whole: "4.2%". A share above zero is never shown as zero. */
export function formatShare(share: number, locale: string): string {
  const format = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return share > 0 && share < 0.0005 ? `< ${format.format(0.001)}` : format.format(share);
}

/** The name of a day of the week, from 1 for Monday, as the first of January 2024 was. */
export function formatWeekday(day: number, locale: string): string {
  return dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
}
