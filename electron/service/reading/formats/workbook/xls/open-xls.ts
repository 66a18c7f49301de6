import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { type CellObject, read, set_cptable, type WorkBook, type WorkSheet } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { type Explanation, explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';
import { detectEncoding } from '../../../values/encoding/detect-encoding.ts';
import { RichText } from '../rich-text.ts';
import {
  isBlank,
  momentTextCell,
  noFacts,
  type OnRows,
  paddedCell,
  type SheetCell,
  type SheetFacts,
  type SheetRow,
  type Workbook,
} from '../sheet.ts';
import { numberShape, serialText, shownLength, zerosOf } from '../xlsx/date-formats.ts';
import { isBinaryWorkbook } from './binary-workbook.ts';

/** Rows are passed on in blocks of this many. */
const rowsAtOnce = 1_000;

/** Names of code pages that iconv-lite calls differently ([MS-UCODEREF] 2.2.1). */
const codePages: Readonly<Record<number, string>> = { 1200: 'utf-16le', 10000: 'macroman', 65001: 'utf-8' };

/** Workbooks before Excel 97 have texts in the code page of their machine. */
set_cptable({
  utils: {
    decode(codePage: number, bytes: ArrayLike<number> | string): string {
      const name = codePages[codePage] ?? `cp${codePage}`;
      const own = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes);
      return iconv.decode(own, iconv.encodingExists(name) ? name : 'windows-1252');
    },
  },
});

/**
 * A workbook in one of Excel's binary formats: `.xls` ([MS-XLS] and before) or `.xlsb` ([MS-XLSB]). It is parsed at
 * once. @throws {IngestError}
 */
export async function openXls(path: string): Promise<Workbook> {
  const bytes = await readFile(path);
  const isOfText = !isBinaryWorkbook(bytes) && bytes.toString('latin1', 0, 2) !== 'PK';
  const book = parse(bytes, isOfText);
  const sheets = book.SheetNames.flatMap((name, at) => {
    const sheet = book.Sheets[name];
    // Charts and macros have sheets of their own.
    const isTable = sheet !== undefined && (sheet['!type'] ?? 'sheet') === 'sheet';
    return isTable ? [{ name, hidden: (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0, sheet }] : [];
  });
  if (sheets.length === 0) throw new IngestError(explain('workbook-empty'));
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  return {
    sheets,
    async readSheet(position, onRows) {
      const { sheet } = sheets[position] ?? {};
      if (sheet === undefined) throw new Error(`There is no sheet ${position}.`);
      return readXlsSheet(sheet, (cell) => makeXlsCell(cell, from1904, isOfText), onRows);
    },
  };
}

function parse(bytes: Buffer, isOfText: boolean): WorkBook {
  try {
    const unused = { cellFormula: false, cellHTML: false, cellText: false };
    // Texts of XML Spreadsheet, SYLK and DIF.
    if (isOfText) {
      const text = decodedText(bytes);
      const options = { dense: true, cellNF: true, ...unused };
      if (!text.startsWith('TABLE')) return read(text, { type: 'string', ...options });
      // In DIF the parser divides percentages, which is not exact, and would not decode a string that it encodes first.
      return read(text.replaceAll(/^(0,-?[\d.]+)%\r?$/gm, '$1e-2'), { type: 'binary', ...options });
    }
    // Which rows and columns are hidden counts as style.
    return read(bytes, { type: 'buffer', dense: true, cellNF: true, cellStyles: true, ...unused });
  } catch (error) {
    // The parser trusts the records, and fails somewhere if they contradict each other.
    const isUnexpected = !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError;
    throw new IngestError(explainFailure(isUnexpected ? 'its records contradict each other' : error.message));
  }
}

/** A text in the encoding that it names, or that is likely. */
export function decodedText(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 1024);
  const [, named = ''] = /(?:encoding=|charset=)["']?([\w-]+)/i.exec(head) ?? [];
  const encoding = isUtf8(bytes) || !iconv.encodingExists(named) ? detectEncoding(bytes).name : named;
  return iconv.decode(bytes, encoding);
}

/** What a message of the parser means. */
function explainFailure(said: string): Explanation {
  if (/password|encryption scheme/i.test(said)) return explain('of-protected-workbook');
  if (/cannot find workbook stream/i.test(said)) return explain('no-workbook');
  return explain('workbook-damaged', { said });
}

type MakeCell = (cell: CellObject | undefined) => SheetCell;

async function readXlsSheet(sheet: WorkSheet, make: MakeCell, onRows: OnRows): Promise<SheetFacts> {
  const facts = noFacts();
  for (const { s: start, e: end } of sheet['!merges'] ?? [])
    facts.merged.push({ from: start.r + 1, to: end.r + 1, left: start.c, right: end.c });
  let rows: SheetRow[] = [];
  let width = 0;
  for (const [at, row = []] of (sheet['!data'] ?? []).entries()) {
    const cells = Array.from(row, make);
    facts.errors += row.filter((cell) => cell?.t === 'e').length;
    facts.padded += row.filter((cell) => cell?.t === 'n' && Number.isInteger(cell.v) && zerosIn(cell) > 1).length;
    if (isBlank(cells)) continue;
    if (sheet['!rows']?.[at]?.hidden === true) facts.hiddenRows += 1;
    width = Math.max(width, cells.length);
    rows.push({ number: at + 1, cells });
    if (rows.length < rowsAtOnce) continue;
    if (!(await onRows(rows, facts))) return facts;
    rows = [];
  }
  facts.hiddenColumns = (sheet['!cols'] ?? []).slice(0, width).filter((column) => column?.hidden === true).length;
  if (rows.length > 0) await onRows(rows, facts);
  return facts;
}

/** @param hasClocks whether a time of day has the day 0, as in XML Spreadsheet, whatever its format */
function makeXlsCell(cell: CellObject | undefined, from1904: boolean, hasClocks: boolean): SheetCell {
  if (cell === undefined || cell.v === undefined) return null;
  const { t: type, v: value, z: format } = cell;
  if (type === 's') return { kind: 'text', text: superscriptText(cell) ?? String(value) };
  if (type === 'b') return { kind: 'text', text: value === true ? 'true' : 'false' };
  if (type !== 'n') return null;
  const shape = numberShape(0, String(format ?? 'General'));
  const isClock = hasClocks && Number(value) >= 0 && Number(value) < 1;
  const text = shape === 'number' ? null : serialText(Number(value), isClock ? 'time' : shape, from1904);
  return text === null
    ? paddedCell(String(value), zerosIn(cell))
    : momentTextCell(text, shownLength(0, String(format)));
}

/** The text of a cell of XML Spreadsheet 2003 that has superscript pieces; null for any other. */
function superscriptText({ r: source }: CellObject): string | null {
  if (typeof source !== 'string' || !/<(?:\w+:)?Sup>/i.test(source)) return null;
  const text = new RichText();
  let isSuperscript = false;
  for (const piece of source.split(/(<[^<>]*>)/)) {
    const [, end = '', name = ''] = /^<(\/?)(?:\w+:)?(\w+)/.exec(piece) ?? [];
    if (name === '') text.add(piece, isSuperscript);
    else if (name.toLowerCase() === 'sup') isSuperscript = end === '';
  }
  return text.toString();
}

function zerosIn({ z: format }: CellObject): number {
  return zerosOf(String(format ?? ''));
}
