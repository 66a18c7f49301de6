import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Column } from '#shared/api/column.ts';
import { jsonMembers } from './json-members.ts';
import { columnLetters, longestText, mostSheetRows, numberCell, textCell } from './sheet-cells.ts';
import { contentTypes, packageRelations, workbook, workbookRelations } from './workbook-parts.ts';

/** Characters of a worksheet that are gathered before they are packed. */
const pieceLength = 256 * 1024;

/** What was written. */
export interface WrittenWorkbook {
  readonly sheets: number;
  /** Texts that are longer than a cell holds, and were cut to what it does hold. */
  readonly cut: number;
}

/** What a workbook is being written to. */
interface Target {
  readonly zip: Zip;
  /** Resolves when what was written so far is on its way, so that a slow disk slows the reader down. */
  settle(): Promise<void>;
}

/** How a workbook is written. */
interface WorkbookOptions {
  /** Rows of a sheet, the names on top counted. */
  readonly sheetRows?: number;
  /** Told now and then how many rows are written. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Writes rows as an Excel workbook, row by row: as many sheets as the rows need, the names of the columns on top of each.
 * @param lines file with one JSON object a line, as the row store exports it
 * @param target file that is made
 */
export async function writeWorkbook(
  lines: string,
  columns: readonly Column[],
  target: string,
  signal: AbortSignal,
  { sheetRows = mostSheetRows, onRows = () => {} }: WorkbookOptions = {},
): Promise<WrittenWorkbook> {
  const output = createWriteStream(target, { flags: 'wx' });
  let failure: Error | null = null;
  // A full disk is told between two rows; an error that nobody listens to would end the whole process.
  output.on('error', (error) => {
    failure = error;
  });
  const zip = new Zip((error, chunk, final) => {
    if (error !== null) failure = error;
    else if (failure === null) output.write(chunk);
    if (final) output.end();
  });
  const settle = async () => {
    if (failure !== null) throw failure;
    if (output.writableNeedDrain) await once(output, 'drain', { signal });
  };
  try {
    const { sheets, cut } = await writeSheets({ zip, settle }, lines, columns, { sheetRows, onRows }, signal);
    addPart(zip, '[Content_Types].xml', contentTypes(sheets));
    addPart(zip, '_rels/.rels', packageRelations);
    addPart(zip, 'xl/workbook.xml', workbook(sheets));
    addPart(zip, 'xl/_rels/workbook.xml.rels', workbookRelations(sheets));
    await settle();
    zip.end();
    await finished(output);
    return { sheets, cut };
  } catch (error) {
    zip.terminate();
    output.destroy();
    throw error;
  }
}

function addPart(zip: Zip, name: string, text: string): void {
  const part = new ZipPassThrough(name);
  zip.add(part);
  part.push(Buffer.from(text, 'utf8'), true);
}

async function writeSheets(
  target: Target,
  lines: string,
  columns: readonly Column[],
  { sheetRows, onRows }: Required<WorkbookOptions>,
  signal: AbortSignal,
): Promise<WrittenWorkbook> {
  const letters = columns.map((_, position) => columnLetters(position));
  const header = columns.map(({ name }, position) => textCell(`${letters[position]}1`, name)).join('');
  // Neither an abort nor an error of the input passes through the reader: the one would end the whole process, the
  // other the loop, as if the file were whole.
  const input = createReadStream(lines);
  let broken: Error | null = null;
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  input.on('error', (error) => {
    broken = error;
    reader.close();
  });
  let sheets = 1;
  let sheet = openSheet(target.zip, sheets, header);
  let row = 1;
  let cut = 0;
  try {
    for await (const line of reader) {
      if (row === sheetRows) {
        sheet.close();
        sheets += 1;
        sheet = openSheet(target.zip, sheets, header);
        row = 1;
      }
      row += 1;
      const { written, tooLong } = cells(line, letters, row);
      cut += tooLong;
      sheet.write(`<row r="${row}">${written}</row>`);
      if (row % 1000 !== 0) continue;
      if (signal.aborted) break;
      onRows((sheets - 1) * (sheetRows - 1) + row - 1);
      await target.settle();
    }
  } finally {
    input.destroy();
  }
  signal.throwIfAborted();
  if (broken !== null) throw broken;
  sheet.close();
  return { sheets, cut };
}

function openSheet(zip: Zip, number: number, header: string) {
  const part = new ZipDeflate(`xl/worksheets/sheet${number}.xml`, { level: 3 });
  zip.add(part);
  let piece = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${header}</row>`;
  return {
    write: (text: string) => {
      piece += text;
      if (piece.length < pieceLength) return;
      part.push(Buffer.from(piece, 'utf8'));
      piece = '';
    },
    close: () => part.push(Buffer.from(`${piece}</sheetData></worksheet>`, 'utf8'), true),
  };
}

/** The cells of one row: its values in the order of the columns, each as the text that it has in JSON. */
function cells(line: string, letters: readonly string[], row: number): { written: string; tooLong: number } {
  let written = '';
  let tooLong = 0;
  for (const [position, value] of jsonMembers(line).entries()) {
    const reference = `${letters[position]}${row}`;
    const first = value.charAt(0);
    if (first === '"' || first === '{') {
      const text = first === '"' ? (JSON.parse(value) as string) : value;
      if (text.length > longestText) tooLong += 1;
      written += textCell(reference, text);
    } else if (value !== 'null') written += numberCell(reference, value);
  }
  return { written, tooLong };
}
