import { randomBytes } from 'node:crypto';

/** The result of {@link parseExactly}: JSON's values, with a `bigint` for every unsafe integer. */
export type Exact = null | boolean | number | bigint | string | Exact[] | { [name: string]: Exact };

/** Marks the digits of a long integer on their way through `JSON.parse`; random, so that no text contains it. */
const mark = `~${randomBytes(12).toString('hex')}:`;

/** An integer of at least 16 digits (shorter ones are safe), not part of a fraction or an exponent. */
const longInteger = () => /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;
/**
 * Maximum number of digits of an integer, far more than a double represents: reading and writing a longer one takes
 * quadratic time.
 */
export const maxDigits = 1_000;
/** Numbers that some services write although JSON does not have them. */
const notNumbers = () => /(?<![\w.])(?:NaN|-?Infinity)(?!\w)/g;

/** Position at which the string that starts at `open` ends; -1 if it is not closed. */
function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let backslash = close - 1;
    while (text.charCodeAt(backslash) === 92) backslash -= 1;
    if ((close - backslash) % 2 === 1) return close;
  }
  return -1;
}

/** Replaces matches outside of strings. */
function replaceOutsideStrings(text: string, pattern: RegExp, replacement: (found: string) => string): string {
  let result = '';
  let copied = 0;
  // Everything before `outside` has been processed, and `outside` itself is not in a string.
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

/** Maximum nesting depth: the same as in files. */
const maxDepth = 256;

/** Valid JSON that {@link parseExactly} refuses because a part of it would be lost or altered. */
export type LossyKind = 'repeated-member' | 'half-character' | 'number-too-large' | 'too-deep';

/** Thrown for JSON that cannot be parsed without losing or altering a part of it. */
export class LossyJsonError extends Error {
  readonly kind: LossyKind;
  /** The name of the repeated member, or the limit; otherwise empty. */
  readonly detail: string;

  constructor(kind: LossyKind, detail: string) {
    super(`JSON that would be read with a loss: ${kind}`);
    this.name = 'LossyJsonError';
    this.kind = kind;
    this.detail = detail;
  }
}

const quote = 34;
const colon = 58;

/**
 * The number of members of all objects in a JSON text, including repeated ones.
 * @throws {LossyJsonError} `too-deep`
 */
function countMembers(text: string): number {
  let members = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = closingQuote(text, at);
      if (at < 0) return members;
    } else if (code === colon) members += 1;
    else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > maxDepth) throw new LossyJsonError('too-deep', String(maxDepth));
    } else if (code === 93 || code === 125) depth -= 1;
  }
  return members;
}

/** The name that an object in a JSON text has twice, with its escapes as written. */
function repeatedName(text: string): string {
  const names: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 123) names.push(new Set());
    else if (code === 91) names.push(null);
    else if (code === 93 || code === 125) names.pop();
    else if (code === quote) {
      const end = closingQuote(text, at);
      if (end < 0) break;
      const known = names.at(-1);
      if (known !== null && known !== undefined && /^\s*:/.test(text.slice(end + 1, end + 20))) {
        const name = String(JSON.parse(text.slice(at, end + 1)));
        if (known.has(name)) return name;
        known.add(name);
      }
      at = end;
    }
  }
  return '';
}

/** An escaped surrogate: alone it has no UTF-8 form. */
const halfEscape = /\\u[dD][89a-fA-F]/;

/** Counts the members of all objects in a value, and checks that everything can be written again as it was. */
function checkValue(value: Exact, looksAtTexts: boolean): number {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new LossyJsonError('number-too-large', '');
  } else if (typeof value === 'string') {
    if (looksAtTexts && !isWellFormed(value)) throw new LossyJsonError('half-character', '');
  } else if (Array.isArray(value)) {
    let members = 0;
    for (const item of value) members += checkValue(item, looksAtTexts);
    return members;
  } else if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value);
    let members = names.length;
    for (const name of names) {
      if (looksAtTexts && !isWellFormed(name)) throw new LossyJsonError('half-character', '');
      members += checkValue(value[name] ?? null, looksAtTexts);
    }
    return members;
  }
  return 0;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
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
 * with them about three times that. `NaN` and infinities, which some services send, become null. Members named
 * `__proto__` are plain own members: read members with `Object.hasOwn`.
 * @throws {SyntaxError} when the text is no JSON.
 * @throws {LossyJsonError} for what would be read with a loss: a repeated member of an object, half a surrogate pair, a
 * number beyond the range of doubles other than an integer of at most {@link maxDigits} digits, and values nested too
 * deeply to be written again.
 */
export function parseExactly(text: string): Exact {
  const members = countMembers(text);
  const marked = replaceOutsideStrings(text, longInteger(), (digits) => {
    if (digits.length > maxDigits) throw new LossyJsonError('number-too-large', '');
    return `"${mark}${digits}"`;
  });
  let value: Exact;
  try {
    value = JSON.parse(marked);
  } catch (error) {
    const repaired = replaceOutsideStrings(marked, notNumbers(), () => 'null');
    if (repaired === marked) throw error;
    value = JSON.parse(repaired);
  }
  if (checkValue(value, halfEscape.test(text)) !== members) {
    throw new LossyJsonError('repeated-member', repeatedName(text));
  }
  return marked === text ? value : restored(value);
}

/** Writes a value as JSON, long integers with all their digits. */
export function exactText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // For values with long integers, which the runtime's own, much faster writer refuses.
    if (!(error instanceof TypeError)) throw error;
    return writtenPartByPart(value);
  }
}

function writtenPartByPart(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(writtenPartByPart).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${writtenPartByPart(inner)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

/** An own member of an object; undefined if there is none or it is not an object. */
export function member(value: Exact | undefined, name: string): Exact | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isRecord(value: Exact | undefined): value is { [name: string]: Exact } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
