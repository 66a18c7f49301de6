import { stringEnd, valueEnd } from '#shared/text/json-bytes.ts';
import { momentCell } from '../../../reading/values/moment-cells.ts';
import { columnLetters, isLongInteger, maxTextLength, sheetNumber, textCell } from './sheet-cells.ts';
import type { XmlBytes } from './xml-bytes.ts';

/** The values of one line, JSON as the row store exports it: an object without white space between its parts. */
export interface RowLine {
  readonly bytes: Buffer;
  readonly start: number;
  /** The position after the last byte. */
  readonly end: number;
}

/** Receives values that a cell cannot hold as they are. */
export interface UnusualCells {
  /** A text that is too long for a cell; the result replaces it. */
  onLongText(column: number, text: string): string;
  /** An integer with more digits than Excel stores, which is written as text. */
  onLongNumber(): void;
  /** A date or time that a cell cannot hold exactly, which is written as text. */
  onTextMoment(): void;
  /** A row without any value. */
  onEmptyRow(): void;
}

const encoded = (text: string) => new TextEncoder().encode(text);
const rowOpening = encoded('<row r="');
const rowOpened = encoded('">');
const cellOpening = encoded('<c r="');
const styleOpening = encoded('" s="');
const numberOpening = encoded('"><v>');
const numberClosing = encoded('</v></c>');
const textOpening = encoded('" t="inlineStr"><is><t>');
const spacedOpening = encoded('" t="inlineStr"><is><t xml:space="preserve">');
const textClosing = encoded('</t></is></c>');
const rowClosing = encoded('</row>');

const quote = 0x22;
const backslash = 0x5c;

/**
 * How to write a byte of a text in XML: unchanged for 0, as an entity for 1 to 3. The whole text is inspected for 4,
 * and for 5 and 6 before certain bytes.
 */
const kinds = new Uint8Array(256);
kinds.fill(4, 0, 0x20);
for (const [byte, kind] of [
  [0x26, 1],
  [0x3c, 2],
  [0x3e, 3],
  [backslash, 4],
  // The beginning of an escape such as `_x0041_`, and of U+FFFE and U+FFFF.
  [0x5f, 5],
  [0xef, 6],
] as const)
  kinds[byte] = kind;
const entities = [new Uint8Array(), encoded('&amp;'), encoded('&lt;'), encoded('&gt;')];

/** Writes the text between two positions, if it needs no escaping. */
function putPlainText(xml: XmlBytes, line: Buffer, from: number, to: number): boolean {
  const { bytes } = xml;
  let { end } = xml;
  for (let at = from; at < to; at += 1) {
    const byte = line[at] ?? 0;
    const kind = kinds[byte] ?? 4;
    if (kind === 0) {
      bytes[end] = byte;
      end += 1;
      continue;
    }
    if (kind === 4 || (kind === 5 && line[at + 1] === 0x78) || (kind === 6 && line[at + 1] === 0xbf)) return false;
    const entity = entities[kind];
    if (entity === undefined) {
      bytes[end] = byte;
      end += 1;
    } else {
      bytes.set(entity, end);
      end += entity.length;
    }
  }
  xml.end = end;
  return true;
}

/** Whether the bytes are a number that a cell can store exactly: short, or a fraction. */
function isPlainNumber(line: Buffer, from: number, to: number): boolean {
  const first = line[from] ?? 0;
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return false;
  if (to - from <= 15) return true;
  for (let at = from; at < to; at += 1) if (line[at] === 0x2e) return true;
  return false;
}

/** Writes any value, more slowly. */
function putUnusual(xml: XmlBytes, row: number, column: number, json: string, cells: UnusualCells): void {
  const reference = `${columnLetters(column)}${row}`;
  const first = json.charAt(0);
  if (first === '-' || (first >= '0' && first <= '9')) {
    if (isLongInteger(json)) cells.onLongNumber();
    xml.putText(sheetNumber(reference, json));
    return;
  }
  const text = first === '"' ? (JSON.parse(json) as string) : json;
  xml.putText(textCell(reference, text.length > maxTextLength ? cells.onLongText(column, text) : text));
}

const isSpace = (byte: number | undefined) => byte === 0x20;

/** The number of bytes of each value of a row as JSON. */
export function valueLengths({ bytes, start, end }: RowLine): number[] {
  const lengths: number[] = [];
  for (let at = start + 1; at < end && bytes[at] === quote; ) {
    const from = stringEnd(bytes, at) + 1;
    const to = valueEnd(bytes, from);
    lengths.push(bytes[from] === 0x6e ? 0 : to - from);
    at = bytes[to] === 0x2c ? to + 1 : to;
  }
  return lengths;
}

const noLetters = new Uint8Array();

/** Writes one row. */
export function putRow(
  xml: XmlBytes,
  line: RowLine,
  letters: readonly Uint8Array[],
  row: number,
  cells: UnusualCells,
): void {
  const { bytes } = line;
  const digits = encoded(String(row));
  xml.reserve((line.end - line.start) * 5 + (letters.length + 1) * 100);
  xml.put(rowOpening);
  xml.put(digits);
  xml.put(rowOpened);
  const opened = xml.end;
  let at = line.start + 1;
  for (let column = 0; at < line.end && bytes[at] === quote; column += 1) {
    const from = stringEnd(bytes, at) + 1;
    const to = valueEnd(bytes, from);
    if (bytes[from] !== 0x6e) {
      const before = xml.end;
      xml.put(cellOpening);
      xml.put(letters[column] ?? noLetters);
      xml.put(digits);
      if (column >= letters.length || !putUsual(xml, bytes, from, to, cells)) {
        xml.end = before;
        putUnusual(xml, row, column, bytes.toString('utf8', from, to), cells);
        xml.reserve((line.end - to) * 5 + (letters.length + 1) * 100);
      }
    }
    at = bytes[to] === 0x2c ? to + 1 : to;
  }
  if (xml.end === opened) cells.onEmptyRow();
  xml.put(rowClosing);
}

/** Longer texts are no moments. */
const maxMomentLength = 40;

/** Writes a text as a date or time if it is one that a cell holds. */
function putMoment(xml: XmlBytes, line: Buffer, from: number, to: number, cells: UnusualCells): boolean {
  const first = line[from] ?? 0;
  const isLike = line[from + 4] === 0x2d || line[from + 2] === 0x3a;
  if (!isLike || first < 0x30 || first > 0x39 || to - from > maxMomentLength) return false;
  const cell = momentCell(line.toString('latin1', from, to));
  if (cell === 'text') cells.onTextMoment();
  if (cell === 'text' || cell === null) return false;
  xml.put(styleOpening);
  xml.put(encoded(String(cell.style)));
  xml.put(numberOpening);
  xml.put(encoded(String(cell.serial)));
  xml.put(numberClosing);
  return true;
}

/** Writes the bytes of a short number, a moment, or a text without escapes, after the reference of its cell. */
function putUsual(xml: XmlBytes, line: Buffer, from: number, to: number, cells: UnusualCells): boolean {
  const text = line[from] === quote;
  if (text ? to - from > maxTextLength : !isPlainNumber(line, from, to)) return false;
  if (!text) {
    xml.put(numberOpening);
    xml.copy(line, from, to);
    xml.put(numberClosing);
    return true;
  }
  if (putMoment(xml, line, from + 1, to - 1, cells)) return true;
  xml.put(isSpace(line[from + 1]) || isSpace(line[to - 2]) ? spacedOpening : textOpening);
  if (!putPlainText(xml, line, from + 1, to - 1)) return false;
  xml.put(textClosing);
  return true;
}
