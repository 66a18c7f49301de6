import { monthNames, namedDay, namedMonth, weekdayNames } from './month-names.ts';

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
