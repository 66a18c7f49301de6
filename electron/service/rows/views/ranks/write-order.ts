import { closeSync, openSync } from 'node:fs';
import { BlockSums } from '../../../files/block-checksums.ts';
import { type BlockCheckedFile, readFully } from '../../../files/checked-file.ts';
import { DamagedCacheError } from '../../../files/disk-cache.ts';
import { type NumberFile, numberBytes, numbersIn, openNumberFile } from '../../../files/number-file.ts';
import { writeFully } from '../../../files/unfinished-name.ts';
import { openRanks, type RankFile } from './column-ranks.ts';

export interface RankedTerm {
  readonly ranks: RankFile;
  readonly descending: boolean;
}

/** What is sorted by ranks, and where to. */
export interface RankedOrder {
  readonly terms: readonly RankedTerm[];
  readonly rows: number;
  /** The ascending numbers of the selected rows; null if all are selected. */
  readonly selected: NumberFile | null;
  /** Receives the sorted row numbers, as a {@link NumberFile}. */
  readonly to: string;
}

/** Maximum number of keys that are counted: 16 MiB of counters. */
const maxCounted = 1 << 22;

/** Maximum product of the ranks that remain for a row after those counted: with a row number they fit into a double. */
const maxRest = 1 << 21;

/** Memory for the rows that are held at a time. */
const maxHeldBytes = 64 * 2 ** 20;

/** Rows of a key that are held at least, if it has so many, before they are written to their place: 1 KB. */
const minSlotRows = 256;

/** Rows that are read or written at a time. */
const rowsAtOnce = 1 << 20;

/** How the terms of an order become two numbers: one sorted by counting, another within equal first ones. */
export interface KeyPlan {
  /** Number of terms in the first key. */
  readonly counted: number;
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

/** The outcome of an order: written, or a damaged or evicted file, or too many rows that share their first key. */
export type OrderOutcome =
  | { readonly kind: 'written' }
  | { readonly kind: 'damaged'; readonly path: string }
  | { readonly kind: 'uneven' };

/**
 * Sorts rows by ranks, ties by row number, and writes their numbers. The ranks are read once to count them, and then
 * once for as many keys as fit into `heldBytes`, from the first in the order to the last.
 * @param onRows called with the number of rows read so far, each of them counted twice
 */
export function writeOrder(
  order: RankedOrder,
  onRows: (rows: number) => void,
  heldBytes: number = maxHeldBytes,
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
  const held = new Numbers(Math.min(count, Math.floor(heldBytes / Numbers.BYTES_PER_ELEMENT)));
  // Rows of a key that are yet to be sorted are held together; others are in the order of the file already.
  const slotRows = plan.rest === 1 ? Math.min(minSlotRows, held.length) : count;
  const parts = partsOf(starts, held.length, slotRows);
  if (parts === null) return { kind: 'uneven' };
  const target = new NumberFileWriter(order.to);
  try {
    for (const [at, part] of parts.entries()) {
      const onPart = (rows: number) => onRows(order.rows + Math.floor((order.rows * at + rows) / parts.length));
      const damagedSince = placeRows(order, plan, new KeySlots(part, starts, held, target), onPart);
      if (damagedSince !== null) return { kind: 'damaged', path: damagedSince };
    }
    target.writeSums(count);
  } finally {
    target.close();
  }
  return { kind: 'written' };
}

/** Keys `firstKey` to `lastKey` (inclusive), of each of which up to `slotRows` rows are held. */
interface OrderPart {
  readonly firstKey: number;
  readonly lastKey: number;
  readonly slotRows: number;
}

/**
 * Divides an order into parts that fit into memory.
 * @param starts places of the first rows of the keys
 * @param capacity rows that can be held
 * @param slotRows rows of each key that have to be held
 * @returns null if those of one key do not fit
 */
function partsOf(starts: Uint32Array, capacity: number, slotRows: number): readonly OrderPart[] | null {
  const parts: OrderPart[] = [];
  const keys = starts.length - 1;
  for (let firstKey = 0; firstKey < keys; ) {
    let [key, rows] = [firstKey, 0];
    for (; key < keys; key += 1) {
      const slot = Math.min(slotRows, (starts[key + 1] ?? 0) - (starts[key] ?? 0));
      if (rows + slot > capacity) break;
      rows += slot;
    }
    if (key === firstKey) return null;
    // Memory that is left makes the slots larger, so that fewer pieces are written.
    if (rows > 0) parts.push({ firstKey, lastKey: key - 1, slotRows: slotRows * Math.floor(capacity / rows) });
    firstKey = key;
  }
  return parts;
}

/** Writes the rows of a part of an order to their places. @returns the path of a damaged or evicted file, or null */
function placeRows(order: RankedOrder, plan: KeyPlan, slots: KeySlots, onRows: (rows: number) => void): string | null {
  const damaged = readKeys(order, plan, onRows, (keys) => slots.add(keys));
  if (damaged !== null) return damaged;
  if (plan.rest > 1) slots.sort();
  slots.finish();
  return null;
}

/** Holds the rows of a range of keys until they are written: a slot of memory for each key, in order. */
class KeySlots {
  readonly #firstKey: number;
  readonly #held: Int32Array | Float64Array;
  readonly #target: NumberFileWriter;
  /** Where the slots begin in memory, and where the last one ends. */
  readonly #begins: Uint32Array;
  /** Where in memory the next row of each key goes. */
  readonly #next: Uint32Array;
  /** Where in the file the rows of each slot go. */
  readonly #places: Uint32Array;
  /** Where in the file the rows of the keys begin. */
  readonly #starts: Uint32Array;

