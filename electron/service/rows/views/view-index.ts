import type { DuckDBMaterializedResult } from '@duckdb/node-api';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Engine } from '../../engine/engine.ts';
import { integersOf, resultPieces } from '../../engine/result-pieces.ts';
import type { Session, Watch } from '../../engine/session.ts';
import { type ParquetFile, reading } from '../../files/parquet-file.ts';
import { rowNumber, storedTable } from '../open-version.ts';
import { bytesOfBlob } from '../pages/parquet-rows.ts';
import { orderSql, reversedOrderSql, type Selection, type SortColumn } from '../selection.ts';

/** Row numbers per batch: copying them takes the event loop a millisecond or two. */
const numbersATurn = 1 << 18;

/** Parts of the rows that are read one after the other. */
export interface PieceLimits {
  /** Rows of the first part of the file that is filtered. Each part is twice as long as a quick one before. */
  readonly firstPieceRows: number;
  /** Maximum number of rows that are sorted within one result, and an eighth of those that are filtered at a time. */
  readonly maxPieceRows: number;
}

/**
 * The statement for the numbers of the selected rows; without an order the engine keeps that of the file. 32-bit
 * numbers are faster to sort by than the engine's 64-bit row numbers.
 * @param orderOf returns the ORDER BY clause for the terms of the selection
 */
function numbersSql(
  file: ParquetFile,
  { where, order }: Selection,
  orderOf: (terms: readonly SortColumn[]) => string,
): string {
  const from = `${storedTable(file.path, file.columns)}${where === null ? '' : ` WHERE ${where.sql}`}`;
  if (order === null) return `SELECT ${rowNumber}::INTEGER FROM ${from}`;
  const terms = order.map(({ compared }, at) => `, ${compared} AS term${at}`).join('');
  const sorted = orderOf(order.map((term, at) => ({ ...term, compared: `term${at}` })));
  return `SELECT ${rowNumber} FROM (SELECT ${rowNumber}::INTEGER AS ${rowNumber}${terms} FROM ${from}) ORDER BY ${sorted}`;
}

/** Rows that take a few megabytes at a time. */
export const maxPieceRows: number = 1 << 22;

/** For so many times as many rows, bits take as much memory. */
const bitsPerNumber = 8;

/** After a quicker part the next one is longer: less is not noticed, and each statement opens the file anew. */
const quickMs = 250;

/** Receives the bytes of some 32-bit numbers, which are only valid until it resolves. */
type TakeNumbers = (numbers: Uint8Array) => Promise<void>;

/** What receives the numbers of a view, and how many rows are read at a time. */
export interface NumberTarget extends PieceLimits {
  readonly take: TakeNumbers;
}

/** Reads the numbers of the selected rows in their order, batch by batch. @returns their number */
export async function readViewNumbers(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  target: NumberTarget,
  work: LongWork,
): Promise<number> {
  return reading(file, work, () =>
    engine.long(work, (session) => {
      if (selection.order === null) return readFiltered(session, file, selection, target, work);
      return readSorted(session, file, selection, target, work);
    }),
  );
}

/**
 * Filters one part of the file after the other, so that the first rows are known early. The engine returns the selected
 * rows of a part as bits: its results are freed only by the garbage collector, which does not know their size, so those
 * of several parts may be in memory.
 */
async function readFiltered(
  session: Session,
  file: ParquetFile,
  { where }: Selection,
  { take, ...limits }: NumberTarget,
  work: LongWork,
): Promise<number> {
  const batches = new NumberBatches(take, work.signal);
  const maxRows = limits.maxPieceRows * bitsPerNumber;
  for (let from = 0, to = 0, size = limits.firstPieceRows; from < file.rows; from = to) {
    work.signal?.throwIfAborted();
    to = Math.min(file.rows, from + size);
    const began = performance.now();
    const range = `${rowNumber} BETWEEN ${from} AND ${to - 1}`;
    // Bits come in bytes; those beyond the last row remain 0.
    const lastBit = from + Math.ceil((to - from) / 8) * 8 - 1;
    const [bits] = await session.row(
      `SELECT bitstring_agg(${rowNumber}, ${from}, ${lastBit})::BLOB FROM ${storedTable(file.path, file.columns)}
        WHERE ${range}${where === null ? '' : ` AND (${where.sql})`}`,
      where?.values ?? [],
    );
    if (bits !== null) await batches.addBits(bytesOfBlob(bits), from);
    await batches.flush();
    if (performance.now() - began < quickMs) size = Math.min(maxRows, size * 2);
    work.onProgress?.({ phase: 'filtering', rows: to, bytes: 0, fraction: to / file.rows });
  }
  return batches.count;
}

