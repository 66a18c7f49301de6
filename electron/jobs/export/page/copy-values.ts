import type { Cursor } from './cursor.ts';

/*
 * Each function copies a value in its usual form from a page to a file, byte by byte, and returns whether it had that
 * form. The caller must undo and parse anything else.
 */

const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const point = 0x2e;
const quote = 0x22;
const space = 0x20;

/** A number without an exponent, with its digits as they are. Minus zero has its own form in files. */
export function copyNumber(cursor: Cursor, fractions: boolean): boolean {
  const { input, output } = cursor;
  let { at, end } = cursor;
  let byte = input[at] ?? 0;
  const negative = byte === minus;
  if (negative) {
    output[end] = minus;
    end += 1;
    at += 1;
    byte = input[at] ?? 0;
  }
  if (byte === zero) {
    // Only a fraction may follow a leading zero, and minus zero has another form in files.
    const behind = input[at + 1] ?? 0;
    if (negative ? behind !== point : behind >= zero && behind <= nine) return false;
  }
  const start = at;
  let dot = -1;
  for (; ; byte = input[at] ?? 0) {
    if (byte === point && dot < 0) dot = at;
    else if (byte < zero || byte > nine) break;
    output[end] = byte;
    end += 1;
    at += 1;
  }
  if (at === start || dot === start || dot === at - 1 || (dot >= 0 && !fractions) || !endsValue(byte)) return false;
  cursor.at = at;
  cursor.end = end;
  return true;
}

/** A comma, a bracket or white space. */
function endsValue(byte: number): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || (byte <= space && byte !== 0);
}

const backslash = 0x5c;

/** The kind of each byte: 1 requires quotes around a delimited field, 2 is an escape, 4 is invalid in a string. */
export function bytesOfFields(separator: string): Uint8Array {
  const kinds = new Uint8Array(256);
  kinds.fill(4, 0, space);
  kinds[backslash] = 2;
  kinds[separator.charCodeAt(0)] = 1;
  return kinds;
}

/** The character that a common escape denotes, by the byte after its backslash; 0 for an uncommon one. */
const escaped = new Uint8Array(128);
for (const [letter, byte] of [
  ['"', quote],
  ['\\', backslash],
  ['/', 0x2f],
  ['n', 0x0a],
  ['r', 0x0d],
] as const)
  escaped[letter.charCodeAt(0)] = byte;

/** A string as a field of delimited text. */
export function copyField(cursor: Cursor, kinds: Uint8Array): boolean {
  const { input, output, end: start } = cursor;
  let at = cursor.at + 1;
  let end = start;
  let found = 0;
  for (let byte = input[at] ?? 0; byte !== quote; byte = input[at] ?? 0) {
    const kind = kinds[byte] ?? 4;
    let plain = byte;
    if (kind !== 0) {
      found |= kind;
      if (kind > 1) {
        at += 1;
        plain = kind === 2 ? (escaped[input[at] ?? 0] ?? 0) : 0;
        if (plain === 0) return false;
        // Quotes are doubled; line breaks require quotes around the whole.
        if (plain === quote) {
          output[end] = quote;
          end += 1;
        }
        if (plain !== backslash && plain !== 0x2f) found |= 1;
      }
    }
    output[end] = plain;
    end += 1;
    at += 1;
  }
  if ((found & 1) === 1 || end === start || output[start] === space || output[end - 1] === space) {
    output.copyWithin(start + 1, start, end);
    output[start] = quote;
    output[end + 1] = quote;
    end += 2;
  }
  cursor.at = at + 1;
  cursor.end = end;
  return true;
}

/** Copies a string as a string of JSON. */
export function copyString(cursor: Cursor, kinds: Uint8Array): boolean {
  const { input, output } = cursor;
  let { at, end } = cursor;
  output[end] = quote;
  end += 1;
  at += 1;
  for (let byte = input[at] ?? 0; byte !== quote; byte = input[at] ?? 0) {
    const kind = kinds[byte] ?? 4;
    if (kind > 1) {
      // The others have a shorter form.
      const plain = kind === 2 ? (escaped[input[at + 1] ?? 0] ?? 0) : 0;
      if (plain === 0 || plain === 0x2f) return false;
      output[end] = byte;
      end += 1;
      at += 1;
    }
    output[end] = input[at] ?? 0;
    end += 1;
    at += 1;
  }
  output[end] = quote;
  cursor.at = at + 1;
  cursor.end = end + 1;
  return true;
}

/** The text around and between the two numbers of a point. */
export interface PointForm {
  readonly before: Uint8Array;
  readonly between: Uint8Array;
  readonly behind: Uint8Array;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const jsonPoint: PointForm = {
  before: bytesOf('{"type":"Point","coordinates":['),
  between: bytesOf(','),
  behind: bytesOf(']}'),
};
export const pointForms = {
  json: jsonPoint,
  wellKnownText: { before: bytesOf('POINT ('), between: bytesOf(' '), behind: bytesOf(')') },
} as const;

/** A GeoJSON point of two numbers, written without white space. */
export function copyPoint(cursor: Cursor, form: PointForm): boolean {
  if (!cursor.passes(jsonPoint.before)) return false;
  cursor.put(form.before);
  if (!copyNumber(cursor, true) || !cursor.passes(jsonPoint.between)) return false;
  cursor.put(form.between);
  if (!copyNumber(cursor, true) || !cursor.passes(jsonPoint.behind)) return false;
  cursor.put(form.behind);
  return true;
}
