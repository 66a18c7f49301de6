import { closeSync, openSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { readFully } from '../../files/checked-file.ts';
import { DamagedCacheError } from '../../files/damaged-cache-error.ts';
import { writeFully } from '../../files/write-fully.ts';
import { type RankFile, rankBytes, rankChecksum } from './rank-file.ts';

/** One term of an order by ranks. */
export interface RankedTerm {
  readonly ranks: RankFile;
  readonly descending: boolean;
}

/** What is sorted by ranks, and where to. */
export interface RankedOrder {
  readonly terms: readonly RankedTerm[];
  /** Rows of the version. */
  readonly rows: number;
  /** A file of the ascending 32-bit numbers of the selected rows, with its CRC-32; null if all are selected. */
  readonly selected: { readonly path: string; readonly count: number; readonly checksum: number } | null;
  /** Receives the sorted 32-bit row numbers, followed by their CRC-32. */
  readonly to: string;
}

/** Maximum number of keys that are counted: 16 MiB of counters. */
const maxCounted = 1 << 22;

/** Maximum product of the ranks that remain for a row after those counted: with a row number they fit into a double. */
const maxRest = 1 << 21;

/** Memory for the rows that are sorted at a time. */
const maxSortedBytes = 64 * 2 ** 20;

/** Rows that are read or written at a time. */
const rowsAtOnce = 1 << 20;

/** How the terms of an order become two numbers: the first is sorted by counting, the second within equal first ones. */
export interface KeyPlan {
  /** Number of terms in the first key. */
  readonly counted: number;
  /** Number of different first keys. */
  readonly keys: number;
  /** Number of different second keys; 1 if all terms are in the first. */
  readonly rest: number;
}

/** The plan for some terms; null if their ranks have too many combinations. */
export function planKeys(terms: readonly RankedTerm[]): KeyPlan | null {
  let [counted, keys, rest] = [0, 1, 1];
  for (const { ranks } of terms) {
    const size = ranks.distinct + 1;
    const fits = rest === 1 && keys * size <= maxCounted;
    if (fits) [counted, keys] = [counted + 1, keys * size];
    else rest *= size;
  }
  return rest > maxRest ? null : { counted, keys, rest };
}

/** What became of an order: written, or a damaged or evicted file, or too many rows share their first key. */
export type OrderOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'damaged'; readonly path: string }
  | { readonly kind: 'uneven' };

/**
 * Sorts rows by ranks, ties by row number, and writes their numbers. The ranks are read once to count them, and then once
 * for as many rows as fit into `sortedBytes`, from the first in the order to the last.
 * @param onRows called with the number of rows read so far, each of them counted twice
 */
