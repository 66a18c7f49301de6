import { readSync } from 'node:fs';
import { letGo } from '#shared/let-go.ts';
import { assemblePage, type RowShape } from './page-assembly.ts';

/** Rows that lie as close as this are read together with what lies between them. */
const closeBytes = 4096;

/** Where rows begin: a table in memory, or the file of it. */
export type Offsets =
  | { readonly kind: 'memory'; readonly starts: Float64Array }
  | { readonly kind: 'file'; readonly file: number };

/** Bytes of one entry of an offset file: a double, so that a file may be longer than 4 GiB. */
export const offsetBytes = 8;

/** Bytes of one row number in a view file. */
export const numberBytes = 4;

function readFully(file: number, target: Uint8Array, position: number): void {
  let done = 0;
  while (done < target.length) {
    const read = readSync(file, target, done, target.length - done, position + done);
    if (read === 0) throw new Error('A file of the cache is shorter than it should be.');
    done += read;
  }
}

/** Starts of rows `from` to `to`, that of `to` included. */
function startsOf(offsets: Offsets, from: number, to: number): Float64Array {
  if (offsets.kind === 'memory') return offsets.starts.subarray(from, to + 1);
  const starts = new Float64Array(to - from + 1);
  readFully(offsets.file, new Uint8Array(starts.buffer), from * offsetBytes);
  return starts;
}

/** Rows `from` to `to`, the end not included, as JSON objects. */
export function readRange(rows: number, offsets: Offsets, from: number, to: number, shape: RowShape): Buffer {
  if (to <= from) return Buffer.alloc(0);
  const starts = startsOf(offsets, from, to);
  const first = starts[0] ?? 0;
  const raw = Buffer.allocUnsafe((starts[starts.length - 1] ?? 0) - first);
  readFully(rows, raw, first);
  const page = assemblePage(raw, to - from, shape);
  letGo(raw);
  return page;
}

/** Positions `from` to `to`, the end not included, of a view file. */
export function readNumbers(view: number, from: number, to: number): Int32Array {
  const numbers = new Int32Array(to - from);
  readFully(view, new Uint8Array(numbers.buffer), from * numberBytes);
  return numbers;
}

/** Rows by their numbers, in the order of the numbers. */
export function readRows(rows: number, offsets: Offsets, numbers: Int32Array, shape: RowShape): Buffer {
  const raw = gatherRows(rows, offsets, numbers);
  const page = assemblePage(raw, numbers.length, shape);
  letGo(raw);
  return page;
}

/** Raw rows one behind the other; neighbours that stand in the order of the file are read at once. */
export function gatherRows(rows: number, offsets: Offsets, numbers: Int32Array): Buffer {
  const spans = spansOf(offsets, numbers);
  const total = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const raw = Buffer.allocUnsafe(total);
  let length = 0;
  for (let at = 0; at < spans.length; ) {
    const until = endOfRun(spans, at);
    const start = spans[at]?.start ?? 0;
    const end = spans[until - 1]?.end ?? start;
    if (until === at + 1) {
      readFully(rows, raw.subarray(length, length + end - start), start);
      length += end - start;
    } else {
      const run = Buffer.allocUnsafe(end - start);
      readFully(rows, run, start);
      for (const span of spans.slice(at, until)) {
        length += run.copy(raw, length, span.start - start, span.end - start);
      }
    }
    at = until;
  }
  return raw;
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

/** The first span behind `at` that does not follow closely on the one before it. */
function endOfRun(spans: readonly Span[], at: number): number {
  let until = at + 1;
  while (until < spans.length) {
    const gap = (spans[until]?.start ?? 0) - (spans[until - 1]?.end ?? 0);
    if (gap < 0 || gap > closeBytes) break;
    until += 1;
  }
  return until;
}
