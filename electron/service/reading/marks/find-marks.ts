import type { ColumnEvidence, LeftOutLine } from '#shared/rpc/source-file.ts';
import type { FoundMarks, TableSurvey } from '../reading.ts';
import { bareMark, isOfStatus, markedCell, meaningOf } from './known-marks.ts';

/** Fewer numbers than this share are no column of numbers. */
const leastNumbers = 0.5;
/** More marks without a known meaning are asked about. */
const mostUnexplained = 0.02;
const maxMarks = 200;

/** `p = provisional`, `.. not available`, `[c]: confidential` in a line; the meaning is a few words. */
const legendLine =
  /^(\[[^\]\s]{1,6}\]|\([^)\s]{1,4}\)|[a-zA-Z]{1,3}|\.{1,3}|[:*–/-])\s*(?:[=:–-]\s*|\s)(\p{L}.{2,80})$/u;

/** What the lines around a table say about marks. */
export function legendIn(lines: readonly LeftOutLine[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { text } of lines) {
    for (const part of text.split(/[;│]/)) {
      const plain = part.trim();
      // Without a sign between them, only what is no word may be a mark.
      const [, mark, meaning] = (plain.length <= 100 ? legendLine.exec(plain) : null) ?? [];
      const isWord = mark !== undefined && /^[a-zA-Z]/.test(mark) && !/^[a-zA-Z]{1,3}\s*[=:–-]/.test(plain);
      if (mark !== undefined && meaning !== undefined && !isWord) found.set(bareMark(mark), meaning.trim());
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
