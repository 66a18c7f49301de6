import { monthNames, namedDay, weekdayNames } from './month-names.ts';

/** Names of months in English, as programs write them for each other. */
export const monthName =
  '(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]u[nl]|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec|JAN|FEB|MAR|APR|MAY|JU[NL]|AUG|SEP|OCT|NOV|DEC)[A-Za-z]{0,6}';

/** A time of day. */
export const byHour = '[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp][Mm])?';
const offset = '(?: ?(?:GMT|UTC|UT|Z|[+-][0-9]{2}:?[0-9]{2}))?';
/** A day with the name of its month, preceded by the day of the week or followed by the time. */
const writtenDay = (digit: string) => `(?:(?:${weekdayNames})\\.?,? +)?${namedDay(digit)}`;
/** As in the logs of web servers: `10/Oct/2000:13:55:36 -0700`. */
export const logTime = (digit: string) =>
  `\\[?${digit}{2}/${monthName}/${digit}{4}:${digit}{2}:${digit}{2}:${digit}{2} [+-]${digit}{4}\\]?`;
/** `2020年1月5日`, `2020년 1월 5일`. */
export const eastAsianDay = (digit: string) => `${digit}{4} ?[年년] ?${digit}{1,2} ?[月월] ?${digit}{1,2} ?[日일]`;
/** `2020年1月`. */
export const eastAsianMonth = (digit: string) => `${digit}{4} ?[年년] ?${digit}{1,2} ?[月월]`;
/** `Sunday, 5 January 2020`, `Sun 2020-01-05`. */
export const withWeekday = (digit: string) =>
  `(?:${weekdayNames})\\.?,? +(?:${namedDay(digit)}|${digit}{4}-${digit}{2}-${digit}{2})`;
/** `Sun, 05 Jan 2020 09:30:00 +0200`, `January 5, 2020 9:30 AM`. */
export const withTime = (digit: string) =>
  `${writtenDay(digit)}(?:,? +|T)(?:at +|um +)?${byHour.replaceAll('[0-9]', digit)}${offset.replaceAll('[0-9]', digit)}`;
/** `Sun Jan  5 09:30:00 2020`. */
export const unixTime = (digit: string) =>
  `(?:${weekdayNames}) (?:${monthNames}) +${digit}{1,2} ${digit}{2}:${digit}{2}:${digit}{2} ${digit}{4}`;

/** A pattern of such dates and times, for both JavaScript and the engine. @param digit pattern of one digit */
export function wordedMoment(digit: string): string {
  return [withWeekday, withTime, unixTime, logTime, eastAsianDay, eastAsianMonth].map((form) => form(digit)).join('|');
}
