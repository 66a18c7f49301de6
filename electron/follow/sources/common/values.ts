import type { FileOptions } from '#shared/rpc/source-file.ts';

// Readers for JSON of unknown origin: what is not of the expected form is null or empty, never an error.

type JsonRecord = Readonly<Record<string, unknown>>;

export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asRecord(value: unknown): JsonRecord {
  return isJsonRecord(value) ? value : {};
}

/** The elements of an array; a single value counts as an array of one, as in JSON-LD. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** The records in an array. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return listOf(value).filter(isJsonRecord);
}

/** A text that is not blank, or a number as text; of several languages English, otherwise the first one. */
export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) {
    const english = value.find((one) => isJsonRecord(one) && String(one['@language'] ?? '').startsWith('en'));
    for (const one of [english, ...value]) {
      const text = asText(one);
      if (text !== null) return text;
    }
    return null;
  }
  if (!isJsonRecord(value)) return null;
  if ('@value' in value) return asText(value['@value']);
  const languages = Object.entries(value).filter(([name]) => /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(name));
  const english = languages.find(([name]) => name.startsWith('en'));
  for (const [, text] of english === undefined ? languages : [english, ...languages]) {
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return null;
}

/** The first of several members that is a text. */
export function firstText(from: JsonRecord, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = asText(from[name]);
    if (text !== null) return text;
  }
  return null;
}

/** A non-negative integer, also one written as text. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** A date or time as ISO 8601; numbers are seconds, or milliseconds if they are too large for that. */
export function momentOf(value: unknown): string | null {
  const given = typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : asText(value);
  if (given === null) return null;
  // Without an offset, CKAN and others mean UTC.
  const local = typeof given === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(given);
  const date = new Date(local ? `${String(given).replace(' ', 'T')}Z` : given);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const openings: readonly [RegExp, string][] = [
  [/<(?:br|\/p|\/li|\/div)\b[^<>]*>/gi, '\n'],
  [/<\/?[a-z][^<>]*>/gi, ''],
  [/&nbsp;/g, ' '],
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#39;/g, "'"],
  [/&amp;/g, '&'],
  [/\n{3,}/g, '\n\n'],
];

/** A description without markup: portals write HTML in it. */
export function proseOf(value: unknown): string | null {
  const text = asText(value);
  if (text === null) return null;
  return asText(openings.reduce((prose, [from, to]) => prose.replace(from, to), text));
}

/**
 * Delimiter and quote of a dialect, where they are ones that can be read. A quote of null means none ("CSV Dialect",
 * "Table Dialect"; "Metadata Vocabulary for Tabular Data", 5.9).
 */
export function separators(delimiter: unknown, quoteChar: unknown): Pick<FileOptions, 'delimiter' | 'quote'> {
  const quote = quoteChar === null ? '' : quoteChar;
  return {
    ...(typeof delimiter === 'string' && delimiter.length >= 1 && delimiter.length <= 4 ? { delimiter } : {}),
    ...(typeof quote === 'string' && quote.length <= 1 ? { quote } : {}),
  };
}
