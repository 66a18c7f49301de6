import { clockText } from '../../stated/stated-times.ts';

/** What a number format displays: a date, a time of day, both, a duration, or just a number. */
export type NumberShape = 'number' | 'date' | 'time' | 'date-time' | 'duration';

/** Built-in formats identified by number (ECMA-376 part 1, 18.8.30), including those of East Asian locales. */
function builtIn(id: number): NumberShape | null {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || (id >= 57 && id <= 58))
    return 'date';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56)
    return 'time';
  if (id === 22) return 'date-time';
  return id === 46 ? 'duration' : null;
}

/** A format without colours, conditions and locales: from each opening bracket to the next closing one. */
function withoutBrackets(code: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const open = code.indexOf('[', from);
    const close = open < 0 ? -1 : code.indexOf(']', open);
    if (close < 0) return kept.join('') + code.slice(from);
    kept.push(code.slice(from, open));
    from = close + 1;
  }
}

/** The format of plain numbers; some programs write its name in the user's language. */
const general = /general|standaa?rd|est[aá]ndar|og[oó]lny|yleinen|všeobecn/i;

/** Only the section for positive numbers; texts, escaped letters, colours and locales are not date letters. */
function firstSection(code: string): string {
  return (code.split(';')[0] ?? '').replace(/"[^"]*"|[\\_*]./g, '');
}

function lettersOf(code: string): string {
  return withoutBrackets(firstSection(code)).replace(/am\/pm|a\/p/gi, 'h');
}

/** How many characters of a date in ISO 8601 a format shows: those of the year, of the month, or all. */
export function shownLength(id: number, code: string | undefined): number {
  const letters = lettersOf(code ?? (id === 17 ? 'mmm-yy' : 'd'));
  if (/[dhs]/i.test(letters)) return 10;
  return /m/i.test(letters) ? 7 : 4;
}

/** @param code the format's text, if it has one of its own. */
export function numberShape(id: number, code: string | undefined): NumberShape {
  if (code === undefined) return builtIn(id) ?? 'number';
  const first = firstSection(code);
  if (/\[(h+|m+|s+)\]/i.test(first)) return 'duration';
  const letters = lettersOf(code);
  if (general.test(letters)) return 'number';
  const hasTime = /[hs]/i.test(letters);
  const hasDate = /[yd]/i.test(letters) || (/m/i.test(letters) && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  return hasTime ? 'time' : 'number';
}

/** The number of digits of a format such as `00000`; 0 for any other. */
export function zerosOf(code: string | undefined): number {
  const [first = ''] = (code ?? '').split(';');
  return /^0{2,}$/.test(first) ? first.length : 0;
}

const day = 86_400_000;

function clock(milliseconds: number): string {
  const rest = milliseconds % 1000;
  const text = clockText(milliseconds);
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0')}`;
}

/** The first day of the year 1. */
const minSerial = -693_593;
/** The end of the year 9999, after which ISO 8601 needs more digits. */
const endOfDates = Date.UTC(10_000, 0, 1);

/**
 * A serial number of a workbook as ISO 8601 text; null if it is not a date.
 * @param from1904 whether the workbook counts days from 1904 instead of 1900.
 */
export function serialText(serial: number, shape: Exclude<NumberShape, 'number'>, from1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < minSerial || serial > 2_958_466) return null;
  // Excel has no such dates, but LibreOffice, GDAL and openpyxl count back from the 30th of December 1899.
  const isEarlier = serial < 0;
  if (isEarlier && (from1904 || shape === 'time' || shape === 'duration')) return null;
  if (shape === 'duration') return clock(Math.round(serial * day));
  const milliseconds = Math.round(serial * day);
  // The 1900 system has a 29th of February that never existed: it is kept as displayed in the sheet.
  if (!from1904 && shape !== 'time' && Math.floor(serial) === 60) {
    return shape === 'date' && serial === 60 ? '1900-02-29' : `1900-02-29T${clock(milliseconds % day)}`;
  }
  if (shape === 'time' && serial < 1) return clock(milliseconds % day);
  // Days before it are counted from one day later.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, !isEarlier && serial < 60 ? 31 : 30);
  if (epoch + milliseconds >= endOfDates) return null;
  const [date = '', rest = ''] = new Date(epoch + milliseconds).toISOString().split('T');
  const time = rest.replace('Z', '').replace('.000', '');
  return shape === 'date' && time === '00:00:00' ? date : `${date}T${time}`;
}
