import { columnLetters, textCell } from './sheet-cells.ts';
import { type RowLine, sheetRow, type UnusualCells } from './sheet-row.ts';
import { headingStyle } from './workbook-parts.ts';
import { maxPartBytes, type ZipWriter } from './zip-writer.ts';

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
