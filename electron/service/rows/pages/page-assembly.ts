import { LRUCache } from 'lru-cache';
import type { CodeList } from '#shared/codes/code-list.ts';
import { geometryText } from '../../geometry/geometry-text.ts';
import { type ColumnLabels, withLabels } from '../codes/code-tables.ts';
import type { PageFrame } from './encoded-page.ts';
import { rowSeparator, valueSeparator } from './value-text.ts';

/** How raw rows become JSON objects. */
export interface RowShape {
  /** Names of the returned values, in order. */
  readonly names: readonly string[];
  readonly width: number;
  /** For each returned value, in order, its position in the raw row. */
  readonly positions: readonly number[];
  /** The text before each of them: `{"name":` or `,"name":`. */
  readonly keys: readonly Buffer[];
  /** By position in the raw row, whether the value is a geometry, stored as hexadecimal binary. */
  readonly geometries: readonly boolean[];
  /** For each returned value, in order, the labels that are returned instead. Only rows of few pages have any. */
  readonly labels?: readonly (CodeList | null)[];
}

export function rowShape(
  names: readonly string[],
  positions: readonly number[],
  geometries: readonly boolean[],
): RowShape {
  const keys = names.map((name, at) => Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`));
  return { names, width: geometries.length, positions, keys, geometries };
}

/** The shape with the labels of some values after them. */
export function labelledShape(shape: RowShape, labels: readonly ColumnLabels[]): RowShape {
  if (labels.length === 0) return shape;
  const { names, positions, geometries } = shape;
  const own = names.map((name, at) => ({ name, position: positions[at] ?? 0, labels: null }) as LabelledValue);
  const all = withLabels(own, labels, ({ name, labels }, { position }) => ({ name, position, labels }));
  const whole = rowShape(
    all.map(({ name }) => name),
    all.map(({ position }) => position),
    geometries,
  );
  return { ...whole, labels: all.map((one) => one.labels) };
}

interface LabelledValue {
  readonly name: string;
  readonly position: number;
  readonly labels: CodeList | null;
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

export interface RowForm {
  readonly shape: RowShape;
  readonly frame: PageFrame;
}

/** A buffer that grows as needed. */
interface Sink {
  bytes: Buffer;
  length: number;
}

const comma = Buffer.from(',');
const closeBrace = Buffer.from('}');
const firstOfNull = 0x6e;

/** Every byte of a raw row that is not a separator is at least this. */
const firstPrintable = 0x20;

/** Bytes of UTF-8 for one unit of a text. */
const maxBytesPerUnit = 3;

/**
 * Joins raw rows into JSON objects separated by commas, by copying bytes.
 * @param raw consecutive rows, each followed by its separator except perhaps the last
 */
export function assemblePage(
  raw: Buffer,
  rows: number,
  shape: RowShape,
  { before, after }: PageFrame = noFrame,
): Buffer {
  if (shape.positions.length === 0) {
    return Buffer.from(`${before}${Array.from({ length: rows }, () => '{}').join(',')}${after}`);
  }
  const keyBytes = shape.keys.reduce((sum, { length }) => sum + length, 0);
  const frameBytes = (before.length + after.length) * maxBytesPerUnit;
  const sink = { bytes: Buffer.allocUnsafeSlow(raw.length + rows * (keyBytes + 2) + frameBytes), length: 0 };
  const starts = new Int32Array(shape.width + 1);
  writeText(sink, before);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    at = fieldStarts(raw, at, starts);
    if (row > 0) copyAll(sink, comma);
    writeRow(sink, raw, starts, shape);
  }
  writeText(sink, after);
  return sink.bytes.subarray(0, sink.length);
}

/** Records where each value of the row at `at` starts, and where the row ends, which is returned. */
function fieldStarts(raw: Buffer, at: number, starts: Int32Array): number {
  let fields = 0;
  starts[0] = at;
  let end = at;
  for (; end < raw.length; end += 1) {
    const byte = raw[end] ?? 0;
    if (byte >= firstPrintable) continue;
    if (byte === rowSeparator) break;
    if (byte !== valueSeparator) continue;
    fields += 1;
    starts[fields] = end + 1;
  }
  fields += 1;
  starts[fields] = end + 1;
  if (fields !== starts.length - 1) throw new Error(`A raw row has ${fields} values instead of ${starts.length - 1}.`);
  return end + 1;
}

function writeRow(
  sink: Sink,
  raw: Buffer,
  starts: Int32Array,
  { positions, keys, geometries, labels }: RowShape,
): void {
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] ?? 0;
    const start = starts[position] ?? 0;
    const end = (starts[position + 1] ?? 0) - 1;
    copyAll(sink, keys[at] ?? comma);
    const labelled = labels?.[at] ?? null;
    if (labelled !== null) writeText(sink, labelText(raw.toString('utf8', start, end), labelled));
    else if (geometries[position] && raw[start] !== firstOfNull) {
      writeText(sink, geometryText(Buffer.from(raw.toString('latin1', start, end), 'hex')));
    } else copyBytes(sink, raw, start, end);
  }
  copyAll(sink, closeBrace);
}

function labelText(value: string, labels: CodeList): string {
  if (value === 'null') return value;
  const code = value.startsWith('"') ? (JSON.parse(value) as string) : value;
  return JSON.stringify(labels.get(code)?.label ?? null);
}

function writeText(sink: Sink, text: string): void {
  reserve(sink, text.length * maxBytesPerUnit);
  sink.length += sink.bytes.write(text, sink.length);
}

function copyAll(sink: Sink, piece: Buffer): void {
  copyBytes(sink, piece, 0, piece.length);
}

/** Most pieces of a page are so short that a loop copies them faster than a call. */
function copyBytes(sink: Sink, from: Buffer, start: number, end: number): void {
  reserve(sink, end - start);
  const { bytes } = sink;
  let { length } = sink;
  for (let at = start; at < end; at += 1, length += 1) bytes[length] = from[at] ?? 0;
  sink.length = length;
}

function reserve(sink: Sink, bytes: number): void {
  if (sink.length + bytes <= sink.bytes.length) return;
  const grown = Buffer.allocUnsafeSlow((sink.length + bytes) * 2);
  sink.bytes.copy(grown, 0, 0, sink.length);
  sink.bytes = grown;
}
