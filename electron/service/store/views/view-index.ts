import type { Engine } from '../duckdb/engine.ts';
import type { ParquetFile } from '../pages/parquet-rows.ts';
import type { LongWork } from '../row-store.ts';
import { orderSql, reversedOrderSql, type Selection, type SortColumn } from '../selection.ts';
import { rowNumber, storedTable } from '../stored-table.ts';
import { integersOf } from './integers.ts';

/** Row numbers per batch: copying them takes the event loop a millisecond or two. */
const numbersATurn = 1 << 18;

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
  const terms = order.map(({ reference }, at) => `, ${reference} AS term${at}`).join('');
  const sorted = orderOf(order.map((term, at) => ({ ...term, reference: `term${at}` })));
  return `SELECT ${rowNumber} FROM (SELECT ${rowNumber}::INTEGER AS ${rowNumber}${terms} FROM ${from}) ORDER BY ${sorted}`;
}

/**
 * Reads the numbers of the selected rows in their order, batch by batch.
 * @param take called with the bytes of some 32-bit numbers, which are only valid until it resolves
 * @returns their number
 */
export async function readViewNumbers(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  work: LongWork,
  take: (numbers: Uint8Array) => Promise<void>,
): Promise<number> {
  const phase = selection.order === null ? 'filtering' : 'sorting';
  return engine.long(work, async (session) => {
    const result = await session.run(numbersSql(file, selection, orderSql), selection.where?.values ?? [], {
      onFraction: (fraction, rows) => work.onProgress?.({ phase, rows, bytes: 0, fraction }),
    });
    const piece = new Int32Array(Math.min(numbersATurn, result.rowCount));
    let held = 0;
    const give = async () => {
      await take(new Uint8Array(piece.buffer, 0, held * piece.BYTES_PER_ELEMENT));
      held = 0;
    };
    for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
      const numbers = integersOf(result.getChunk(chunk));
      if (held + numbers.length > piece.length) {
        await give();
        work.signal?.throwIfAborted();
      }
      piece.set(numbers, held);
      held += numbers.length;
    }
    if (held > 0) await give();
    return result.rowCount;
  });
}

/** Rows of an ordered view near one of its ends: `skip` rows away from it, `limit` of them. */
export interface EndOfView {
  readonly end: 'first' | 'last';
  readonly skip: number;
  readonly limit: number;
}

/** Numbers of rows near an end of an ordered view, in the order of the view: faster than building the whole view. */
export async function readEndNumbers(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  { end, skip, limit }: EndOfView,
  work: LongWork,
): Promise<Int32Array> {
  return engine.short(work, async (session) => {
    const sorted = numbersSql(file, selection, end === 'first' ? orderSql : reversedOrderSql);
    const sql = `${sorted} LIMIT ${limit} OFFSET ${skip}`;
    const result = await session.run(sql, selection.where?.values ?? []);
    const numbers = new Int32Array(result.rowCount);
    let at = 0;
    for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
      const part = integersOf(result.getChunk(chunk));
      numbers.set(part, at);
      at += part.length;
    }
    return end === 'first' ? numbers : numbers.reverse();
  });
}

/** Number of selected rows. */
export async function countSelected(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  work: LongWork,
): Promise<number> {
  const where = selection.where === null ? '' : ` WHERE ${selection.where.sql}`;
  return engine.short(work, async (session) => {
    const sql = `SELECT count(*) FROM ${storedTable(file.path, file.columns)}${where}`;
    const [count] = await session.row(sql, selection.where?.values ?? []);
    return Number(count);
  });
}
