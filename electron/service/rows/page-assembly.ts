import { geometryText } from './geometry-text.ts';
import { LruMap } from './lru-map.ts';
import { rowSeparator, valueSeparator } from './value-text.ts';

/** How raw rows become JSON objects. */
export interface RowShape {
  /** Values in a raw row. */
  readonly width: number;
  /** Of the values that are asked for, in the order in which they are given: their position in the raw row. */
  readonly positions: readonly number[];
  /** What goes in front of each of them: `{"name":` or `,"name":`. */
  readonly keys: readonly Buffer[];
  /** By position in the raw row: whether the value is a geometry, which comes as binary in hexadecimal. */
  readonly geometries: readonly boolean[];
  /** The same as a text. */
  readonly text: string;
}

/** A shape as a text: it crosses to another thread many times as quickly as the shape itself. */
export function shapeText(
  names: readonly string[],
  positions: readonly number[],
  geometries: readonly boolean[],
): string {
  return JSON.stringify([names, positions, geometries]);
}

const shapes = new LruMap<string, RowShape>(256);

/** The shape that a text of {@link shapeText} stands for. */
export function shapeFrom(text: string): RowShape {
  const known = shapes.get(text);
  if (known) return known;
  const [names, positions, geometries] = JSON.parse(text) as [string[], number[], boolean[]];
  const keys = names.map((name, at) => Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  const shape = { width: geometries.length, positions, keys, geometries, text };
  shapes.set(text, shape);
  return shape;
}

/** Grows as it is written to. */
interface Sink {
  bytes: Buffer;
  length: number;
}

const closeBrace = 0x7d;
const comma = 0x2c;

/**
 * Joins raw rows to JSON objects separated by commas, by copying bytes only.
 * @param raw rows one behind the other, each but perhaps the last with its separator
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

/** Notes where each value of the row at `at` begins, and one behind where the last would; gives the row's end. */
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
  if (field !== width) throw new Error(`A raw row has ${field} values in place of ${width}.`);
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
  const text = pointText(raw, start, end) ?? geometryText(Buffer.from(raw.toString('latin1', start, end), 'hex'));
  reserve(sink, text.length);
  sink.length += sink.bytes.write(text, sink.length, 'latin1');
}

const position = new DataView(new ArrayBuffer(16));
const plainPoint = Buffer.from('0101000000');

/** The short way for a plain point in little-endian binary, which most geometry is; null for anything else. */
function pointText(raw: Buffer, start: number, end: number): string | null {
  if (end - start !== 42) return null;
  for (let at = 0; at < 10; at += 1) if (raw[start + at] !== plainPoint[at]) return null;
  for (let at = 0; at < 16; at += 1) {
    const high = digitOf(raw[start + 10 + 2 * at] ?? 0);
    position.setUint8(at, high * 16 + digitOf(raw[start + 11 + 2 * at] ?? 0));
  }
  const [x, y] = [position.getFloat64(0, true), position.getFloat64(8, true)];
  return Number.isFinite(x) && Number.isFinite(y) ? `{"type":"Point","coordinates":[${x},${y}]}` : null;
}

/** The value of a hexadecimal digit written 0-9 or A-F. */
function digitOf(byte: number): number {
  return byte <= 0x39 ? byte - 0x30 : byte - 0x37;
}

function writeBytes(sink: Sink, from: Buffer, start: number, end: number): void {
  reserve(sink, end - start);
  if (end - start > 48) {
    from.copy(sink.bytes, sink.length, start, end);
    sink.length += end - start;
    return;
  }
  // Short pieces are most of a page, and for them a loop is quicker than a call.
  for (let at = start; at < end; at += 1) {
    sink.bytes[sink.length] = from[at] ?? 0;
    sink.length += 1;
  }
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
