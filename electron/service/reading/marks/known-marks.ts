import { missingMarks } from '../values/missing-marks.ts';
import known from './meanings.json' with { type: 'json' };

/**
 * What a mark beside a number, or instead of one, means: the flags of Eurostat, the shorthand of the United Kingdom's
 * Government Statistical Service, and the codes of SDMX (`CL_OBS_STATUS`). Marks are compared without brackets.
 */
const meanings: Readonly<Record<string, string>> = known;

/** A mark without its brackets and blanks. */
export function bareMark(mark: string): string {
  return mark.replaceAll(/[()[\]\s]/g, '');
}

/**
 * What a mark means; null if that is not known.
 * @param legend meanings in the lines around the table
 */
export function meaningOf(mark: string, legend: ReadonlyMap<string, string>): string | null {
  const bare = bareMark(mark);
  return legend.get(bare) ?? meanings[bare] ?? meanings[bare.toLowerCase()] ?? null;
}

const missing = new Set(missingMarks);

/** Marks of status alone in a cell that do not mean a missing value everywhere: `[c]`, `[x]`, `(p)`. */
const alone = /^(?:\[[a-z]{1,3}(?: \d{1,2})?\]|\([a-zA-Z]{1,2}\))$/;

/** Whether a text without a number is a mark. */
export function isMark(text: string): boolean {
  return missing.has(text) || (text.length <= 8 && alone.test(text));
}

/** Whether a mark alone says more than that a value is missing. */
export function isOfStatus(text: string): boolean {
  return !missing.has(text);
}

const digits = `[-+\\x{2212}]?[0-9](?:[0-9.,'\\x{2019}\\x{a0}\\x{2009}\\x{202f} ]*[0-9])?(?: ?%)?`;
const bracketed = `\\([A-Za-z]{1,2}\\)|\\[[A-Za-z]{1,4}(?: [0-9]{1,2})?\\]|[*\\x{2020}\\x{2021}]{1,3}|[\\x{b9}\\x{b2}\\x{b3}\\x{2070}-\\x{2079}\\x{1d43}-\\x{1d61}\\x{2b3}\\x{2e2}]+\\)?`;

/** A number with a mark before or after it, in the syntax of RE2: its parts are the first mark, the number, the second. */
export const markedNumber = `(?:(${bracketed})\\s*)?(${digits})(?:\\s*(${bracketed})|\\s([A-Za-z]{1,2}))?`;

const pattern = new RegExp(
  `^${markedNumber.replaceAll(/\\x\{([0-9a-f]+)\}/g, (_, code) => `\\u${code.padStart(4, '0')}`)}$`,
  'u',
);
/** A longer cell is a sentence. */
const maxCell = 40;

/** The number and the mark in a cell; null for any other text. */
export function markedCell(cell: string): { readonly number: string; readonly mark: string } | null {
  const text = cell.trim();
  if (text === '' || text.length > maxCell) return null;
  if (isMark(text)) return { number: '', mark: text };
  const [, before = '', number = '', after = '', letters = ''] = pattern.exec(text) ?? [];
  return number === '' ? null : { number, mark: before || after || letters };
}
