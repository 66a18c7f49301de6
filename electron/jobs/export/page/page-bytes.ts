import { isUtf8 } from 'node:buffer';
import type { Cell, Row } from '#shared/cell.ts';
import { spaceEnd, stringEnd, valueEnd } from '#shared/text/json-bytes.ts';
import { cellReader } from '../../../connector/cells/cells.ts';
import { parseExactly } from '../../../connector/cells/exact-json.ts';
import type { TakenPage } from '../../../connector/paging/whole-page.ts';
import type { EncodedColumn } from '../row-encoder.ts';
import { copyNumber, copyPoint, type PointForm } from './copy-values.ts';
import { Cursor } from './cursor.ts';

/** How the values of a row are laid out in a file. */
export interface BytesForm {
  /** The bytes before each value of a row. */
  readonly before: readonly Uint8Array[];
  readonly behindRow: Uint8Array;
  readonly betweenRows: Uint8Array;
  readonly missing: Uint8Array;
  readonly point: PointForm;
  /** Copies a string without escapes; see `copy-values.ts`. */
  copyString(cursor: Cursor): boolean;
  text(cell: Cell): string;
}

/** A column in the bytes of a page. */
interface Target {
  /** The key of the column with its punctuation, without white space. */
  readonly opening: Uint8Array;
  readonly key: Uint8Array;
  readonly before: Uint8Array;
  readonly type: string;
  readonly read: ReturnType<typeof cellReader>;
  readonly watched: boolean;
}

const isTextual = (type: string) => type !== 'integer' && type !== 'float' && type !== 'geometry';
const none = new TextEncoder().encode('null');

/** Copies the value at the cursor if it has the usual form for its column's type. */
function copyUsual(cursor: Cursor, { type }: Target, form: BytesForm): boolean {
  const byte = cursor.input[cursor.at];
  if (byte === 0x22) return isTextual(type) && form.copyString(cursor);
  if (byte === 0x7b) return type === 'geometry' && copyPoint(cursor, form.point);
  if (byte === 0x6e) {
    if (!cursor.passes(none)) return false;
    cursor.put(form.missing);
    return true;
  }
  return type !== 'char' && type !== 'text' && copyNumber(cursor, type !== 'integer');
}

/** The cell at a position. @throws {SyntaxError} */
function cellAt(input: Buffer, from: number, to: number, { read }: Target): Cell {
  return read(parseExactly(input.toString('utf8', from, to)));
}

/** Copies the value at the cursor; false if the page cannot be read here. */
function copyValue(cursor: Cursor, target: Target, form: BytesForm, watched: Cell[] | null): boolean {
  const { at } = cursor;
  cursor.put(target.before);
  const start = cursor.end;
  if (!copyUsual(cursor, target, form)) {
    cursor.at = valueEnd(cursor.input, at);
    cursor.end = start;
    if (cursor.at < 0) return false;
    cursor.putText(form.text(cellAt(cursor.input, at, cursor.at, target)));
  }
  if (watched !== null && target.watched) watched.push(cellAt(cursor.input, at, cursor.at, target));
  return true;
}

function passSpaceAnd(cursor: Cursor, byte: number): boolean {
  cursor.at = spaceEnd(cursor.input, cursor.at);
  if (cursor.input[cursor.at] !== byte) return false;
  cursor.at = spaceEnd(cursor.input, cursor.at + 1);
  return true;
}

/** Skips what precedes a value: the bracket or comma, the key, the colon. */
function passKey(cursor: Cursor, { opening, key }: Target, first: boolean): boolean {
  if (cursor.passes(opening)) {
    if ((cursor.input[cursor.at] ?? 0) <= 0x20) cursor.at = spaceEnd(cursor.input, cursor.at);
    return true;
  }
  return passSpaceAnd(cursor, first ? 0x7b : 0x2c) && cursor.passes(key) && passSpaceAnd(cursor, 0x3a);
}

function copyRow(cursor: Cursor, targets: readonly Target[], form: BytesForm, watched: Cell[] | null): boolean {
  cursor.reserve(256);
  let first = true;
  for (const target of targets) {
    if (!passKey(cursor, target, first)) return false;
    if (!copyValue(cursor, target, form, watched)) return false;
    first = false;
  }
  if (!passSpaceAnd(cursor, 0x7d)) return false;
  cursor.put(form.behindRow);
  return true;
}

