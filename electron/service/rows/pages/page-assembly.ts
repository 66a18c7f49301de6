import { LRUCache } from 'lru-cache';
import { geometryText } from '../../geometry/geometry-text.ts';
import type { PageFrame } from './encoded-page.ts';
import { rowSeparator, valueSeparator } from './value-text.ts';

/** How raw rows become JSON objects. */
export interface RowShape {
  /** Names of the returned values, in order. */
  readonly names: readonly string[];
  /** Number of values in a raw row. */
  readonly width: number;
  /** For each returned value, in order, its position in the raw row. */
  readonly positions: readonly number[];
  /** The texts before each of them, one after the other: `{"name":` or `,"name":`. */
  readonly keys: Buffer;
  readonly keyWords: DataView;
  /** Where each of these texts starts, and the last one ends. */
  readonly keyStarts: Int32Array;
  /** By position in the raw row, whether the value is a geometry, stored as hexadecimal binary. */
  readonly geometries: readonly boolean[];
}

export function rowShape(
  names: readonly string[],
  positions: readonly number[],
  geometries: readonly boolean[],
): RowShape {
  const each = names.map((name, at) => Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  const keys = Buffer.concat(each);
  const keyStarts = new Int32Array(each.length + 1);
  for (const [at, key] of each.entries()) keyStarts[at + 1] = (keyStarts[at] ?? 0) + key.length;
  return { names, width: geometries.length, positions, keys, keyWords: wordsOf(keys), keyStarts, geometries };
}

const texts = new WeakMap<RowShape, string>();

/** A shape for another thread: a text is transferred many times faster than an object. */
export function shapeText(shape: RowShape): string {
  const { names, positions, geometries } = shape;
  const text = texts.get(shape) ?? JSON.stringify([names, positions, geometries]);
  texts.set(shape, text);
  return text;
}

const received = new LRUCache<string, RowShape>({ max: 256 });

/** Parses a text from {@link shapeText}. */
export function shapeFrom(text: string): RowShape {
  const known = received.get(text);
  if (known) return known;
  const shape = rowShape(...(JSON.parse(text) as Parameters<typeof rowShape>));
  received.set(text, shape);
  return shape;
}

export const noFrame: PageFrame = { before: '', after: '' };

/** The form of a page. */
export interface RowForm {
  readonly shape: RowShape;
  readonly frame: PageFrame;
}

/** A buffer that grows as needed; `words` are the same bytes, of which four are copied at a time. */
interface Sink {
  bytes: Buffer;
  words: DataView;
  length: number;
}

const closeBracket = 0x5d;
const closeBrace = 0x7d;
const comma = 0x2c;
const minus = 0x2d;
const fullStop = 0x2e;
const zero = 0x30;

/** Every byte of a raw row that is not a separator is at least this. */
const firstPrintable = 0x20;

/** The bytes of a buffer, of which four can be read and written at a time. */
function wordsOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/**
 * Joins raw rows into JSON objects separated by commas, by copying bytes only.
 * @param raw consecutive rows, each followed by its separator except perhaps the last
 */
export function assemblePage(raw: Buffer, rows: number, shape: RowShape, frame: PageFrame = noFrame): Buffer {
  const { before, after } = frame;
  if (shape.positions.length === 0) {
    return Buffer.from(`${before}${Array.from({ length: rows }, () => '{}').join(',')}${after}`);
  }
  const { keys } = shape;
  const points = shape.geometries.reduce((count, isGeometry) => count + Number(isGeometry), 0);
  const bytes = Buffer.allocUnsafeSlow(
    raw.length + rows * (keys.length + 2 + points * pointExcess) + 64 + before.length + after.length,
  );
  const sink: Sink = { bytes, words: wordsOf(bytes), length: 0 };
  const words = wordsOf(raw);
  const starts = new Int32Array(shape.width + 1);
  writeText(sink, before);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const end = fieldStarts(raw, words, at, shape.width, starts);
    if (row > 0) writeByte(sink, comma);
    writeRow(sink, raw, words, starts, shape);
    at = end + 1;
  }
  writeText(sink, after);
  return sink.bytes.subarray(0, sink.length);
}

/** Records where each value of the row at `at` starts, and where the last one ends; returns the row's end. */
function fieldStarts(raw: Buffer, words: DataView, at: number, width: number, starts: Int32Array): number {
  let field = 1;
  starts[0] = at;
  let end = nextSeparator(raw, words, at);
  for (; end < raw.length; end = nextSeparator(raw, words, end + 1)) {
    const byte = raw[end];
    if (byte === valueSeparator) {
      starts[field] = end + 1;
      field += 1;
    } else if (byte === rowSeparator) break;
  }
  starts[field] = end + 1;
  if (field !== width) throw new Error(`A raw row has ${field} values instead of ${width}.`);
  return end;
}

const [eachFirstPrintable, eachHighBit] = [0x20202020, 0x80808080 | 0];

/**
 * The first byte from `at` on that may be a separator, or the end. Four bytes are examined at a time: the subtraction
 * borrows into the high bit of those that are less, of which the lowest is certain.
 */
function nextSeparator(raw: Buffer, words: DataView, at: number): number {
  let next = at;
  for (const last = raw.length - 4; next <= last; next += 4) {
    const word = words.getInt32(next, true);
    const less = (word - eachFirstPrintable) & ~word & eachHighBit;
    if (less !== 0) return next + ((31 - Math.clz32(less & -less)) >> 3);
  }
  while (next < raw.length && (raw[next] ?? 0) >= firstPrintable) next += 1;
  return next;
}

