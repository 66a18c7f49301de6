import { missingMarks } from '../../values/missing-marks.ts';
import { withoutMarks } from '../../values/periods.ts';
import type { OtherTable } from '../layouts.ts';
import { plainText } from './scan-records.ts';

/** A record of a text; without fields for an empty line, or one that cannot be cut. */
export interface CutRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Number of records below a possible header that are compared with it. */
const comparedRecords = 30;

/**
 * Finds the header of another table among the records of a text.
 * @param names of the columns
 * @param records below the header; texts are byte strings
 * @param isNumber whether a text is written with digits
 */
export function findOtherTable(
  names: readonly string[],
  records: readonly CutRecord[],
  isNumber: (text: string) => boolean,
): OtherTable | null {
  if (names.length < 2) return null;
  const column = gapBetween(names, records);
  if (column !== null) return { kind: 'beside', column };
  for (let at = 1; at < records.length; at += 1) {
    const { line, cells } = records[at] ?? { line: 0, cells: [] };
    if (cells.length < 2) continue;
    // The same names below a title are those of another table; otherwise of another page.
    if (cells.length === names.length && cells.every((cell, place) => cell === names[place])) {
      if (isTitle(records.slice(0, at).findLast((record) => !isEmpty(record)))) return { kind: 'below', line };
      continue;
    }
    const isAfterGap = isEmpty(records[at - 1]);
    // Years are names of columns too, but only a gap distinguishes them from values.
    const ofYears = isAfterGap && areNames(cells.slice(0, 1), isNumber) && areYears(cells.slice(1));
    // In a spreadsheet's export, a narrower table has as many fields as the first one.
    const named = isAfterGap ? cells.slice(0, 1 + cells.findLastIndex((cell) => cell.trim() !== '')) : cells;
    if (!ofYears && (named.length < 2 || !areNames(named, isNumber))) continue;
    const below = ofWidth(untilGap(records.slice(at + 1, at + 1 + comparedRecords)), cells.length);
    const before = ofWidth(records.slice(Math.max(0, at - comparedRecords), at), cells.length);
    const isAboveNumbers = named.some(
      (cell, place) =>
        (/[A-Za-z\x80-\xff]{2}/.test(cell) || (ofYears && place > 0)) && areNumbers(below, place, isNumber),
    );
    const isBelowNumbers = cells.some((_, place) => before.length > 1 && areNumbers(before, place, isNumber));
    if (isAfterGap && hasOtherShapes(cells, before, below)) return { kind: 'below', line };
    if (below.length > 0 && isAboveNumbers && (isAfterGap || isBelowNumbers)) return { kind: 'below', line };
  }
  return null;
}

/** With fewer records on either side, a common shape of their values is not conclusive. */
const minShaped = 5;

/** Whether names in a table of texts are written as no value of any column is: `key` among `u1`, `u2`, `u3`. */
function hasOtherShapes(
  names: readonly string[],
  before: readonly (readonly string[])[],
  below: readonly (readonly string[])[],
): boolean {
  if (before.length < minShaped || below.length < minShaped) return false;
  const shapesIn = (rows: readonly (readonly string[])[], at: number) =>
    new Set(rows.map((row) => shapeOf(row[at] ?? '')));
  return names.every((name, at) =>
    [before, below].every((rows) => {
      const shapes = shapesIn(rows, at);
      return shapes.size * minShaped <= rows.length && !shapes.has(shapeOf(name));
    }),
  );
}

/** How a text is written: capitals, other letters, digits, and other characters. */
function shapeOf(text: string): string {
  return text
    .trim()
    .replace(/[A-Z]+/g, 'A')
    .replace(/[a-z]+/g, 'a')
    .replace(/[0-9]+/g, '0');
}

/** The first column between others that has neither a name nor values. */
function gapBetween(names: readonly string[], records: readonly CutRecord[]): number | null {
  const rows = ofWidth(records, names.length);
  if (rows.length < 2) return null;
  const isFree = (at: number) => names[at]?.trim() === '' && rows.every((row) => row[at]?.trim() === '');
  const first = names.findIndex((name) => name.trim() !== '');
  const last = names.findLastIndex((name) => name.trim() !== '');
  for (let at = first + 1; at < last; at += 1) if (isFree(at)) return at + 1;
  return null;
}

function isTitle(record: CutRecord | undefined): boolean {
  return record?.cells.filter((cell) => cell.trim() !== '').length === 1;
}

function isEmpty(record: CutRecord | undefined): boolean {
  return record?.cells.every((cell) => cell.trim() === '') === true;
}

function untilGap(records: readonly CutRecord[]): readonly CutRecord[] {
  const end = records.findIndex(isEmpty);
  return end < 0 ? records : records.slice(0, end);
}

function ofWidth(records: readonly CutRecord[], width: number): (readonly string[])[] {
  return records.filter(({ cells }) => cells.length === width).map(({ cells }) => cells);
}

/** Different words, none of them a mark for missing values. */
export function areNames(cells: readonly string[], isNumber: (text: string) => boolean): boolean {
  const isName = (cell: string) => cell.trim() !== '' && !isNumber(cell) && !missingMarks.includes(cell.trim());
  return cells.every(isName) && new Set(cells).size === cells.length;
}

/** Consecutive years, as in the header of a table over time. */
function areYears(cells: readonly string[]): boolean {
  const texts = cells.map((cell) => withoutMarks(plainText(cell)).text);
  const years = texts.map((text) => (/^(?:1[5-9]|20)\d\d$/.test(text) ? Number(text) : 0));
  return years.length > 1 && years.every((year, at) => year > 0 && (at === 0 || year === (years[at - 1] ?? 0) + 1));
}

/** Whether a column holds numbers, and nothing else but a few. */
function areNumbers(rows: readonly (readonly string[])[], at: number, isNumber: (text: string) => boolean): boolean {
  const present = rows.flatMap((row) => row[at]?.trim() || []);
  return present.length > 0 && present.filter(isNumber).length > present.length * 0.8;
}