/** Lets the engine sort the rows: in one result, or in pieces if that would take too much memory. */
async function readSorted(
  session: Session,
  file: ParquetFile,
  selection: Selection,
  { take, maxPieceRows }: NumberTarget,
  work: LongWork,
): Promise<number> {
  const batches = new NumberBatches(take, work.signal);
  const sql = numbersSql(file, selection, orderSql);
  const values = selection.where?.values ?? [];
  if (file.rows <= maxPieceRows) await batches.addResult(await session.run(sql, values, sortWatch(work)));
  else for await (const piece of resultPieces(session, sql, values, sortWatch(work))) await batches.addResult(piece);
  await batches.flush();
  return batches.count;
}

function sortWatch({ onProgress }: LongWork): Watch {
  return {
    onFraction: (fraction, rows) => onProgress?.({ phase: 'sorting', rows, bytes: 0, fraction }),
  };
}

/** Collects row numbers and passes them on in batches of {@link numbersATurn}. */
class NumberBatches {
  readonly #take: TakeNumbers;
  readonly #signal: AbortSignal | undefined;
  readonly #batch = new Int32Array(numbersATurn);
  #held = 0;
  #passed = 0;

  constructor(take: TakeNumbers, signal: AbortSignal | undefined) {
    this.#take = take;
    this.#signal = signal;
  }

  /** Numbers added so far. */
  get count(): number {
    return this.#passed + this.#held;
  }

  /** Adds the numbers in the first column of a result. */
  async addResult(result: DuckDBMaterializedResult): Promise<void> {
    for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
      const numbers = integersOf(result.getChunk(chunk));
      await this.#reserve(numbers.length);
      this.#batch.set(numbers, this.#held);
      this.#held += numbers.length;
    }
  }

  /** Adds the numbers of the set bits, the first of which stands for `from`. @param bits the highest of a byte first */
  async addBits(bits: Uint8Array, from: number): Promise<void> {
    for (let at = 0; at < bits.length; ) {
      const bytes = Math.floor((numbersATurn - this.#held) / 8);
      this.#addBytes(bits.subarray(at, at + bytes), from + at * 8);
      at += bytes;
      if (at < bits.length) await this.flush();
    }
  }

  /** As {@link addBits}, if there is room for their numbers. */
  #addBytes(bits: Uint8Array, from: number): void {
    const batch = this.#batch;
    let held = this.#held;
    for (let at = 0; at < bits.length; at += 1) {
      for (let rest = bits[at] ?? 0; rest !== 0; ) {
        const bit = Math.clz32(rest) - 24;
        batch[held] = from + at * 8 + bit;
        held += 1;
        rest &= 0x7f >> bit;
      }
    }
    this.#held = held;
  }

  async #reserve(numbers: number): Promise<void> {
    if (this.#held + numbers > this.#batch.length) await this.flush();
  }

  /** Passes on what is held. */
  async flush(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (this.#held === 0) return;
    await this.#take(new Uint8Array(this.#batch.buffer, 0, this.#held * this.#batch.BYTES_PER_ELEMENT));
    this.#passed += this.#held;
    this.#held = 0;
  }
}

export type EndOfView = 'first' | 'last';

/** Numbers of up to `limit` rows at an end of an ordered view, in its order: faster than building the whole view. */
export async function readEndNumbers(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  { end, limit }: { readonly end: EndOfView; readonly limit: number },
  work: LongWork,
): Promise<Int32Array> {
  const read = async (session: Session) => {
    const sorted = numbersSql(file, selection, end === 'first' ? orderSql : reversedOrderSql);
    const result = await session.run(`${sorted} LIMIT ${limit}`, selection.where?.values ?? []);
    const numbers = new Int32Array(result.rowCount);
    let at = 0;
    for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
      const part = integersOf(result.getChunk(chunk));
      numbers.set(part, at);
      at += part.length;
    }
    return end === 'first' ? numbers : numbers.reverse();
  };
  return reading(file, work, () => engine.short(work, read));
}

/** Number of selected rows. */
export async function countSelected(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  work: LongWork,
): Promise<number> {
  const where = selection.where === null ? '' : ` WHERE ${selection.where.sql}`;
  const sql = `SELECT count(*) FROM ${storedTable(file.path, file.columns)}${where}`;
  const [count] = await reading(file, work, () =>
    engine.short(work, (session) => session.row(sql, selection.where?.values ?? [])),
  );
  return Number(count);
}