export function writeOrder(
  order: RankedOrder,
  onRows: (rows: number) => void,
  sortedBytes: number = maxSortedBytes,
): OrderOutcome {
  const plan = planKeys(order.terms);
  if (plan === null) throw new Error('The ranks have too many combinations.');
  const starts = new Uint32Array(plan.keys + 1);
  const damaged = readKeys(order, plan, onRows, ({ firsts, length }) => {
    for (let at = 0; at < length; at += 1) {
      const key = (firsts[at] ?? 0) + 1;
      starts[key] = (starts[key] ?? 0) + 1;
    }
  });
  if (damaged !== null) return { kind: 'damaged', path: damaged };
  for (let key = 1; key <= plan.keys; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const count = starts[plan.keys] ?? 0;
  const Numbers = plan.rest === 1 ? Int32Array : Float64Array;
  const capacity = Math.min(count, Math.floor(sortedBytes / Numbers.BYTES_PER_ELEMENT));
  const parts = partsOf(starts, capacity, plan.rest === 1);
  if (parts === null) return { kind: 'uneven' };
  const sorted = new Numbers(capacity);
  const target = new NumberWriter(order.to);
  try {
    for (const [at, part] of parts.entries()) {
      const onPart = (rows: number) => onRows(order.rows + Math.floor((order.rows * at + rows) / parts.length));
      const damagedSince = placeRows(order, plan, part, starts, sorted, onPart);
      if (damagedSince !== null) return { kind: 'damaged', path: damagedSince };
      target.write(sorted.subarray(0, part.to - part.from));
    }
    target.writeChecksum();
  } finally {
    target.close();
  }
  return { kind: 'written' };
}

/** Positions `from` to `to` (exclusive) of the order, whose first keys are `firstKey` to `lastKey` (inclusive). */
interface OrderPart {
  readonly from: number;
  readonly to: number;
  readonly firstKey: number;
  readonly lastKey: number;
}

/**
 * Divides an order into parts that fit into memory.
 * @param starts positions of the first keys
 * @param divisible whether rows of one key are in the order of the file, so that they may be in several parts
 * @returns null if the rows of one key do not fit
 */
function partsOf(starts: Uint32Array, capacity: number, divisible: boolean): readonly OrderPart[] | null {
  const parts: OrderPart[] = [];
  const startOf = (key: number) => starts[key] ?? 0;
  const count = startOf(starts.length - 1);
  for (let from = 0, key = 0; from < count; ) {
    while (startOf(key + 1) <= from) key += 1;
    const firstKey = key;
    let to = Math.min(count, from + capacity);
    while (startOf(key + 1) < to) key += 1;
    if (!divisible && startOf(key + 1) > to) {
      to = startOf(key);
      key -= 1;
      if (to <= from) return null;
    }
    parts.push({ from, to, firstKey, lastKey: key });
    from = to;
  }
  return parts;
}

/**
 * Sorts one part of an order.
 * @returns the path of a damaged or evicted file; null if all are intact
 */
function placeRows(
  order: RankedOrder,
  plan: KeyPlan,
  { from, to, firstKey, lastKey }: OrderPart,
  starts: Uint32Array,
  sorted: Int32Array | Float64Array,
  onRows: (rows: number) => void,
): string | null {
  const next = starts.slice(firstKey, lastKey + 1);
  const damaged = readKeys(order, plan, onRows, ({ numbers, firsts, rests, length }) => {
    for (let at = 0; at < length; at += 1) {
      const key = (firsts[at] ?? 0) - firstKey;
      if (key < 0 || key >= next.length) continue;
      const place = next[key] ?? 0;
      next[key] = place + 1;
      if (place >= from && place < to) sorted[place - from] = (rests[at] ?? 0) * rowFactor + (numbers[at] ?? 0);
    }
  });
  if (damaged === null && plan.rest > 1) {
    for (let key = firstKey; key <= lastKey; key += 1) {
      sorted.subarray((starts[key] ?? 0) - from, (starts[key + 1] ?? 0) - from).sort();
    }
  }
  return damaged;
}

/** What a remaining key is multiplied by to hold a row number too. */
const rowFactor = 2 ** 32;

/** The keys of some selected rows; all arrays are reused. */
interface Keys {
  readonly numbers: Int32Array;
  readonly firsts: Int32Array;
  readonly rests: Int32Array;
  readonly length: number;
}

/**
 * Reads the keys of the selected rows, in the order of the file.
 * @returns the path of a damaged or evicted file; null if all are intact
 */
function readKeys(
  { terms, rows, selected }: RankedOrder,
  { counted }: KeyPlan,
  onRows: (rows: number) => void,
  take: (keys: Keys) => void,
): string | null {
  const size = Math.min(rows, rowsAtOnce);
  const [numbers, firsts, rests, ranks] = [0, 1, 2, 3].map(() => new Int32Array(size)) as [
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
  ];
  const files: number[] = [];
  let choose: ReturnType<typeof chooseFrom> | null = null;
  const checksums = terms.map(() => 0);
  try {
    for (const term of terms) files.push(openInput(term.ranks.path));
    if (selected !== null) choose = chooseFrom(selected.path, selected.count);
    for (let from = 0; from < rows; from += size) {
      const to = Math.min(rows, from + size);
      const length = choose === null ? allOf(numbers, from, to) : choose.until(numbers, to);
      firsts.fill(0);
      rests.fill(0);
      for (const [at, file] of files.entries()) {
        const bytes = new Uint8Array(ranks.buffer, 0, (to - from) * rankBytes);
        const term = terms[at];
        if (term === undefined) continue;
        readFully(term.ranks.path, file, bytes, from * rankBytes);
        checksums[at] = crc32(bytes, checksums[at]);
        addTerm(at < counted ? firsts : rests, term, ranks, numbers, from, length);
      }
      take({ numbers, firsts, rests, length });
      onRows(to);
    }
    if (selected !== null && choose?.checksum() !== selected.checksum) return selected.path;
    return (
      terms.find(({ ranks: file }, at) => rankChecksum(checksums[at] ?? 0, file.distinct) !== file.checksum)?.ranks
        .path ?? null
    );
  } catch (error) {
    if (error instanceof DamagedCacheError) return error.path;
    throw error;
  } finally {
    for (const file of files) closeSync(file);
    choose?.close();
  }
}

/** @throws {DamagedCacheError} if there is no such file: the cache may evict it at any time */
function openInput(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new DamagedCacheError(path);
    throw error;
  }
}

