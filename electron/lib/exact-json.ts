/** The result of {@link parseExactly}: JSON's values, with a `bigint` for every unsafe integer. */
export type Exact = null | boolean | number | bigint | string | Exact[] | { [name: string]: Exact };

/**
 * Maximum number of digits of an integer, far more than a double represents: reading and writing a longer one takes
 * quadratic time.
 */
export const maxDigits = 1_000;
/** Numbers that some services write although JSON does not have them. */
const notNumbers = /(?<![\w.])(?:NaN|-?Infinity)(?!\w)/g;

/** Position at which the string that starts at `open` ends; -1 if it is not closed. */
function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let backslash = close - 1;
    while (text.charCodeAt(backslash) === 92) backslash -= 1;
    if ((close - backslash) % 2 === 1) return close;
  }
  return -1;
}

/** A text in which {@link notNumbers} are null. */
function withNulls(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at);
    const close = open < 0 ? -1 : closingQuote(text, open);
    result += text.slice(at, open < 0 ? undefined : open).replace(notNumbers, 'null');
    if (close < 0) return open < 0 ? result : text;
    result += text.slice(open, close + 1);
    at = close + 1;
  }
  return result;
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

/** An integer that a double does not represent, by its digits; any other value as it was parsed. */
function exactInteger(_name: string, value: unknown, { source }: { readonly source: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
  if (source.length > maxDigits) throw new LossyJsonError('number-too-large', '');
  return BigInt(source);
}

function parsed(text: string): Exact {
  // Shorter integers are safe, and only a look at the text of each number is slow.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  // The types do not know yet that a number comes with its text.
  return JSON.parse(text, exactInteger as (name: string, value: unknown) => unknown);
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
  let value: Exact;
  try {
    value = parsed(text);
  } catch (error) {
    const repaired = error instanceof SyntaxError ? withNulls(text) : text;
    if (repaired === text) throw error;
    value = parsed(repaired);
  }
  if (checkValue(value, halfEscape.test(text)) !== members) {
    throw new LossyJsonError('repeated-member', repeatedName(text));
  }
  return value;
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