  constructor(part: OrderPart, starts: Uint32Array, held: Int32Array | Float64Array, target: NumberFileWriter) {
    this.#firstKey = part.firstKey;
    this.#held = held;
    this.#target = target;
    this.#starts = starts.subarray(part.firstKey, part.lastKey + 2);
    const keys = this.#starts.length - 1;
    this.#begins = new Uint32Array(keys + 1);
    for (let key = 0; key < keys; key += 1) {
      this.#begins[key + 1] = (this.#begins[key] ?? 0) + Math.min(part.slotRows, this.#countOf(key));
    }
    this.#next = this.#begins.slice(0, keys);
    this.#places = this.#starts.slice(0, keys);
  }

  #countOf(key: number): number {
    return (this.#starts[key + 1] ?? 0) - (this.#starts[key] ?? 0);
  }

  /** Adds the rows with keys of this range. */
  add({ numbers, firsts, rests, length }: Keys): void {
    const [firstKey, held, begins, next] = [this.#firstKey, this.#held, this.#begins, this.#next];
    for (let at = 0; at < length; at += 1) {
      const key = (firsts[at] ?? 0) - firstKey;
      if (key < 0 || key >= next.length) continue;
      const place = next[key] ?? 0;
      held[place] = (rests[at] ?? 0) * rowFactor + (numbers[at] ?? 0);
      next[key] = place + 1;
      if (place + 1 === begins[key + 1]) this.#full(key);
    }
  }

  /** A slot with all rows of its key is written with its neighbours. */
  #full(key: number): void {
    const [from, to] = [this.#begins[key] ?? 0, this.#begins[key + 1] ?? 0];
    if (to - from === this.#countOf(key)) return;
    const place = this.#places[key] ?? 0;
    this.#target.write(this.#held, from, to, place);
    this.#places[key] = place + to - from;
    this.#next[key] = from;
  }

  /** Sorts the rows of each key. */
  sort(): void {
    for (let key = 0; key < this.#next.length; key += 1) {
      this.#held.subarray(this.#begins[key], this.#begins[key + 1]).sort();
    }
  }

  /** Writes the rest: slots that follow each other in memory and in the file at once. */
  finish(): void {
    let [from, to, place] = [0, 0, 0];
    for (let key = 0; key < this.#next.length; key += 1) {
      const [begin, end] = [this.#begins[key] ?? 0, this.#next[key] ?? 0];
      if (begin !== to || this.#places[key] !== place + to - from) {
        this.#target.write(this.#held, from, to, place);
        [from, place] = [begin, this.#places[key] ?? 0];
      }
      to = end;
    }
    this.#target.write(this.#held, from, to, place);
  }
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

/** Reads the keys of the selected rows, in the file's order. @returns the path of a damaged or evicted file, or null */
function readKeys(
  { terms, rows, selected }: RankedOrder,
  { counted }: KeyPlan,
  onRows: (rows: number) => void,
  take: (keys: Keys) => void,
): string | null {
  const size = Math.min(rows, rowsAtOnce);
  const [numbers, firsts, rests] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const files: BlockCheckedFile[] = [];
  let choose: ReturnType<typeof chooseFrom> | null = null;
  try {
    for (const term of terms) files.push(openRanks(term.ranks, rows));
    if (selected !== null) choose = chooseFrom(selected);
    for (let from = 0; from < rows; from += size) {
      const to = Math.min(rows, from + size);
      const length = choose === null ? allOf(numbers, from, to) : choose.until(numbers, to);
      firsts.fill(0);
      rests.fill(0);
      for (const [at, file] of files.entries()) {
        const term = terms[at];
        if (term === undefined) continue;
        const ranks = numbersIn(file, from, to);
        addTerm(at < counted ? firsts : rests, term, ranks, from, numbers.subarray(0, length));
      }
      take({ numbers, firsts, rests, length });
      onRows(to);
    }
    return null;
  } catch (error) {
    if (error instanceof DamagedCacheError) return error.path;
    throw error;
  } finally {
    for (const { file } of files) closeSync(file);
    choose?.close();
  }
}

/** Appends a term to the keys of some rows: missing values come last, whatever the direction. */
function addTerm(
  keys: Int32Array,
  { ranks: { distinct }, descending }: RankedTerm,
  ranks: Int32Array,
  from: number,
  numbers: Int32Array,
): void {
  for (let at = 0; at < numbers.length; at += 1) {
    const rank = ranks[(numbers[at] ?? 0) - from] ?? 0;
    const place = descending && rank < distinct ? distinct - 1 - rank : rank;
    keys[at] = (keys[at] ?? 0) * (distinct + 1) + place;
  }
}

function allOf(numbers: Int32Array, from: number, to: number): number {
  for (let row = from; row < to; row += 1) numbers[row - from] = row;
  return to - from;
}

/** Reads an ascending file of numbers. */
function chooseFrom(selected: NumberFile) {
  const file = openNumberFile(selected);
  let held: Int32Array = new Int32Array(0);
  let [read, at] = [0, 0];
  const fill = () => {
    held = numbersIn(file, read, Math.min(selected.count, read + rowsAtOnce));
    at = 0;
    read += held.length;
  };
  return {
    /** Copies the next numbers below `to`, and returns how many these are. */
    until(numbers: Int32Array, to: number): number {
      let length = 0;
      for (;;) {
        if (at === held.length) fill();
        const number = held[at];
        if (number === undefined || number >= to) return length;
        numbers[length] = number;
        length += 1;
        at += 1;
      }
    },
    close: () => closeSync(file.file),
  };
}

/** Writes row numbers to their places in a file; of a double, its row number. */
class NumberFileWriter {
  readonly #path: string;
  readonly #file: number;
  readonly #piece = new Int32Array(rowsAtOnce);

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w+');
  }

  /** Writes the numbers `from` to `to` (exclusive) to a place in the file, which is a number of rows. */
  write(numbers: Int32Array | Float64Array, from: number, to: number, place: number): void {
    if (numbers instanceof Int32Array) {
      this.#writeBytes(numbers, from, to, place);
      return;
    }
    for (let at = from; at < to; at += this.#piece.length) {
      const length = Math.min(this.#piece.length, to - at);
      for (let row = 0; row < length; row += 1) this.#piece[row] = (numbers[at + row] ?? 0) % rowFactor;
      this.#writeBytes(this.#piece, 0, length, place + at - from);
    }
  }

  #writeBytes(numbers: Int32Array, from: number, to: number, place: number): void {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset + from * numberBytes, (to - from) * numberBytes);
    writeFully(this.#file, bytes, place * numberBytes);
  }

  /** Writes the checksums of all numbers behind them. */
  writeSums(count: number): void {
    const sums = new BlockSums();
    const bytes = new Uint8Array(this.#piece.buffer);
    for (let from = 0; from < count * numberBytes; from += bytes.length) {
      const part = bytes.subarray(0, count * numberBytes - from);
      readFully(this.#path, this.#file, part, from);
      sums.add(part);
    }
    const { buffer, byteOffset, byteLength } = sums.finish();
    writeFully(this.#file, new Uint8Array(buffer, byteOffset, byteLength), count * numberBytes);
  }

  close(): void {
    closeSync(this.#file);
  }
}