/** Appends a term to the keys of some rows: missing values come last, whatever the direction. */
function addTerm(
  keys: Int32Array,
  { ranks: { distinct }, descending }: RankedTerm,
  ranks: Int32Array,
  numbers: Int32Array,
  from: number,
  length: number,
): void {
  for (let at = 0; at < length; at += 1) {
    const rank = ranks[(numbers[at] ?? 0) - from] ?? 0;
    const place = descending && rank < distinct ? distinct - 1 - rank : rank;
    keys[at] = (keys[at] ?? 0) * (distinct + 1) + place;
  }
}

function allOf(numbers: Int32Array, from: number, to: number): number {
  for (let row = from; row < to; row += 1) numbers[row - from] = row;
  return to - from;
}

/** Hands out the numbers of an ascending file of them. */
function chooseFrom(path: string, count: number) {
  const file = openInput(path);
  const held = new Int32Array(Math.min(count, rowsAtOnce));
  let [read, at, filled, checksum] = [0, 0, 0, 0];
  const fill = () => {
    filled = Math.min(held.length, count - read);
    at = 0;
    const bytes = new Uint8Array(held.buffer, 0, filled * rankBytes);
    readFully(path, file, bytes, read * rankBytes);
    checksum = crc32(bytes, checksum);
    read += filled;
  };
  return {
    /** Copies the next numbers below `to`, and returns how many these are. */
    until(numbers: Int32Array, to: number): number {
      let length = 0;
      for (;;) {
        if (at === filled) fill();
        const number = held[at] ?? 0;
        if (filled === 0 || number >= to) return length;
        numbers[length] = number;
        length += 1;
        at += 1;
      }
    },
    /** CRC-32 of the numbers read so far. */
    checksum: () => checksum,
    close: () => closeSync(file),
  };
}

/** Writes row numbers and their CRC-32; of a double, its row number. */
class NumberWriter {
  readonly #file: number;
  #piece: Int32Array<ArrayBuffer> | null = null;
  #checksum = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  write(sorted: Int32Array | Float64Array): void {
    this.#piece ??= new Int32Array(Math.min(sorted.length, rowsAtOnce));
    const piece = this.#piece;
    for (let from = 0; from < sorted.length; from += piece.length) {
      const part = sorted.subarray(from, from + piece.length);
      for (let at = 0; at < part.length; at += 1) piece[at] = (part[at] ?? 0) % rowFactor;
      const bytes = new Uint8Array(piece.buffer, 0, part.length * rankBytes);
      this.#checksum = crc32(bytes, this.#checksum);
      writeFully(this.#file, bytes);
    }
  }

  writeChecksum(): void {
    const trailer = Buffer.alloc(rankBytes);
    trailer.writeUInt32LE(this.#checksum);
    writeFully(this.#file, trailer);
  }

  close(): void {
    closeSync(this.#file);
  }
}
