import { type FileHandle, open, rm } from 'node:fs/promises';
import { dataSheet, sourceSheet } from '#shared/source-formats.ts';
import { columnLetters } from '#shared/text/sheet-range.ts';
import type { WorkbookSheets } from '../../../../lib/workbook-source.ts';
import {
  maxSheetRows,
  maxTextLength,
  openSheet,
  type RowLine,
  type UnusualCells,
  valueLengths,
  writeTextSheet,
} from './sheet-row.ts';
import { contentTypes, packageRelations, sheetNames, styles, workbook, workbookRelations } from './workbook-parts.ts';
import { createZip, type ZipWriter } from './zip-writer.ts';

/** How many values of a workbook differ from the rows, because cells cannot hold them. */
export interface UnusualValues {
  /** Texts too long for a cell, which continue in a separate sheet. */
  readonly longTexts: number;
  /** Integers with more digits than Excel stores, which are text. */
  readonly longNumbers: number;
  /** Dates and times that Excel does not store exactly, which are text. */
  readonly textMoments: number;
  /** Rows without any value, which look like the end of the table. */
  readonly emptyRows: number;
}

export const noUnusualValues: UnusualValues = { longTexts: 0, longNumbers: 0, textMoments: 0, emptyRows: 0 };

export interface WrittenWorkbook extends UnusualValues {
  readonly sheets: number;
}

interface WorkbookOptions {
  /** Maximum number of rows of a sheet, including the header. */
  readonly sheetRows?: number;
  /** Called occasionally with the number of rows written. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Writes rows as an Excel workbook, row by row, with little memory: as many sheets as the rows need, each with a
 * header row. Texts that do not fit in a cell continue in the sheet "Long texts"; the sheet "Source" is the last.
 * @param lines file with one JSON object per line, as the row store exports it
 * @param target path of the new file
 */
export async function writeWorkbook(
  lines: string,
  { headings: names, source }: WorkbookSheets,
  target: string,
  signal: AbortSignal,
  { sheetRows = maxSheetRows, onRows = () => {} }: WorkbookOptions = {},
): Promise<WrittenWorkbook> {
  const zip = createZip(target);
  const long = gatherLongTexts(`${target}.long`);
  try {
    const { sheets, ...unusual } = await writeSheets({ zip, lines, names, first: 1, sheetRows, long, onRows, signal });
    await long.settle();
    const more =
      long.count === 0
        ? { sheets: 0 }
        : await writeSheets({ zip, lines: long.file, names: longTextColumns, first: sheets + 1, sheetRows, signal });
    const written = sheets + more.sheets;
    if (source !== undefined) await writeTextSheet(zip, written + 1, source, sourceWidths);
    await writeFrame(zip, [
      ...sheetNames(dataSheet, sheets),
      ...sheetNames('Long texts', more.sheets),
      ...(source === undefined ? [] : [sourceSheet]),
    ]);
    await zip.finish();
    return { sheets, longTexts: long.count, ...unusual };
  } catch (error) {
    await zip.abandon();
    throw error;
  } finally {
    await long.close();
  }
}

/** Widths of columns, in characters. */
const minWidth = 9;
const maxWidth = 50;
const sourceWidths = [26, 60, 12, 60];
/** Rows whose values decide how wide columns are. */
const measuredRows = 200;

/** Widths that the headings and the values of the first rows need. */
async function measureWidths(lines: string, names: readonly string[]): Promise<number[]> {
  const widths = names.map((name) => Math.max(minWidth, name.length + 3));
  let rows = 0;
  for await (const piece of linesOf(lines)) {
    for (const line of piece) {
      for (const [at, length] of valueLengths(line).entries()) widths[at] = Math.max(widths[at] ?? 0, length + 1);
      rows += 1;
      if (rows === measuredRows) break;
    }
    if (rows > 0) break;
  }
  return widths.map((width) => Math.min(width, maxWidth));
}

/** The parts besides the sheets. */
async function writeFrame(zip: ZipWriter, sheets: readonly string[]): Promise<void> {
  const parts = [
    ['[Content_Types].xml', contentTypes(sheets.length)],
    ['_rels/.rels', packageRelations],
    ['xl/workbook.xml', workbook(sheets)],
    ['xl/styles.xml', styles],
    ['xl/_rels/workbook.xml.rels', workbookRelations(sheets.length)],
  ] as const;
  for (const [name, text] of parts) {
    const part = zip.add(name);
    await part.write(Buffer.from(text, 'utf8'));
    part.end();
  }
}

interface SheetsParts {
  readonly zip: ZipWriter;
  readonly lines: string;
  readonly names: readonly string[];
  readonly first: number;
  readonly sheetRows: number;
  readonly long?: LongTexts;
  readonly onRows?: (rows: number) => void;
  readonly signal: AbortSignal;
}

/** Writes the rows of a file to as many sheets as they need. */
async function writeSheets(parts: SheetsParts): Promise<Omit<WrittenWorkbook, 'longTexts'>> {
  const { zip, names, first, sheetRows, long, onRows, signal } = parts;
  const widths = await measureWidths(parts.lines, names);
  let number = first;
  let sheet = openSheet(zip, number, names, widths);
  let done = 0;
  const cells: UnusualCells = {
    longNumbers: 0,
    textMoments: 0,
    emptyRows: 0,
    shorten: (column, text) =>
      long?.keep({ sheet: number - first + 1, row: sheet.rows, column: columnLetters(column) }, text) ?? text,
  };
  for await (const piece of linesOf(parts.lines)) {
    for (const line of piece) {
      if (sheet.rows === sheetRows || sheet.full) {
        await sheet.close();
        number += 1;
        sheet = openSheet(zip, number, names, widths);
      }
      sheet.put(line, cells);
      done += 1;
      if (sheet.due) await sheet.settle();
    }
    signal.throwIfAborted();
    await long?.settle();
    onRows?.(done);
  }
  signal.throwIfAborted();
  await sheet.close();
  const { shorten: _, ...unusual } = cells;
  return { sheets: number - first + 1, ...unusual };
}

const usualBytes = 1024 * 1024;
const lineEnd = 0x0a;

/** The non-empty lines of a file, in batches as read. The memory is reused for the next batch. */
async function* linesOf(file: string): AsyncGenerator<Iterable<RowLine>, void, undefined> {
  const handle = await open(file, 'r');
  try {
    let buffer = Buffer.allocUnsafeSlow(usualBytes);
    let kept = 0;
    for (;;) {
      if (kept === buffer.length) {
        const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
        buffer.copy(larger, 0, 0, kept);
        buffer = larger;
      }
      const { bytesRead } = await handle.read(buffer, kept, buffer.length - kept);
      const end = kept + bytesRead;
      const whole = bytesRead === 0 ? end : buffer.lastIndexOf(lineEnd, end - 1) + 1;
      yield linesIn(buffer, whole);
      if (bytesRead === 0) return;
      buffer.copyWithin(0, whole, end);
      kept = end - whole;
    }
  } finally {
    await handle.close();
  }
}

function* linesIn(bytes: Buffer, whole: number): Generator<RowLine, void, undefined> {
  for (let start = 0; start < whole; ) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 || found > whole ? whole : found;
    if (end > start) yield { bytes, start, end };
    start = end + 1;
  }
}