/** Copies the rows of the list at the cursor; null if one of them cannot be read here. */
function copyRows(cursor: Cursor, targets: readonly Target[], form: BytesForm) {
  const watched: Row[] | null = targets.some((target) => target.watched) ? [] : null;
  let rows = 0;
  if (!passSpaceAnd(cursor, 0x5b)) return null;
  while (cursor.input[cursor.at] !== 0x5d) {
    if (rows > 0) {
      if (!passSpaceAnd(cursor, 0x2c)) return null;
      cursor.put(form.betweenRows);
    }
    const cells: Cell[] | null = watched === null ? null : [];
    if (!copyRow(cursor, targets, form, cells)) return null;
    if (cells !== null) watched?.push(cells);
    rows += 1;
    cursor.at = spaceEnd(cursor.input, cursor.at);
  }
  cursor.at += 1;
  return { rows, watched: watched ?? [] };
}

/** The members of an envelope besides its rows; undefined until they were read. */
interface Envelope {
  count?: number | null;
  next?: string | null;
  body?: NonNullable<ReturnType<typeof copyRows>>;
}

function note(envelope: Envelope, name: unknown, value: unknown): void {
  // Any other count stays undefined, so that the page goes to the parser.
  const isCount = value === null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
  if (name === 'count' && isCount) envelope.count = value;
  if (name === 'next' && (typeof value === 'string' || value === null)) envelope.next = value === '' ? null : value;
}

/** Reads an object with `results`; null for any other answer. */
function readEnvelope(cursor: Cursor, targets: readonly Target[], form: BytesForm): Envelope | null {
  const { input } = cursor;
  const envelope: Envelope = {};
  const names = new Set<unknown>();
  if (!passSpaceAnd(cursor, 0x7b)) return null;
  for (let first = true; ; first = false) {
    if (!first && input[cursor.at] === 0x7d) return spaceEnd(input, cursor.at + 1) === input.length ? envelope : null;
    if (!first && !passSpaceAnd(cursor, 0x2c)) return null;
    const nameEnd = input[cursor.at] === 0x22 ? stringEnd(input, cursor.at) : -1;
    if (nameEnd < 0) return null;
    const name: unknown = JSON.parse(input.toString('utf8', cursor.at, nameEnd));
    if (names.has(name)) return null;
    names.add(name);
    cursor.at = nameEnd;
    if (!passSpaceAnd(cursor, 0x3a)) return null;
    if (name === 'results') {
      const body = copyRows(cursor, targets, form);
      if (body === null) return null;
      envelope.body = body;
    } else {
      const end = valueEnd(input, cursor.at);
      if (end < 0) return null;
      note(envelope, name, JSON.parse(input.toString('utf8', cursor.at, end)));
      cursor.at = end;
    }
    cursor.at = spaceEnd(input, cursor.at);
  }
}

/**
 * Creates a function that converts the rows of a page for a file directly from the page's bytes, with the digits of
 * numbers as the service wrote them. It returns null for pages in an unusual form: not an envelope whose `results` are
 * objects with exactly the requested columns in their order.
 * @param watched names of columns whose cells are returned too, in the order of `columns`
 */
export function pageCopier(columns: readonly EncodedColumn[], watched: readonly string[], form: BytesForm) {
  const bytesOf = new TextEncoder();
  const targets = columns.map(
    ({ name, type }, position): Target => ({
      opening: bytesOf.encode(`${position === 0 ? '{' : ','}${JSON.stringify(name)}:`),
      key: bytesOf.encode(JSON.stringify(name)),
      before: form.before[position] ?? new Uint8Array(),
      type,
      read: cellReader(type),
      watched: watched.includes(name),
    }),
  );
  return (page: Buffer): TakenPage<Buffer> | null => {
    if (targets.length === 0 || !isUtf8(page)) return null;
    const cursor = new Cursor(page);
    try {
      const { count, next, body } = readEnvelope(cursor, targets, form) ?? {};
      // Envelopes with other members are left to the parser.
      if (body !== undefined && count !== undefined && next !== undefined) {
        return { content: cursor.output.subarray(0, cursor.end), ...body, count, next };
      }
    } catch {
      // Invalid JSON: the parser reports what is wrong with it.
    }
    return null;
  };
}
