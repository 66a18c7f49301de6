import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';

/**
 * A cell of a sheet: a text, the digits of a number, or nothing. `heading`: the month or year, if that is all that the
 * format of a date shows.
 */
export type SheetCell = { readonly kind: 'text' | 'number'; readonly text: string; readonly heading?: string } | null;

/** A row of a sheet, cells by column. Leading and trailing rows without any value are omitted. */
export interface SheetRow {
  /** The number of the row by the sheet's numbering, from 1. */
  readonly number: number;
  readonly cells: readonly SheetCell[];
}

/** What differs from the sheet's appearance. */
export interface SheetFacts {
  /** Number of cells with an error instead of a value. */
  errors: number;
  /** Number of formulas that no program has calculated. */
  uncalculated: number;
  hiddenRows: number;
  hiddenColumns: number;
  /** Number of cells with numbers that are shown with leading zeros. */
  padded: number;
  /** Known before the rows below each of them. */
  readonly merged: MergedCells[];
  /** Numbers of the first rows whose values are all bold, or below a line. */
  readonly emphasised: number[];
}

/** Cells that are shown as one, which has the value of the first: rows from 1, columns from 0. */
export interface MergedCells {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

export function noFacts(): SheetFacts {
  return { errors: 0, uncalculated: 0, hiddenRows: 0, hiddenColumns: 0, padded: 0, merged: [], emphasised: [] };
}

/** As many rows are examined for totals. */
const maxEmphasised = 2_000;

/** @param areEmphasised whether every value of the row is */
export function noteEmphasis({ emphasised }: SheetFacts, row: number, areEmphasised: boolean): void {
  if (areEmphasised && emphasised.length < maxEmphasised) emphasised.push(row);
}

/** A workbook in whatever format. */
export interface Workbook {
  /** The sheets in tab order. */
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean }[];
  /**
   * Reads a sheet from top to bottom.
   * @param position of the sheet in {@link sheets}
   * @param onRows receives the rows of each piece of the file; returning false stops the reading
   */
  readSheet(position: number, onRows: OnRows): Promise<SheetFacts>;
}

/** @param facts what is known so far */
export type OnRows = (rows: SheetRow[], facts: SheetFacts) => Promise<boolean>;

/** The last column and row that a sheet can have (Excel specifications and limits; LibreOffice has the same). */
const maxColumns = 16_384;
const maxRows = 1_048_576;

const integerDigits = /^-?\d+$/;

/** A number as a program wrote it; a text if it is none. */
export function decimalCell(text: string): SheetCell {
  if (integerDigits.test(text)) return { kind: 'number', text };
  const value = Number(text);
  // Producers write more digits than a double has; the shortest text for the same double is shown.
  if (Number.isFinite(value)) return { kind: 'number', text: Object.is(value, -0) ? '-0.0' : String(value) };
  return { kind: 'text', text };
}

/**
 * A number that its format shows with at least so many digits, as codes are: a text with its leading zeros.
 * @param zeros from 2; fewer are none
 */
export function paddedCell(text: string, zeros: number): SheetCell {
  const cell = decimalCell(text);
  const isCode = zeros > 1 && cell?.kind === 'number' && /^\d+$/.test(cell.text);
  return isCode ? { kind: 'text', text: cell.text.padStart(zeros, '0') } : cell;
}

/** A moment in ISO 8601. @param shown how many characters of a date its format shows */
export function momentTextCell(text: string, shown: number): SheetCell {
  const isPart = /^\d{4}-\d\d-\d\d$/.test(text) && shown < text.length;
  return isPart ? { kind: 'text', text, heading: text.slice(0, shown) } : { kind: 'text', text };
}

/** Letters of a cell's or row's name that a message shows, however long it is. */
const shownLetters = 20;

/** @param number NaN for none. @param said what the sheet calls the row. @throws {IngestError} */
export function assertRow(number: number, said = String(number)): void {
  if (!(number > maxRows)) return;
  throw new IngestError(explain('sheet-too-long', { row: said.slice(0, shownLetters), limit: maxRows }));
}

/** @param column from 0. @param said what the sheet calls the cell. @throws {IngestError} */
export function assertColumn(column: number, said: string): void {
  if (column < maxColumns) return;
  throw new IngestError(explain('sheet-too-wide', { cell: said.slice(0, shownLetters), limit: maxColumns }));
}

/** Whether a row has no value. */
export function isBlank(cells: readonly SheetCell[]): boolean {
  return cells.every((cell) => cell === null || cell.text.trim() === '');
}
