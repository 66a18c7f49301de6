import type { MomentKind } from './moment-kind.ts';

/** Whether the values of a column of this kind are compared as instants: date-times are, with or without an offset. */
export function isInstant(kind: MomentKind | undefined): boolean {
  return kind === 'date-time' || kind === 'date-time-zone';
}

/** A date-time in ISO 8601; a plus that was not encoded in an address has become a space. */
const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?<zone>Z|[-+ ]\d\d(?::?\d\d)?)?$/;

/** Whether a text is a date-time with its offset from UTC. */
export function hasOffset(text: string): boolean {
  return form.exec(text)?.groups?.zone !== undefined;
}

/**
 * The instant of a date-time in nanoseconds since 1970, of one without an offset as if it were in UTC; null for any other
 * text. Second 60 is the first of the next minute, and 24:00 that of the next day.
 */
export function instantOf(text: string): bigint | null {
  const found = form.exec(text);
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0)) as Six;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (hour * 60 + minute > 1440 || minute > 59 || second > (hour === 24 ? 0 : 60)) return null;
  date.setUTCHours(hour, minute, second);
  const fraction = BigInt((found[7] ?? '').padEnd(9, '0'));
  return (BigInt(date.getTime()) - BigInt(offsetMinutes(found.groups?.zone) * 60_000)) * 1_000_000n + fraction;
}

type Six = [year: number, month: number, day: number, hour: number, minute: number, second: number];

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.replace(/\D/g, '').padEnd(4, '0');
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}
