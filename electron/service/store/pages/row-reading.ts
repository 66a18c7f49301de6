import { blocksOf } from '../files/block-checksums.ts';
import { type CheckedFile, readChecked, readFully } from '../files/checked-file.ts';
import { assemblePage, type RowShape } from './page-assembly.ts';
import type { NumberFile } from './page-request.ts';
import { offsetBytes } from './row-file/row-file.ts';

/** Rows at most this far apart are read together, including the bytes between them. */
const closeBytes = 4096;

/** The offsets of rows: a table in memory, or its file. */
export type Offsets =
  | { readonly kind: 'memory'; readonly starts: Float64Array }
  | { readonly kind: 'file'; readonly file: CheckedFile };

/** Bytes of one row number in a view file. */
export const numberBytes = 4;

/** Starts of rows `from` to `to` (inclusive). */
function startsOf(offsets: Offsets, from: number, to: number): Float64Array {
  if (offsets.kind === 'memory') return offsets.starts.subarray(from, to + 1);
  const read = readChecked(offsets.file, from * offsetBytes, (to + 1) * offsetBytes);
  return new Float64Array(read.buffer, read.byteOffset, to - from + 1);
}

/** Rows `from` to `to` (exclusive) as JSON objects. */
export function readRange(rows: CheckedFile, offsets: Offsets, from: number, to: number, shape: RowShape): Buffer {
  if (to <= from) return Buffer.alloc(0);
  const starts = startsOf(offsets, from, to);
  const first = starts[0] ?? 0;
  const raw = readChecked(rows, first, starts[starts.length - 1] ?? 0);
  return assemblePage(raw, to - from, shape);
}

/** Positions `from` to `to` (exclusive) of an open file of numbers. */
export function readNumbers(file: number, { path, count, sums }: NumberFile, from: number, to: number): Int32Array {
  if (sums === null) {
    const numbers = new Int32Array(to - from);
    readFully(path, file, new Uint8Array(numbers.buffer), from * numberBytes);
    return numbers;
  }
  const checked: CheckedFile = {
    path,
    file,
    bytes: count * numberBytes,
    sums: { kind: 'memory', sums: blocksOf(sums) },
  };
  const read = readChecked(checked, from * numberBytes, to * numberBytes);
  return new Int32Array(read.buffer, read.byteOffset, to - from);
}

/** Rows by their numbers, in the order of the numbers. */
export function readRows(rows: CheckedFile, offsets: Offsets, numbers: Int32Array, shape: RowShape): Buffer {
  return assemblePage(gatherRows(rows, offsets, numbers), numbers.length, shape);
}

/** Concatenated raw rows; adjacent ones in the order of the file are read together. */
export function gatherRows(rows: CheckedFile, offsets: Offsets, numbers: Int32Array): Buffer {
  const spans = spansOf(offsets, numbers);
  const total = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const raw = Buffer.allocUnsafe(total);
  let length = 0;
  for (let at = 0; at < spans.length; ) {
    const until = endOfRun(spans, at);
    const start = spans[at]?.start ?? 0;
    const end = spans[until - 1]?.end ?? start;
    const run = readChecked(rows, start, end, scratch);
    for (const span of spans.slice(at, until)) {
      length += run.copy(raw, length, span.start - start, span.end - start);
    }
    at = until;
  }
  return raw;
}

/** Memory that is reused for reading and copying: most rows are within a block or two. */
let reused = Buffer.allocUnsafeSlow(64 * 1024);

function scratch(bytes: number): Buffer {
  if (bytes > reused.length) reused = Buffer.allocUnsafeSlow(bytes);
  return reused.subarray(0, bytes);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spansOf(offsets: Offsets, numbers: Int32Array): Span[] {
  return Array.from(numbers, (number) => {
    const [start, end] = startsOf(offsets, number, number + 1);
    return { start: start ?? 0, end: end ?? 0 };
  });
}

/** The first span after `at` that does not follow closely on its predecessor. */
function endOfRun(spans: readonly Span[], at: number): number {
  let until = at + 1;
  while (until < spans.length) {
    const gap = (spans[until]?.start ?? 0) - (spans[until - 1]?.end ?? 0);
    if (gap < 0 || gap > closeBytes) break;
    until += 1;
  }
  return until;
}