function writeRow(sink: Sink, raw: Buffer, words: DataView, starts: Int32Array, shape: RowShape): void {
  const { positions, keyWords, keyStarts, geometries } = shape;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] ?? 0;
    const start = starts[position] ?? 0;
    const end = (starts[position + 1] ?? 0) - 1;
    const [keyStart, keyEnd] = [keyStarts[at] ?? 0, keyStarts[at + 1] ?? 0];
    reserve(sink, keyEnd - keyStart + end - start);
    const length = copyShort(sink.words, sink.length, keyWords, keyStart, keyEnd);
    if (geometries[position] && raw[start] !== 0x6e) {
      sink.length = length;
      writeGeometry(sink, raw, start, end);
    } else if (end - start > longPiece) sink.length = length + raw.copy(sink.bytes, length, start, end);
    else sink.length = copyShort(sink.words, length, words, start, end);
  }
  writeByte(sink, closeBrace);
}

function writeGeometry(sink: Sink, raw: Buffer, start: number, end: number): void {
  if (writePoint(sink, raw, start, end)) return;
  writeText(sink, geometryText(Buffer.from(raw.toString('latin1', start, end), 'hex')));
}

/** Bytes by which the text of a plain point is usually longer than its binary form at most. */
const pointExcess = 24;

const plainPoint = Buffer.from('0101000000');
const pointHead = Buffer.from('{"type":"Point","coordinates":[');
const pointHeadWords = wordsOf(pointHead);
const point = new DataView(new ArrayBuffer(16));

/** The fast path for a plain point in little-endian binary, the most common geometry; false for anything else. */
function writePoint(sink: Sink, raw: Buffer, start: number, end: number): boolean {
  if (end - start !== 42) return false;
  for (let at = 0; at < 10; at += 1) if (raw[start + at] !== plainPoint[at]) return false;
  for (let at = 0; at < 16; at += 4) point.setUint32(at, wordOf(raw, start + 10 + 2 * at));
  const [x, y] = [point.getFloat64(0, true), point.getFloat64(8, true)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
  reserve(sink, pointHead.length);
  sink.length = copyShort(sink.words, sink.length, pointHeadWords, 0, pointHead.length);
  writeNumber(sink, x);
  writeByte(sink, comma);
  writeNumber(sink, y);
  writeByte(sink, closeBracket);
  writeByte(sink, closeBrace);
  return true;
}

/** The value of each hexadecimal digit written 0-9 or A-F, by its byte. */
const digitValues = Uint8Array.from({ length: 256 }, (_, byte) => (byte <= 0x39 ? byte - 0x30 : byte - 0x37));

/** Eight hexadecimal digits as 32 bits, the first digit the highest. */
function wordOf(raw: Buffer, at: number): number {
  let word = 0;
  for (let digit = 0; digit < 8; digit += 1) word = (word << 4) | (digitValues[raw[at + digit] ?? 0] ?? 0);
  return word;
}

const decimals = 6;
const scale = 10 ** decimals;

/** Decimals with this many digits are distinct doubles, so a decimal that equals a double is its shortest text. */
const exactBelow = 1e15;

/** Writes a number as `String` does: by integer arithmetic for numbers with few decimals, as most coordinates are. */
function writeNumber(sink: Sink, value: number): void {
  const size = Math.abs(value);
  const scaled = Math.round(size * scale);
  if (!(scaled < exactBelow) || scaled / scale !== size) {
    writeText(sink, String(value));
    return;
  }
  if (value < 0) writeByte(sink, minus);
  // Both have 32 bits: the remainder of a double takes a call.
  const whole = (scaled / scale) | 0;
  writeDigits(sink, whole, 1);
  let fraction = (scaled - whole * scale) | 0;
  if (fraction === 0) return;
  let places = decimals;
  for (; fraction % 10 === 0; places -= 1) fraction = (fraction / 10) | 0;
  writeByte(sink, fullStop);
  writeDigits(sink, fraction, places);
}

/** Writes an integer of 32 bits with at least this many digits. */
function writeDigits(sink: Sink, value: number, least: number): void {
  let digits = 1;
  for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) digits += 1;
  digits = Math.max(digits, least);
  reserve(sink, digits);
  const { words, length } = sink;
  let rest = value;
  for (let at = length + digits - 1; at >= length; at -= 1) {
    const shorter = (rest / 10) | 0;
    words.setUint8(at, zero + (rest - shorter * 10));
    rest = shorter;
  }
  sink.length = length + digits;
}

/** Bytes of UTF-8 for one unit of a text. */
const maxBytesPerUnit = 3;

function writeText(sink: Sink, text: string): void {
  if (text === '') return;
  reserve(sink, text.length * maxBytesPerUnit);
  sink.length += sink.bytes.write(text, sink.length);
}

/** Bytes beyond which a call copies faster than a loop; most pieces of a page are shorter. */
const longPiece = 128;

/** Copies a few bytes. @returns the position in the target after them */
function copyShort(target: DataView, to: number, from: DataView, start: number, end: number): number {
  let length = to;
  let at = start;
  for (; at + 4 <= end; at += 4, length += 4) target.setInt32(length, from.getInt32(at, true), true);
  for (; at < end; at += 1, length += 1) target.setUint8(length, from.getUint8(at));
  return length;
}

function writeByte(sink: Sink, byte: number): void {
  reserve(sink, 1);
  sink.bytes[sink.length] = byte;
  sink.length += 1;
}

function reserve(sink: Sink, bytes: number): void {
  if (sink.length + bytes <= sink.bytes.length) return;
  const grown = Buffer.allocUnsafe((sink.length + bytes) * 2);
  sink.bytes.copy(grown, 0, 0, sink.length);
  sink.bytes = grown;
  sink.words = wordsOf(grown);
}
