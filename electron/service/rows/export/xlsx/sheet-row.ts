import { stringEnd, valueEnd } from '#shared/text/json-bytes.ts';
import { columnLetters } from '#shared/text/sheet-range.ts';
import { trimBothEndsOf } from '#shared/text/trim.ts';
import { momentCell } from '../../../reading/values/moment-cells.ts';
import { headingStyle } from './workbook-parts.ts';
import { maxPartBytes, type ZipWriter } from './zip-writer.ts';

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

/** Characters of a worksheet that are buffered before they are compressed. */
const pieceLength = 256 * 1024;

/** A part with fewer bytes left than these counts as full. */
const margin = 64 * 1024 * 1024;

const opening =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const closing = '</sheetData></worksheet>';
const headingStays =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

function columnWidths(widths: readonly number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}

function textRow(number: number, texts: readonly string[], style?: number): string {
  const cells = texts.map((text, at) => textCell(`${columnLetters(at)}${number}`, text, style));
  return `<row r="${number}">${cells.join('')}</row>`;
}

/** Writes a worksheet of texts. */
export async function writeTextSheet(
  zip: ZipWriter,
  number: number,
  rows: readonly (readonly string[])[],
  widths: readonly number[],
): Promise<void> {
  const lines = rows.map((row, at) => textRow(at + 1, row));
  const part = zip.add(`xl/worksheets/sheet${number}.xml`);
  await part.write(Buffer.from(`${opening}${columnWidths(widths)}<sheetData>${lines.join('')}${closing}`, 'utf8'));
  part.end();
}

/** Starts a worksheet with a header row and a number, from 1. @param widths of the columns, in characters */
export function openSheet(zip: ZipWriter, number: number, names: readonly string[], widths: readonly number[]) {
  const part = zip.add(`xl/worksheets/sheet${number}.xml`);
  const letters = names.map((_, position) => columnLetters(position));
  let xml = `${opening}${headingStays}${columnWidths(widths)}<sheetData>${textRow(1, names, headingStyle)}`;
  let rows = 1;
  let bytes = 0;

  /** Flushes the buffer, and waits until there is room for more. */
  async function settle(): Promise<void> {
    const piece = Buffer.from(xml);
    xml = '';
    bytes += piece.length;
    await part.write(piece);
  }

  return {
    /** Number of rows so far, including the header. */
    get rows() {
      return rows;
    },
    /** Whether its part of the archive is full. */
    get full() {
      return bytes + margin > maxPartBytes;
    },
    put(line: RowLine, cells: UnusualCells): void {
      rows += 1;
      xml += sheetRow(line, letters, rows, cells);
    },
    /** Whether the buffer should be flushed. */
    get due() {
      return xml.length >= pieceLength;
    },
    settle,
    async close(): Promise<void> {
      xml += closing;
      await settle();
      part.end();
    },
  };
}

/** Maximum number of rows of a worksheet, including the header. */
export const maxSheetRows = 1_048_576;

/** Maximum number of characters in a cell. */
export const maxTextLength = 32_767;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Most texts have none of these, and are written as they are. */
const special = /[&<>"\p{Cc}\p{Surrogate}\ufffe\uffff]|_x/u;

/**
 * A text in a worksheet. Characters that XML cannot contain (control characters, lone surrogates), and texts that look
 * like such an escape, are written as `_xHHHH_`, as in Excel (ECMA-376, 22.9.2.19).
 */
export function sheetText(text: string): string {
  const short = text.slice(0, maxTextLength);
  if (!special.test(short)) return short;
  const escaped = short
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\u007f-\u009f]|[\ufffe\uffff]|\p{Surrogate}/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    });
  return escaped.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** A text cell. @param style index of its style, if not the first */
export function textCell(reference: string, text: string, style?: number): string {
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `${cellOpening(reference, style)} t="inlineStr"><is><t${space}>${sheetText(text)}</t></is></c>`;
}

/** Excel stores this many digits of a number. */
const maxDigits = 15;

/** Whether a JSON number is an integer of which Excel would store only the first digits. */
export function isLongInteger(digits: string): boolean {
  if (digits.length <= maxDigits) return false;
  return /^-?\d+$/.test(digits) && trimBothEndsOf(digits.replace('-', ''), '0').length > maxDigits;
}

/** A number cell. @param style index of its style, if not the first */
export function numericCell(reference: string, digits: string, style?: number): string {
  return `${cellOpening(reference, style)}><v>${digits}</v></c>`;
}

function cellOpening(reference: string, style: number | undefined): string {
  return style === undefined ? `<c r="${reference}"` : `<c r="${reference}" s="${style}"`;
}
