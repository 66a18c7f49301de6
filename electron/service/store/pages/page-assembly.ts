import { LRUCache } from 'lru-cache';
import { geometryText } from '../../geometry/geometry-text.ts';
import { rowSeparator, valueSeparator } from './value-text.ts';

/** How raw rows become JSON objects. */
export interface RowShape {
  /** Number of values in a raw row. */
  readonly width: number;
  /** For each returned value, in order, its position in the raw row. */
  readonly positions: readonly number[];
  /** The text before each of them: `{"name":` or `,"name":`. */
  readonly keys: readonly Buffer[];
  /** By position in the raw row, whether the value is a geometry, stored as hexadecimal binary. */
  readonly geometries: readonly boolean[];
  /** The same shape as a text. */
  readonly text: string;
}

/** A shape as text, which is transferred to another thread many times faster than an object. */
export function shapeText(
  names: readonly string[],
  positions: readonly number[],
  geometries: readonly boolean[],
): string {
  return JSON.stringify([names, positions, geometries]);
}

const shapes = new LRUCache<string, RowShape>({ max: 256 });

/** Parses a text from {@link shapeText}. */
export function shapeFrom(text: string): RowShape {
  const known = shapes.get(text);
  if (known) return known;
  const [names, positions, geometries] = JSON.parse(text) as [string[], number[], boolean[]];
  const keys = names.map((name, at) => Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  const shape = { width: geometries.length, positions, keys, geometries, text };
  shapes.set(text, shape);
  return shape;
}

/** Grows as needed. */
interface Sink {
  bytes: Buffer;
  length: number;
}

const closeBrace = 0x7d;
const comma = 0x2c;
const minus = 0x2d;
const fullStop = 0x2e;
const zero = 0x30;

/**
 * Joins raw rows into JSON objects separated by commas, by copying bytes only.
 * @param raw consecutive rows, each followed by its separator except perhaps the last
 */
export function assemblePage(raw: Buffer, rows: number, shape: RowShape): Buffer {
  if (shape.positions.length === 0) return Buffer.from(Array.from({ length: rows }, () => '{}').join(','));
  const keyBytes = shape.keys.reduce((sum, key) => sum + key.length, 2);
  const sink: Sink = { bytes: Buffer.allocUnsafe(raw.length + rows * keyBytes + 64), length: 0 };
  const starts = new Int32Array(shape.width + 1);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const end = fieldStarts(raw, at, shape.width, starts);
    if (row > 0) writeByte(sink, comma);
    writeRow(sink, raw, starts, shape);
    at = end + 1;
  }
  return sink.bytes.subarray(0, sink.length);
}

/** Records where each value of the row at `at` starts, and where the last one ends; returns the row's end. */
function fieldStarts(raw: Buffer, at: number, width: number, starts: Int32Array): number {
  let field = 1;
  starts[0] = at;
  let end = at;
  for (; end < raw.length; end += 1) {
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

function writeRow(sink: Sink, raw: Buffer, starts: Int32Array, shape: RowShape): void {
  for (let at = 0; at < shape.positions.length; at += 1) {
    const position = shape.positions[at] ?? 0;
    const key = shape.keys[at];
    if (key) writeBytes(sink, key, 0, key.length);
    const start = starts[position] ?? 0;
    const end = (starts[position + 1] ?? 0) - 1;
    if (shape.geometries[position] && raw[start] !== 0x6e) writeGeometry(sink, raw, start, end);
    else writeBytes(sink, raw, start, end);
  }
  writeByte(sink, closeBrace);
}

function writeGeometry(sink: Sink, raw: Buffer, start: number, end: number): void {
  if (writePoint(sink, raw, start, end)) return;
  writeText(sink, geometryText(Buffer.from(raw.toString('latin1', start, end), 'hex')));
}

const plainPoint = Buffer.from('0101000000');
const pointHead = Buffer.from('{"type":"Point","coordinates":[');
const pointTail = Buffer.from(']}');
const point = new DataView(new ArrayBuffer(16));

/** The fast path for a plain point in little-endian binary, the most common geometry; false for anything else. */
function writePoint(sink: Sink, raw: Buffer, start: number, end: number): boolean {
  if (end - start !== 42) return false;
  for (let at = 0; at < 10; at += 1) if (raw[start + at] !== plainPoint[at]) return false;
  for (let at = 0; at < 16; at += 4) point.setUint32(at, wordOf(raw, start + 10 + 2 * at));
  const [x, y] = [point.getFloat64(0, true), point.getFloat64(8, true)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
  writeBytes(sink, pointHead, 0, pointHead.length);
  writeNumber(sink, x);
  writeByte(sink, comma);
  writeNumber(sink, y);
  writeBytes(sink, pointTail, 0, pointTail.length);
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

/** The same text as from `String`: by integer arithmetic for numbers with few decimals, as most coordinates are. */
function writeNumber(sink: Sink, value: number): void {
  const size = Math.abs(value);
  const scaled = Math.round(size * scale);
  if (!(scaled < exactBelow) || scaled / scale !== size) {
    writeText(sink, String(value));
    return;
  }
  if (value < 0) writeByte(sink, minus);
  const whole = Math.floor(scaled / scale);
  writeDigits(sink, whole, 1);
  let fraction = scaled - whole * scale;
  if (fraction === 0) return;
  let places = decimals;
  for (; fraction % 10 === 0; places -= 1) fraction /= 10;
  writeByte(sink, fullStop);
  writeDigits(sink, fraction, places);
}

/** An integer with at least this many digits. */
function writeDigits(sink: Sink, value: number, least: number): void {
  let digits = least;
  for (let limit = 10 ** least; value >= limit; limit *= 10) digits += 1;
  reserve(sink, digits);
  let rest = value;
  for (let at = sink.length + digits - 1; at >= sink.length; at -= 1) {
    sink.bytes[at] = zero + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  sink.length += digits;
}

function writeText(sink: Sink, text: string): void {
  reserve(sink, text.length);
  sink.length += sink.bytes.write(text, sink.length, 'latin1');
}

function writeBytes(sink: Sink, from: Buffer, start: number, end: number): void {
  reserve(sink, end - start);
  if (end - start > 48) {
    from.copy(sink.bytes, sink.length, start, end);
    sink.length += end - start;
    return;
  }
  // Most pieces of a page are short, and for these a loop is faster than a call.
  const { bytes } = sink;
  let { length } = sink;
  for (let at = start; at < end; at += 1) {
    bytes[length] = from[at] ?? 0;
    length += 1;
  }
  sink.length = length;
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
}
