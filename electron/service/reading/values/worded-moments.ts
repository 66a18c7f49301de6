/** Languages whose month names are read. A name that two of them use for different months is not read. */
const languages = 'en de de-AT fr it es pt nl sv da nb fi pl cs ru'.split(' ');
/** Common names that are not in the Unicode CLDR. */
const others = { sept: 9, mrz: 3, feber: 2 };

/** Months, from 1, by their full and short names (Unicode CLDR), in lower case, with and without accents. */
export const monthsByName: ReadonlyMap<string, number> = gather();

/** Alternatives of a pattern for all of {@link monthsByName}, longest first. */
export const monthNames = [...monthsByName.keys()].sort((a, b) => b.length - a.length).join('|');

/**
 * A day with the name of its month in any language, as in `1. Januar 2020`, `3 de marzo de 2020` and `March 3, 2020`; a
 * pattern in lower case for both JavaScript and the engine.
 * @param digit pattern of one digit
 */
export function namedDay(digit: string): string {
  const before = `(?:${digit}{1,2})(?:\\. ?|(?:º|°|er|re|st|nd|rd|th)?[ -])(?:de |of |d['’])?`;
  return `(?:${before}(?:${monthNames})\\.?,?[ -](?:de |of )?${digit}{4}|(?:${monthNames})\\.? ${digit}{1,2}(?:st|nd|rd|th)?,? ${digit}{4})`;
}

/** A month by its name in any language, and its year: `März 2020`, `marzo de 2020`; otherwise like {@link namedDay}. */
export function namedMonth(digit: string): string {
  return `(?:${monthNames})\\.?,?[ -](?:de |of )?${digit}{4}`;
}

/** Days of the week, from 1 for Monday, like {@link monthsByName}. */
export const weekdaysByName: ReadonlyMap<string, number> = gatherWeekdays();

/** Alternatives of a pattern for all of {@link weekdaysByName}, longest first. */
export const weekdayNames = [...weekdaysByName.keys()].sort((a, b) => b.length - a.length).join('|');

type Gathered = Map<string, Set<number>>;

function addName(found: Gathered, name: string, value: number, least: number): void {
  const plain = name.toLowerCase().replace(/\.$/, '');
  // Finnish has numbers as short names of months.
  if (!/^[\p{L}-]+$/u.test(plain) || plain.length < least) return;
  const bare = plain.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  for (const one of [plain, bare]) found.set(one, (found.get(one) ?? new Set()).add(value));
}

function unambiguous(found: Gathered): Map<string, number> {
  return new Map([...found].flatMap(([name, [value = 0, ...more]]) => (more.length > 0 ? [] : [[name, value]])));
}

function gatherWeekdays(): Map<string, number> {
  const found: Gathered = new Map();
  for (const tag of languages) {
    for (let day = 1; day <= 7; day += 1) {
      for (const weekday of ['long', 'short'] as const) {
        const format = new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' });
        // 2024 began on a Monday.
        addName(found, format.format(Date.UTC(2024, 0, day)), day, 2);
      }
    }
  }
  return unambiguous(found);
}

function gather(): Map<string, number> {
  const found: Gathered = new Map();
  const add = (name: string, month: number) => addName(found, name, month, 3);
  for (const tag of languages) {
    for (let month = 1; month <= 12; month += 1) {
      for (const name of namesOf(tag, month)) add(name, month);
    }
  }
  for (const [name, month] of Object.entries(others)) add(name, month);
  return unambiguous(found);
}

/** Many languages inflect the name next to a day. */
function namesOf(language: string, month: number): string[] {
  const day = new Date(Date.UTC(2021, month - 1, 5));
  return (['long', 'short'] as const).flatMap((length) =>
    [{}, { day: 'numeric' } as const].flatMap((beside) =>
      new Intl.DateTimeFormat(language, { month: length, ...beside, timeZone: 'UTC' })
        .formatToParts(day)
        .flatMap(({ type, value }) => (type === 'month' ? [value] : [])),
    ),
  );
}

/** Names of months in English, as programs write them for each other. */
export const monthName =
  '(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]u[nl]|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec|JAN|FEB|MAR|APR|MAY|JU[NL]|AUG|SEP|OCT|NOV|DEC)[A-Za-z]{0,6}';

/** A time of day. */
export const byHour = '[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?';
const offset = '(?: ?(?:gmt|utc|ut|z|[+-][0-9]{2}:?[0-9]{2}))?';
const weekday = `(?:${weekdayNames})\\.?,? +`;
/** A day with the name of its month, with or without the day of the week. */
const writtenDay = (digit: string) => `(?:${weekday})?${namedDay(digit)}`;
const isoDay = (digit: string) => `${digit}{4}-${digit}{2}-${digit}{2}`;
const timeAfterDay = (digit: string) =>
  `(?:,? +|t)(?:at +|um +)?${byHour.replaceAll('[0-9]', digit)}${offset.replaceAll('[0-9]', digit)}`;
/** The time in logs of web servers: `10/Oct/2000:13:55:36 -0700`. */
export const logTime = (digit: string) =>
  `\\[?${digit}{2}/${monthName}/${digit}{4}:${digit}{2}:${digit}{2}:${digit}{2} [+-]${digit}{4}\\]?`;
/** `2020年1月5日`, `2020년 1월 5일`. */
export const eastAsianDay = (digit: string) => `${digit}{4} ?[年년] ?${digit}{1,2} ?[月월] ?${digit}{1,2} ?[日일]`;
/** `2020年1月`. */
export const eastAsianMonth = (digit: string) => `${digit}{4} ?[年년] ?${digit}{1,2} ?[月월]`;
/** `Sunday, 5 January 2020`, `Sun 2020-01-05`. */
export const withWeekday = (digit: string) => `${weekday}(?:${namedDay(digit)}|${isoDay(digit)})`;
/** `Sun, 05 Jan 2020 09:30:00 +0200`, `January 5, 2020 9:30 AM`. */
export const withTime = (digit: string) => `${writtenDay(digit)}${timeAfterDay(digit)}`;
/** `Sun Jan  5 09:30:00 2020`. */
export const unixTime = (digit: string) =>
  `(?:${weekdayNames}) (?:${monthNames}) +${digit}{1,2} ${digit}{2}:${digit}{2}:${digit}{2} ${digit}{4}`;

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
/** A day or month as programs write it in English: `05JAN2020`, `5-Jan-2020`, `January 2020`. */
const englishDay = (digit: string) =>
  `${digit}{2}(?:${months})${digit}{4}|(?:${digit}{1,2}[ .-]{1,2})?(?:${months})[a-z]{0,6}[ .,-]{1,2}(?:${digit}{1,2},? )?${digit}{4}`;

/**
 * A pattern, in lower case, of all dates and times with words. It is compiled anew for each statement, so it repeats
 * the many names of months as seldom as possible.
 * @param digit pattern of one digit
 */
export function wordedMoment(digit: string): string {
  const forms = [
    `${writtenDay(digit)}(?:${timeAfterDay(digit)})?`,
    `${weekday}${isoDay(digit)}`,
    ...[namedMonth, unixTime, logTime, eastAsianDay, eastAsianMonth, englishDay].map((form) => form(digit)),
  ];
  return forms.join('|');
}
