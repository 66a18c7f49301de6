import { blocksOf } from '../../../files/block-checksums.ts';
import { type BlockCheckedFile, readChecked, readFully } from '../../../files/checked-file.ts';
import { DamagedCacheError } from '../../../files/damaged-cache-error.ts';
import type { NumberFile } from '../../../files/shared-files.ts';
import { assemblePage, type RowForm } from '../page-assembly.ts';
import type { PageBytes } from '../page-request.ts';
import { rowSeparator } from '../value-text.ts';
import { offsetBytes } from './row-file.ts';

/**
 * The starts of groups of `stride` rows, and the end of the last one, as distances from a base: half as long as
 * doubles, for files beyond 4 GiB.
 */
export interface KnownOffsets<Buffers extends ArrayBufferLike = ArrayBufferLike> {
  readonly bases: Float64Array<Buffers>;
  readonly distances: Uint32Array<Buffers>;
  readonly stride: number;
}

/** Bytes of one distance. */
export const distanceBytes = 4;

const distancesPerBase = 1024;

/** A table for so many rows, in memory that threads share; its starts are set in their order. */
export function emptyOffsets(rows: number, stride: number): KnownOffsets<SharedArrayBuffer> {
  const entries = Math.ceil(rows / stride) + 1;
  return {
    bases: new Float64Array(new SharedArrayBuffer(Math.ceil(entries / distancesPerBase) * 8)),
    distances: new Uint32Array(new SharedArrayBuffer(entries * distanceBytes)),
    stride,
  };
}

/** Sets the start of a group. @returns whether it fits: the rows since its base may be longer than 4 GiB */
export function setStart({ bases, distances }: KnownOffsets, group: number, start: number): boolean {
  const base = Math.floor(group / distancesPerBase);
  if (group % distancesPerBase === 0) bases[base] = start;
  const distance = start - (bases[base] ?? 0);
  distances[group] = distance;
  return distance < 2 ** 32;
}

/** The start of a group; of the group after the last, its end. */
export function startOf({ bases, distances }: KnownOffsets, group: number): number {
  return (bases[Math.floor(group / distancesPerBase)] ?? 0) + (distances[group] ?? 0);
}

/** The offsets of rows: an `OffsetTable` in memory, or the file of all of them. */
export type Offsets =
  | ({ readonly kind: 'memory' } & KnownOffsets)
  | { readonly kind: 'file'; readonly file: BlockCheckedFile };

/** Rows at most this far apart are read together, including the bytes between them. */
const closeBytes = 4096;

/** Bytes of one row number in a view file. */
export const numberBytes = 4;

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

/** Positions `from` to `to` (exclusive) of an open file of numbers. */
export function readRowNumbers(file: number, { path, count, sums }: NumberFile, from: number, to: number): Int32Array {
  if (sums === null) {
    const numbers = new Int32Array(to - from);
    readFully(path, file, new Uint8Array(numbers.buffer), from * numberBytes);
    return numbers;
  }
  const checked: BlockCheckedFile = {
    path,
    file,
    bytes: count * numberBytes,
    sums: { kind: 'memory', sums: blocksOf(sums) },
  };
  const read = readChecked(checked, from * numberBytes, to * numberBytes);
  return new Int32Array(read.buffer, read.byteOffset, to - from);
}

/** Rows by their numbers, in the order of the numbers. */
export function readNumberedRows(
  rows: BlockCheckedFile,
  offsets: Offsets,
  numbers: Int32Array,
  { shape, frame }: RowForm,
): PageBytes {
  return pageBytesOf(assemblePage(gatherRows(rows, offsets, numbers), numbers.length, shape, frame));
}

/** Concatenated raw rows; adjacent ones in the order of the file are read together. */
export function gatherRows(rows: BlockCheckedFile, offsets: Offsets, numbers: Int32Array): Buffer {
  const groups = Array.from(numbers, (number) => groupOf(offsets, number));
  const raw = Buffer.allocUnsafe(groups.reduce((sum, { start, end }) => sum + end - start, 0));
  const isAlone = offsets.kind === 'file' || offsets.stride === 1;
  let length = 0;
  for (let at = 0; at < groups.length; ) {
    const until = endOfRun(groups, at);
    const start = groups[at]?.start ?? 0;
    const run = readChecked(rows, start, groups[until - 1]?.end ?? start, scratch);
    // Where the row after the last one begins, from which the next one is looked for if it is in the same group.
    let [number, position] = [-1, 0];
    for (; at < until; at += 1) {
      const [wanted, group] = [numbers[at] ?? 0, groups[at]];
      if (group === undefined) continue;
      if (isAlone) {
        length += run.copy(raw, length, group.start - start, group.end - start);
        continue;
      }
      if (number < group.first || number > wanted) [number, position] = [group.first, group.start - start];
      for (; number < wanted; number += 1) position = rowEnd(rows.path, run, position);
      const end = rowEnd(rows.path, run, position);
      length += run.copy(raw, length, position, end);
      [number, position] = [wanted + 1, end];
    }
  }
  return raw.subarray(0, length);
}

/** The end of the row at a position. @throws {DamagedCacheError} if there is none: the table is not of these rows */
function rowEnd(path: string, run: Buffer, position: number): number {
  const at = run.indexOf(rowSeparator, position);
  if (at < 0) throw new DamagedCacheError(path);
  return at + 1;
}

/** Memory that is reused for reading and copying: most rows are within a block or two, most pages within 64 KiB. */
let reused = Buffer.allocUnsafeSlow(64 * 1024);
const maxReused = 2 ** 20;

function scratch(bytes: number): Buffer {
  if (bytes > maxReused) return Buffer.allocUnsafeSlow(bytes);
  if (bytes > reused.length) reused = Buffer.allocUnsafeSlow(bytes);
  return reused.subarray(0, bytes);
}

/** Bytes of some consecutive rows, and the number of the first of them. */
interface RowGroup {
  readonly start: number;
  readonly end: number;
  readonly first: number;
}

/** The smallest group of rows with known offsets that contains a row. */
function groupOf(offsets: Offsets, number: number): RowGroup {
  if (offsets.kind === 'file') {
    const [start, end] = startsOf(offsets.file, number, number + 1);
    return { start: start ?? 0, end: end ?? 0, first: number };
  }
  const group = Math.floor(number / offsets.stride);
  return { start: startOf(offsets, group), end: startOf(offsets, group + 1), first: group * offsets.stride };
}

/** The first group after `at` that does not follow closely on its predecessor; the same group may be repeated. */
function endOfRun(groups: readonly RowGroup[], at: number): number {
  let until = at + 1;
  while (until < groups.length) {
    const [before, next] = [groups[until - 1], groups[until]];
    if (before === undefined || next === undefined) break;
    if (next.start < before.start || next.start - before.end > closeBytes) break;
    until += 1;
  }
  return until;
}
