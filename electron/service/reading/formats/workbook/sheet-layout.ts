import { missingMarks } from '../../values/missing-marks.ts';
import { isPeriod } from '../../values/periods.ts';
import { isNumberText, looksLikeHeader } from '../delimited/header-names.ts';
import { headerRowsOf, joinedNames, typicalFill } from '../delimited/header-rows.ts';
import type { SheetLayout } from '../layouts.ts';
import type { MergedCells, SheetCell, SheetRow } from './sheet.ts';

/** The user's options for a sheet. */
export interface SheetRequest {
  readonly header?: boolean | undefined;
  /** Number of rows that the names are joined from. */
  readonly headerRows?: number | undefined;
  /** Rows above the header, or above the first record if there is none. */
  readonly skip?: number | undefined;
}

/** Number of rows used to detect the layout. */
export const examinedRows = 200;
/** Maximum number of title, note and source rows above a header. */
const maxRowsAbove = 30;

/**
 * Finds the header of a sheet and what is above it.
 * @param rows the first rows
 * @param merged cells among them
 */
export function sheetLayout(
  rows: readonly SheetRow[],
  { header, headerRows, skip }: SheetRequest,
  merged: readonly MergedCells[] = [],
): SheetLayout {
  const requested = skip === undefined ? null : rows.findIndex(({ number }) => number > skip);
  const start = requested === null ? tableStart(rows, merged) : requested < 0 ? rows.length : requested;
  const table = rows.slice(start);
  const [top] = table;
  const above = rows.slice(0, start).filter(({ cells }) => fillOf(cells) > 0).length;
  if (top === undefined)
    return { names: [], above, from: (rows.at(-1)?.number ?? 0) + 1, headerFrom: (rows.at(-1)?.number ?? 0) + 1 };
  const below = table.slice(1);
  if (header === false) return { names: [], above, from: top.number, headerFrom: top.number };
  const levels = headerRows ?? (header === undefined ? headerRowsIn(table, merged) : 1);
  const last = table[levels - 1];
  if (levels > 1 && last !== undefined) {
    const names = joinedNames(textsOf(table.slice(0, levels).map((row) => asShown(acrossMerged(row, merged)))));
    return { names, above, from: last.number + 1, headerFrom: top.number };
  }
  const isHeader =
    header ??
    (headerRows === 1 ||
      isHeaderAbove(table, 0) ||
      looksLikeHeader(
        fieldsOf(top.cells, widthOf(table)),
        below.map(({ cells }) => fieldsOf(cells, 0)),
      ));
  return isHeader
    ? { names: asShown(top).cells.map(textOf), above, from: top.number + 1, headerFrom: top.number }
    : { names: [], above, from: top.number, headerFrom: top.number };
}

/** How many of the first rows contain the names of the columns. */
export function headerRowsIn(table: readonly SheetRow[], merged: readonly MergedCells[]): number {
  const [first = [], ...others] = textsOf(table);
  return Math.max(headerRowsOf(first, others, isNumberText), mergedHeaderRows(table, merged));
}

/** A name over several rows or columns, and those below it, make this many rows at most. */
const maxMergedRows = 6;

/** How many rows contain names, as merged cells among them prove: a group of columns, or a name beside such groups. */
function mergedHeaderRows(table: readonly SheetRow[], merged: readonly MergedCells[]): number {
  let levels = 1;
  for (let level = 0; level < levels && level < maxMergedRows; level += 1) {
    const { number = 0, cells = [] } = table[level] ?? {};
    if (!cells.every((cell) => cell === null || cell.kind === 'text' || isPeriod(cell.text))) return 1;
    for (const { from, to, left, right } of merged) {
      if (from !== number) continue;
      const rows = table.filter((row) => row.number <= to).length;
      const named = table[rows]?.cells.slice(left, right + 1) ?? [];
      const isGroup = named.filter((cell) => cell?.kind === 'text' || isYear(cell)).length > 1;
      if (isGroup) levels = Math.max(levels, rows + 1);
      else if (right === left) levels = Math.max(levels, rows);
    }
  }
  const isBesideGroups = merged.some(
    ({ from, left, right }) => right > left && table.slice(0, levels).some(({ number }) => number === from),
  );
  return isBesideGroups && levels <= maxMergedRows && levels < table.length ? levels : 1;
}

function isYear(cell: SheetCell | undefined): boolean {
  return cell?.kind === 'number' && isPeriod(cell.text);
}

/** A row of names with that of merged cells in each of their columns. */
function acrossMerged(row: SheetRow, merged: readonly MergedCells[]): SheetRow {
  const cells = [...row.cells];
  for (const { from, left, right } of merged) {
    if (row.number !== from || right === left) continue;
    for (let at = cells.length; at <= right; at += 1) cells.push(null);
    for (let at = left + 1; at <= right; at += 1) cells[at] ??= cells[left] ?? null;
  }
  return { ...row, cells };
}

/** A row of names with months and years for dates that are shown as such, unless that makes two of them equal. */
function asShown(row: SheetRow): SheetRow {
  const cells = row.cells.map((cell) => cell && { ...cell, text: cell.heading ?? cell.text });
  const count = (names: readonly SheetCell[]) => new Set(names.map(textOf)).size;
  return count(cells) === count(row.cells) ? { ...row, cells } : row;
}

