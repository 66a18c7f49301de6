import { type BlockCheckedFile, readChecked } from '../../../files/checked-file.ts';
import { assemblePage, type RowForm } from '../page-assembly.ts';
import type { PageBytes } from '../page-request.ts';
import { offsetBytes } from './row-file.ts';

/** Rows at most this far apart are read together, including the bytes between them. */
const closeBytes = 4096;

/** Starts of rows `from` to `to` (inclusive), until the next read into the reused memory. */
function startsOf(file: BlockCheckedFile, from: number, to: number): Float64Array {
  const read = readChecked(file, from * offsetBytes, (to + 1) * offsetBytes, scratch);
  return new Float64Array(read.buffer, read.byteOffset, to - from + 1);
}

/** Rows `from` to `to` (exclusive) as JSON objects. */
export function readRange(
  rows: BlockCheckedFile,
  offsets: BlockCheckedFile,
  from: number,
  to: number,
  form: RowForm,
): PageBytes {
  return readSpan(rows, spanOf(offsets, from, to), to - from, form);
}

/** Bytes of consecutive rows. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The bytes of rows `from` to `to` (exclusive). */
export function spanOf(offsets: BlockCheckedFile, from: number, to: number): Span {
  const starts = startsOf(offsets, from, to);
  return { start: starts[0] ?? 0, end: starts[to - from] ?? 0 };
}

/** Consecutive rows as JSON objects. */
export function readSpan(rows: BlockCheckedFile, { start, end }: Span, count: number, form: RowForm): PageBytes {
  return pageBytesOf(assemblePage(readChecked(rows, start, end, scratch), count, form.shape, form.frame));
}

/** A page has its own memory, so that it can be transferred to another thread without copying. */
export function pageBytesOf(page: Buffer): PageBytes {
  const { buffer, byteOffset, byteLength } = page;
  const isOwn = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength > buffer.byteLength / 2;
  return { memory: isOwn ? buffer : new Uint8Array(page).buffer, length: byteLength };
}

/** Rows by their numbers, in the order of the numbers. */
export function readNumberedRows(
  rows: BlockCheckedFile,
  offsets: BlockCheckedFile,
  numbers: Int32Array,
  { shape, frame }: RowForm,
): PageBytes {
  return pageBytesOf(assemblePage(gatherRows(rows, offsets, numbers), numbers.length, shape, frame));
}

/** Concatenated raw rows; adjacent ones in the order of the file are read together. */
export function gatherRows(rows: BlockCheckedFile, offsets: BlockCheckedFile, numbers: Int32Array): Buffer {
  const spans = Array.from(numbers, (number) => spanOf(offsets, number, number + 1));
  const raw = Buffer.allocUnsafe(spans.reduce((sum, { start, end }) => sum + end - start, 0));
  let length = 0;
  for (let at = 0; at < spans.length; ) {
    const until = endOfRun(spans, at);
    const start = spans[at]?.start ?? 0;
    const run = readChecked(rows, start, spans[until - 1]?.end ?? start, scratch);
    for (const span of spans.slice(at, until)) length += run.copy(raw, length, span.start - start, span.end - start);
    at = until;
  }
  return raw;
}

/** Memory that is reused for reading and copying: most rows are within a block or two, most pages within 64 KiB. */
let reused = Buffer.allocUnsafeSlow(64 * 1024);
const maxReused = 2 ** 20;

function scratch(bytes: number): Buffer {
  if (bytes > maxReused) return Buffer.allocUnsafeSlow(bytes);
  if (bytes > reused.length) reused = Buffer.allocUnsafeSlow(bytes);
  return reused.subarray(0, bytes);
}

/** The first row after `at` that does not follow closely on its predecessor; the same row may be repeated. */
function endOfRun(rows: readonly Span[], at: number): number {
  let until = at + 1;
  while (until < rows.length) {
    const [before, next] = [rows[until - 1], rows[until]];
    if (before === undefined || next === undefined) break;
    if (next.start < before.start || next.start - before.end > closeBytes) break;
    until += 1;
  }
  return until;
}
