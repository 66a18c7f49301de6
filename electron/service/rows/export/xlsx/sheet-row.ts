import { stringEnd, valueEnd } from '#shared/text/json-bytes.ts';
import { momentCell } from '../../../reading/values/moment-cells.ts';
import { columnLetters, isLongInteger, maxTextLength, numericCell, textCell } from './sheet-cells.ts';

/** The values of one line, JSON as the row store exports it: an object without white space between its parts. */
export interface RowLine {
  readonly bytes: Buffer;
  readonly start: number;
  /** The position after the last byte. */
  readonly end: number;
}

/** Counts the values that a cell cannot hold as they are. */
export interface UnusualCells {
  /** Integers with more digits than Excel stores, which are written as text. */
  longNumbers: number;
  /** Dates and times that a cell cannot hold exactly, which are written as text. */
  textMoments: number;
  /** Rows without any value. */
  emptyRows: number;
  /** Replaces a text that is too long for a cell. */
  shorten(column: number, text: string): string;
}

const quote = 0x22;
const comma = 0x2c;

/** The JSON texts of the values of a line; numbers keep all their digits. */
function valuesOf({ bytes, start, end }: RowLine): string[] {
  const values: string[] = [];
  for (let at = start + 1; at < end && bytes[at] === quote; ) {
    const from = stringEnd(bytes, at) + 1;
    const to = valueEnd(bytes, from);
    values.push(bytes.toString('utf8', from, to));
    at = bytes[to] === comma ? to + 1 : to;
  }
  return values;
}

/** The lengths of the values of a line as JSON; 0 for a missing one. */
export function valueLengths(line: RowLine): number[] {
  return valuesOf(line).map((json) => (json === 'null' ? 0 : json.length));
}

/** One row of a worksheet. @param letters those of the columns */
export function sheetRow(line: RowLine, letters: readonly string[], row: number, cells: UnusualCells): string {
  let xml = '';
  for (const [column, json] of valuesOf(line).entries()) {
    if (json === 'null') continue;
    const reference = `${letters[column] ?? columnLetters(column)}${row}`;
    xml += valueCell(reference, column, json, cells);
  }
  if (xml === '') cells.emptyRows += 1;
  return `<row r="${row}">${xml}</row>`;
}

function valueCell(reference: string, column: number, json: string, cells: UnusualCells): string {
  const first = json.charAt(0);
  if (first === '-' || (first >= '0' && first <= '9')) {
    if (!isLongInteger(json)) return numericCell(reference, json);
    cells.longNumbers += 1;
    return textCell(reference, json);
  }
  if (first !== '"') return longOrShort(reference, column, json, cells);
  const text = json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
  const moment = mayBeMoment(text) ? momentCell(text) : null;
  if (moment === 'text') cells.textMoments += 1;
  else if (moment !== null) return numericCell(reference, String(moment.serial), moment.style);
  return longOrShort(reference, column, text, cells);
}

function longOrShort(reference: string, column: number, text: string, cells: UnusualCells): string {
  return textCell(reference, text.length > maxTextLength ? cells.shorten(column, text) : text);
}

/** Longer texts are no moments. */
const maxMomentLength = 40;

/** Whether a text begins like a date or a time: most do not. */
function mayBeMoment(text: string): boolean {
  return text.length <= maxMomentLength && (text[4] === '-' || text[2] === ':') && /^\d/.test(text);
}
