import type { WebAnswer } from '../web.ts';

/**
 * JSON numbers are doubles in JavaScript: integers beyond 2^53 would be rounded, silently. In rows of data they are kept
 * as texts that begin like this, which no data do, and written as the numbers they were.
 */
const mark = '\u0001integer:';

/** Integers with so many digits may be beyond 2^53. */
const mayBeLarge = /[^\d."\w]-?\d{16}/;

/** Texts, and whole numbers with their fraction and exponent. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The JSON of an answer with rows of data; large integers are marked for {@link exactText} and {@link exactJson}. */
export function jsonOfRows(answer: Pick<WebAnswer, 'text' | 'json'>): unknown {
  const text = answer.text();
  if (!mayBeLarge.test(text)) return answer.json();
  const marked = text.replace(token, (found) =>
    /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? JSON.stringify(`${mark}${found}`) : found,
  );
  try {
    return JSON.parse(marked) as unknown;
  } catch {
    // No JSON, with or without marks: the answer says why.
    return answer.json();
  }
}

/** A value as the text of a cell. */
export function exactText(value: string): string {
  return value.startsWith(mark) ? value.slice(mark.length) : value;
}

const markedJson = new RegExp(`"${JSON.stringify(mark).slice(1, -1).replaceAll('\\', '\\\\')}(-?\\d+)"`, 'g');

/** A value as JSON, with large integers as the numbers they were. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value).replace(markedJson, '$1');
}
