import { looksLikeHeader } from '../delimited/detect-layout.ts';
import type { SheetCell, SheetRow } from './sheet-rows.ts';

/** What a person says of a sheet. */
export interface SheetRequest {
  readonly header?: boolean | undefined;
  /** Rows above the header, or above the first record where there is none. */
  readonly skip?: number | undefined;
}

/** Where the table of a sheet is. */
export interface SheetLayout {
  /** Empty where there is no header; a name may be empty. */
  readonly names: readonly string[];
  /** Rows of the beginning above the header, or the first record, that hold anything. */
  readonly above: number;
  /** The first row of the table below its header, as the sheet counts. */
  readonly from: number;
  /** The row of the header, or the first of several. */
  readonly headerFrom: number;
}

/** Rows that the layout is found out from. */
export const examinedRows = 200;
/** Rows of a title, notes and sources above a header. */
const maxRowsAbove = 30;

/** Finds the header of a sheet and what stands above it. @param rows the first rows */
export function sheetLayout(rows: readonly SheetRow[], { header, skip }: SheetRequest): SheetLayout {
  const asked = skip === undefined ? null : rows.findIndex(({ number }) => number > skip);
  const start = asked === null ? firstRow(rows) : asked < 0 ? rows.length : asked;
  const table = rows.slice(start);
  const [top, second] = table;
  const above = rows.slice(0, start).filter(({ cells }) => fillOf(cells) > 0).length;
  if (top === undefined)
    return { names: [], above, from: (rows.at(-1)?.number ?? 0) + 1, headerFrom: (rows.at(-1)?.number ?? 0) + 1 };
  const below = table.slice(1);
  if (header === false) return { names: [], above, from: top.number, headerFrom: top.number };
  if (header === undefined && second !== undefined && isGroupRow(top.cells, second.cells, table.slice(2))) {
    return { names: joinedNames(top.cells, second.cells), above, from: second.number + 1, headerFrom: top.number };
  }
  const isHeader =
    header ??
    looksLikeHeader(
      fieldsOf(top.cells, widthOf(table)),
      below.map(({ cells }) => fieldsOf(cells, 0)),
    );
  return isHeader
    ? { names: top.cells.map(textOf), above, from: top.number + 1, headerFrom: top.number }
    : { names: [], above, from: top.number, headerFrom: top.number };
}

function textOf(cell: SheetCell | undefined): string {
  return cell?.text.trim() === '' ? '' : (cell?.text ?? '');
}

function fillOf(cells: readonly SheetCell[]): number {
  return cells.filter((cell) => cell !== null && cell.text !== '').length;
}

function widthOf(rows: readonly SheetRow[]): number {
  return rows.reduce((width, { cells }) => Math.max(width, cells.length), 0);
}

function fieldsOf(cells: readonly SheetCell[], width: number) {
  return Array.from({ length: Math.max(width, cells.length) }, (_, at) => ({ text: textOf(cells[at]), quoted: false }));
}

/**
 * The position of the first row of the table: behind rows of one cell, and behind rows of a few cells that an empty row
 * parts from it.
 */
function firstRow(rows: readonly SheetRow[]): number {
  const fills = rows.map(({ cells }) => fillOf(cells)).filter((fill) => fill > 0);
  const typical = [...fills].sort((one, other) => one - other)[Math.floor(fills.length / 2)] ?? 0;
  if (typical < 2) return 0;
  let start = 0;
  for (let at = 0; at < Math.min(rows.length, maxRowsAbove); at += 1) {
    const fill = fillOf(rows[at]?.cells ?? []);
    const isTitle = fill === 1 && rows[at]?.cells[0] !== null;
    const isNote = fill < typical && fill <= 2 && isParted(rows, at);
    if (fill > 0 && !isTitle && !isNote) break;
    start = at + 1;
  }
  // A table of which only the first column is filled at its top is no title.
  return start < rows.length && start < maxRowsAbove ? start : 0;
}

/** Whether rows that are as short as this one end with an empty row. */
function isParted(rows: readonly SheetRow[], from: number): boolean {
  for (let at = from + 1; at < rows.length; at += 1) {
    const fill = fillOf(rows[at]?.cells ?? []);
    const before = rows[at - 1]?.number ?? 0;
    if (fill === 0 || (rows[at]?.number ?? 0) > before + 1) return true;
    if (fill > 2) return false;
  }
  return false;
}

/** Whether a row holds the groups of the names in the row below it: it has gaps, and the row below is a header itself. */
function isGroupRow(top: readonly SheetCell[], names: readonly SheetCell[], below: readonly SheetRow[]): boolean {
  const width = Math.max(top.length, names.length);
  const gaps = names.some((name, at) => name !== null && textOf(name) !== '' && textOf(top[at]) === '');
  const covered = Array.from({ length: width }, (_, at) => at).every(
    (at) => textOf(top[at]) !== '' || textOf(names[at]) !== '',
  );
  if (!gaps || !covered || fillOf(top) === 0 || below.length === 0) return false;
  const subNames = fieldsOf(names, width).map((field, at) =>
    field.text === '' ? { ...field, text: textOf(top[at]) } : field,
  );
  const overNumbers = names.some((name, at) => name?.kind === 'text' && textOf(name) !== '' && isNumbers(below, at));
  const yearsBelow =
    names.some((name) => name?.kind === 'number') && names.every((name) => name === null || isYear(name));
  return (overNumbers || yearsBelow) && subNames.every(({ text }) => text !== '');
}

function isYear(cell: SheetCell): boolean {
  return cell !== null && /^(1[5-9]|2[01])\d\d$/.test(cell.text);
}

function isNumbers(rows: readonly SheetRow[], at: number): boolean {
  const cells = rows.flatMap(({ cells: own }) => own[at] ?? []);
  return cells.length > 0 && cells.filter(({ kind }) => kind === 'number').length > cells.length * 0.8;
}

/** `2019 / men`: a group extends to the next one; a name without one of its own below is itself the name. */
function joinedNames(top: readonly SheetCell[], names: readonly SheetCell[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(top.length, names.length) }, (_, at) => {
    const own = textOf(top[at]);
    const name = textOf(names[at]);
    if (own !== '') group = name === '' ? '' : own;
    if (name === '') return own;
    return group === '' ? name : `${group} / ${name}`;
  });
}
