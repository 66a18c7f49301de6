import type { ColumnEvidence, LeftOutLine } from '#shared/rpc/source-file.ts';
import type { FoundMarks, TableSurvey } from '../reading.ts';
import { missingMarks } from '../values/missing-marks.ts';
import { raised } from '../values/periods.ts';
import known from './meanings.json' with { type: 'json' };

/** Fewer numbers than this share are no column of numbers. */
const leastNumbers = 0.5;
/** More marks without a known meaning are asked about. */
const mostUnexplained = 0.02;
const maxMarks = 200;

/** `p = provisional`, `.. not available`, `[c]: confidential`, `1) revised` in a line; the meaning is a few words. */
const legendLine = new RegExp(
  `^(\\[[^\\]\\s]{1,6}\\]|\\([^)\\s]{1,4}\\)|⁽?[${raised}]+[)⁾]?|(?:\\d{1,2}|[a-z])\\)|[a-zA-Z]{1,3}|\\.{1,3}|[:*–/-])\\s*(?:[=:–-]\\s*|\\s|(?<=[${raised}⁾]))(\\p{L}.{2,80})$`,
  'u',
);
/** Between entries: a semicolon, the delimiters that pad a line, or a comma before the next mark. */
const betweenEntries = /[;│|\t]|,{2,}|,$|,(?=\s*[^\s,=:]{1,3}\s*[=:])/u;

/** What the lines around a table say about marks, those above the line as plain ones. */
export function legendIn(lines: readonly LeftOutLine[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { text } of lines) {
    for (const part of text.split(betweenEntries)) {
      // A quoted cell is without its quotes, a list without its heading: `Symbols: p = provisional`.
      const plain = part
        .replaceAll('"', '')
        .replace(/^\s*\p{L}{4,}\s*:\s+/u, '')
        .trim();
      // Without a sign between them, only what is no word may be a mark.
      const [, mark = '', meaning = ''] = legendLine.exec(plain) ?? [];
      const isWord = /^[a-zA-Z]+$/.test(mark) && !/^[a-zA-Z]+\s*[=:–-]/.test(plain);
      if (mark !== '' && !isWord) found.set(plainMark(mark), meaning);
    }
  }
  return found;
}

/**
 * Columns of text that are numbers but for marks of status beside or instead of them.
 * @param legend from {@link legendIn}
 * @param all whether columns of numbers count too, some of whose values are missing with a mark for that
 */
export function findMarks(
  { columns, texts }: TableSurvey,
  legend: ReadonlyMap<string, string>,
  all: boolean,
): FoundMarks | null {
  const marks = new Set<string>();
  const found: string[] = [];
  let certain = true;
  for (const [at, { source, type, moment, evidence }] of columns.entries()) {
    const isNumber = type === 'integer' || type === 'float';
    if (moment !== null || (!isNumber && type !== 'text' && type !== 'char')) continue;
    const cells = texts.flatMap((row) => (row[at]?.trim() ? [row[at] ?? ''] : []));
    const own = isNumber ? missingMarksOf(evidence, all) : marksOf(cells, legend);
    if (own === null) continue;
    found.push(source);
    certain &&= own.certain;
    for (const mark of own.marks) marks.add(mark);
  }
  if (found.length === 0 || marks.size > maxMarks) return null;
  return { columns: found, certain, meanings: [...marks].map((mark) => ({ mark, meaning: meaningOf(mark, legend) })) };
}

/** The marks of a column of numbers, which were read as missing values; null if they are not wanted. */
function missingMarksOf(evidence: ColumnEvidence | undefined, all: boolean) {
  const marks = (evidence?.missing ?? []).map(({ text }) => bareMark(text));
  return all && marks.length > 0 ? { marks, certain: true } : null;
}

/** The marks of one column; null if it has none, or other texts than numbers. */
function marksOf(cells: readonly string[], legend: ReadonlyMap<string, string>) {
  const parts = cells.map(markedCell);
  const numbers = parts.filter((part) => part !== null && part.number !== '').length;
  if (parts.includes(null) || numbers < cells.length * leastNumbers || numbers === 0) return null;
  const marked = parts.flatMap((part) => (part === null || part.mark === '' ? [] : [part]));
  const isOf = marked.some(({ number, mark }) => number !== '' || isOfStatus(mark));
  // What nearly every number has is a unit.
  const beside = marked.filter(({ number }) => number !== '');
  if (marked.length === 0 || !isOf || beside.length > numbers * (1 - leastNumbers)) return null;
  const unexplained = marked.filter(({ mark }) => meaningOf(mark, legend) === null).length;
  // Numbers of houses have letters, too, but no decimals.
  const areLetters = beside.some(({ mark }) => /^[a-zA-Z]/.test(mark) && !legend.has(mark));
  const haveDecimals = parts.some((part) => part !== null && /\d[.,]\d/.test(part.number));
  return {
    marks: marked.map(({ mark }) => bareMark(mark)),
    certain: unexplained <= cells.length * mostUnexplained && (!areLetters || haveDecimals),
  };
}

/**
 * What a mark beside a number, or instead of one, means: the flags of Eurostat, the shorthand of the United Kingdom's
 * Government Statistical Service, and the codes of SDMX (`CL_OBS_STATUS`). Marks are compared without brackets.
 */
const meanings: Readonly<Record<string, string>> = known;

/** A mark without its brackets and blanks, but for those between marks above the line. */
export function bareMark(mark: string): string {
  // super-linear: a mark has a few characters.
  return mark.trim().replaceAll(/[()[\]⁽⁾]|\s+(\d)/g, '$1');
}

/** The same for `(1)`, `1)` and `¹⁾`. */
function plainMark(mark: string): string {
  return bareMark(mark).normalize('NFKC');
}

/**
 * What a mark means; null if that is not known.
 * @param legend meanings in the lines around the table
 */
export function meaningOf(mark: string, legend: ReadonlyMap<string, string>): string | null {
  const bare = bareMark(mark);
  return legend.get(plainMark(mark)) ?? meanings[bare] ?? meanings[bare.toLowerCase()] ?? null;
}

const missing = new Set(missingMarks);

/** Marks of status alone in a cell that do not mean a missing value everywhere: `[c]`, `[x]`, `(p)`. */
const alone = /^(?:\[[a-z]{1,3}(?: \d{1,2})?\]|\([a-zA-Z]{1,2}\))$/;

/** Whether a text without a number is a mark. */
export function isMark(text: string): boolean {
  return missing.has(text) || alone.test(text);
}

/** Whether a mark alone says more than that a value is missing. */
function isOfStatus(text: string): boolean {
  return !missing.has(text);
}

const digits = `[-+\\x{2212}]?[0-9](?:[0-9.,'\\x{2019}\\x{a0}\\x{2009}\\x{202f} ]*[0-9])?(?: ?%)?`;
const bracketed = `\\([A-Za-z]{1,2}\\)|\\[[A-Za-z]{1,4}(?: [0-9]{1,2})?\\]|[*\\x{2020}\\x{2021}]{1,3}|\\x{207d}?[${raised}]+(?:[ ,]+[${raised}]+)*[)\\x{207e}]?`;

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