function textOf(cell: SheetCell | undefined): string {
  return cell?.text.trim() === '' ? '' : (cell?.text ?? '');
}

function fillOf(cells: readonly SheetCell[]): number {
  return cells.filter((cell) => textOf(cell) !== '').length;
}

function widthOf(rows: readonly SheetRow[]): number {
  return rows.reduce((width, { cells }) => Math.max(width, cells.length), 0);
}

function fieldsOf(cells: readonly SheetCell[], width: number) {
  return Array.from({ length: Math.max(width, cells.length) }, (_, at) => ({ text: textOf(cells[at]), quoted: false }));
}

/** Where the table begins: after anything above it, such as names with values that describe the sheet. */
function tableStart(rows: readonly SheetRow[], merged: readonly MergedCells[]): number {
  const first = firstRow(rows, merged);
  if (isHeaderAbove(rows, first, 2)) return first;
  for (let at = first + 1; at < Math.min(rows.length, maxRowsAbove); at += 1) {
    const fill = fillOf(rows[at]?.cells ?? []);
    if (fill > 0 && isAfterGap(rows, at) && isHeaderAbove(rows, at, 2)) return at;
    if (fill > 2) return first;
  }
  return first;
}

/** Whether the row before this one is empty. */
function isAfterGap(rows: readonly SheetRow[], at: number): boolean {
  const before = rows[at - 1];
  return before !== undefined && (fillOf(before.cells) === 0 || (rows[at]?.number ?? 0) > before.number + 1);
}

/**
 * Whether a row contains nothing but several different names, one of them above numbers.
 * @param minRows minimum number of rows between it and a gap
 * @param name the condition for a name above numbers
 */
export function isHeaderAbove(rows: readonly SheetRow[], at: number, minRows = 1, name = /\p{L}{3}/u): boolean {
  const { cells = [] } = rows[at] ?? {};
  const names = cells.flatMap((cell) => (cell === null || textOf(cell) === '' ? [] : [cell]));
  const below = rows.slice(at + 1, at + 1 + maxRowsAbove);
  const end = below.findIndex((_, position) => isAfterGap(below, position));
  const own = end < 0 ? below : below.slice(0, end);
  return (
    own.length >= minRows &&
    names.length > 1 &&
    names.every(({ kind, text }) => kind === 'text' && !missingMarks.includes(text.trim())) &&
    new Set(names.map(textOf)).size === names.length &&
    cells.some((cell, column) => cell !== null && name.test(cell.text) && isNumbers(own, column))
  );
}

/** Whether a row names labels and periods, above numbers: `Land, 2019, 2020`, whose years may be numbers themselves. */
export function isPeriodHeader([header, ...below]: readonly SheetRow[]): boolean {
  const cells = header?.cells ?? [];
  const names = cells.map(textOf);
  const at = names.flatMap((name, column) => (column > 0 && name !== '' ? [column] : []));
  const periods = at.map((column) => names[column] ?? '');
  return (
    periods.length > 1 &&
    periods.every((name) => isPeriod(name)) &&
    new Set(periods).size === periods.length &&
    cells[0]?.kind !== 'number' &&
    at.some((column) => isNumbers(below, column)) &&
    !below.some((row) => at.every((column) => isPeriod(textOf(row.cells[column]))))
  );
}

/**
 * The index of the first row of the table: after rows of one cell, and after rows of a few cells that are separated
 * from it by an empty row, unless that only holds the rest of merged cells.
 */
function firstRow(rows: readonly SheetRow[], merged: readonly MergedCells[]): number {
  const fills = rows.map(({ cells }) => fillOf(cells)).filter((fill) => fill > 0);
  const typical = typicalFill(fills);
  if (typical < 2) return 0;
  let start = 0;
  for (let at = 0; at < Math.min(rows.length, maxRowsAbove); at += 1) {
    const { number = 0, cells = [] } = rows[at] ?? {};
    const fill = fillOf(cells);
    const isTitle = fill === 1 && cells[0] !== null;
    const isOfNext = merged.some(({ from, to }) => from <= number && to > number);
    const isNote = fill < typical && fill <= 2 && !isOfNext && isParted(rows, at);
    if (fill > 0 && !isTitle && !isNote) break;
    start = at + 1;
  }
  // If the first rows of a table fill only the first column, they are not titles.
  return start < rows.length && start < maxRowsAbove ? start : 0;
}

/** Whether the rows as short as this one are followed by an empty row. */
function isParted(rows: readonly SheetRow[], from: number): boolean {
  for (let at = from + 1; at < rows.length; at += 1) {
    const fill = fillOf(rows[at]?.cells ?? []);
    if (fill === 0 || isAfterGap(rows, at)) return true;
    if (fill > 2) return false;
  }
  return false;
}

/** The texts of rows, all of the same width. */
function textsOf(rows: readonly SheetRow[]): string[][] {
  const width = widthOf(rows);
  return rows.map(({ cells }) => Array.from({ length: width }, (_, at) => textOf(cells[at])));
}

function isNumbers(rows: readonly SheetRow[], at: number): boolean {
  const cells = rows.flatMap(({ cells: own }) => own[at] ?? []);
  return cells.length > 0 && cells.filter(({ kind }) => kind === 'number').length > cells.length * 0.8;
}