const longTextColumns = ['sheet', 'row', 'column', 'part', 'text'] as const;

/** Splits a text into parts that fit in a cell, without splitting surrogate pairs. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + maxTextLength);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** Texts that are too long for a cell, collected for a separate sheet. */
type LongTexts = ReturnType<typeof gatherLongTexts>;

interface CellPlace {
  readonly sheet: number;
  readonly row: number;
  readonly column: string;
}

/** @param file a new file for the rest of long texts, one JSON object per line, created on first use */
function gatherLongTexts(file: string) {
  let pending: string[] = [];
  let count = 0;
  let handle: FileHandle | null = null;
  return {
    file,
    get count() {
      return count;
    },
    /** Stores the rest of a text, and returns its first part. */
    keep({ sheet, row, column }: CellPlace, text: string): string {
      const [first = '', ...others] = partsOf(text);
      count += 1;
      for (const [position, part] of others.entries()) {
        pending.push(`${JSON.stringify({ sheet, row, column, part: position + 2, text: part })}\n`);
      }
      return first;
    },
    /** Flushes what is in memory. */
    async settle(): Promise<void> {
      if (pending.length === 0) return;
      const lines = pending.join('');
      pending = [];
      handle ??= await open(file, 'w');
      await handle.appendFile(lines);
    },
    /** Removes the file. */
    async close(): Promise<void> {
      await handle?.close();
      await rm(file, { force: true });
    },
  };
}
