import { randomBytes } from 'node:crypto';

/** What {@link parseExactly} gives: JSON's values, with a `bigint` for every integer beyond the safe ones. */
export type Exact = null | boolean | number | bigint | string | Exact[] | { [name: string]: Exact };

/** Stands before the digits of a long integer while they travel through `JSON.parse`; nobody outside can know it. */
const mark = `~${randomBytes(12).toString('hex')}:`;

/** An integer of at least 16 digits: whatever is shorter is safe. Part of no fraction and no exponent. */
const longInteger = () => /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/** What some services write although JSON has no such numbers. */
const notNumbers = () => /(?<![\w.])(?:NaN|-?Infinity)(?!\w)/g;

/** Where the string that opens at `open` ends; -1 where it does not. */
function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let backslash = close - 1;
    while (text.charCodeAt(backslash) === 92) backslash -= 1;
    if ((close - backslash) % 2 === 1) return close;
  }
  return -1;
}

/** Replaces what matches outside of strings. */
function replaceOutsideStrings(text: string, pattern: RegExp, replacement: (found: string) => string): string {
  let result = '';
  let copied = 0;
  // Everything before `outside` has been passed, and `outside` itself is in no string.
  let outside = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let quote = text.indexOf('"', outside);
    while (quote >= 0 && quote < match.index) {
      const close = closingQuote(text, quote);
      outside = close < 0 ? text.length : close + 1;
      if (outside > match.index) break;
      quote = text.indexOf('"', outside);
    }
    if (outside > match.index) {
      pattern.lastIndex = outside;
      continue;
    }
    result += text.slice(copied, match.index) + replacement(match[0]);
    copied = pattern.lastIndex;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

function restored(value: Exact): Exact {
  if (typeof value === 'string') {
    if (!value.startsWith(mark)) return value;
    const integer = BigInt(value.slice(mark.length));
    const number = Number(integer);
    return Number.isSafeInteger(number) ? number : integer;
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = restored(value[index] ?? null);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      const inner = value[name] ?? null;
      const whole = restored(inner);
      // `__proto__` must be defined, not assigned, to stay a plain member.
      if (whole !== inner)
        Object.defineProperty(value, name, { value: whole, configurable: true, enumerable: true, writable: true });
    }
  }
  return value;
}

/**
 * Reads JSON without losing a digit of any integer. A page without long integers costs what `JSON.parse` costs, one
 * with them about three times that. `NaN` and infinities, which some services send, become null.
 * Members named `__proto__` are plain own members: read members with `Object.hasOwn`.
 * @throws {SyntaxError} when the text is no JSON.
 */
export function parseExactly(text: string): Exact {
  const marked = replaceOutsideStrings(text, longInteger(), (digits) => `"${mark}${digits}"`);
  let value: Exact;
  try {
    value = JSON.parse(marked);
  } catch (error) {
    const repaired = replaceOutsideStrings(marked, notNumbers(), () => 'null');
    if (repaired === marked) throw error;
    value = JSON.parse(repaired);
  }
  return marked === text ? value : restored(value);
}

/** Writes a value as JSON, long integers with all their digits. */
export function exactText(value: Exact): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${exactText(inner)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

/** An own member of an object, undefined where there is none or where it is no object. */
export function member(value: Exact | undefined, name: string): Exact | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isRecord(value: Exact | undefined): value is { [name: string]: Exact } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
