import { type MomentKind, momentKinds } from '#shared/time/moment-kind.ts';

/** How a date or time is typed in a filter: a whole value, or the beginning of values. */
interface MomentForm {
  readonly pattern: RegExp;
  /**
   * Whether the column's texts may be more precise than what is typed: the end of a range then includes all texts with
   * that prefix.
   */
  readonly open: boolean;
}

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
const dayAndClock: MomentForm = { pattern: new RegExp(`^${day}(?:T${clock})?$`), open: true };
const forms: Readonly<Record<MomentKind, MomentForm>> = {
  date: { pattern: new RegExp(`^${day}$`), open: false },
  'date-time': dayAndClock,
  'date-time-zone': dayAndClock,
  time: { pattern: new RegExp(`^${clock}$`), open: true },
  month: { pattern: /^\d{4}-(?:0[1-9]|1[0-2])$/, open: false },
  quarter: { pattern: /^\d{4}-Q[1-4]$/, open: false },
  week: { pattern: /^\d{4}-W(?:0[1-9]|[1-4]\d|5[0-3])$/, open: false },
};

/** Whether the values of a column are dates or times. */
export function isMoment(kind: string): kind is MomentKind {
  return momentKinds.some((one) => one === kind);
}

/** Whether a text is a complete typed value for a condition on a column of a kind. */
export function isMomentValue(kind: MomentKind, text: string): boolean {
  if (!forms[kind].pattern.test(text)) return false;
  const isDay = /^\d{4}-\d{2}-\d{2}/.test(text);
  // The 31st of April would become the 1st of May.
  return !isDay || new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.slice(0, 10) === text.slice(0, 10);
}

/**
 * The text that sorts after all values with a given prefix and before everything later: services compare texts, and a
 * day includes all its times. ISO 8601 has 24:00 for the end of a day and second 60 for that of a minute.
 */
export function endOfMoment(kind: MomentKind, text: string): string {
  if (/^\d{4}$/.test(text)) return kind === 'quarter' || kind === 'week' ? `${text}-Z` : `${text}-99`;
  if (kind !== 'month' && /^\d{4}-\d{2}$/.test(text)) return `${text}-99`;
  if (!forms[kind].open) return text;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T24:00`;
  return /(?:^|T)\d{2}:\d{2}$/.test(text) ? `${text}:60` : text;
}

/** The inverse of {@link endOfMoment}. */
export function withoutEnd(kind: MomentKind, text: string): string {
  if (/^\d{4}-Z$|^\d{4}(?:-\d{2})?-99$/.test(text)) return text.slice(0, text.lastIndexOf('-'));
  if (!forms[kind].open) return text;
  if (text.endsWith('T24:00')) return text.slice(0, -'T24:00'.length);
  return /(?:^|T)\d{2}:\d{2}:60$/.test(text) ? text.slice(0, -':60'.length) : text;
}

/** Whether a text typed into the filter row may be the beginning of a column's values. */
export function isMomentStart(text: string): boolean {
  return /^[0-9][0-9:.TQWZ+-]*$/.test(text);
}
