import type { DuckDBMaterializedResult } from '@duckdb/node-api';
import type { Engine } from '../duckdb/engine.ts';
import type { ParquetFile } from '../pages/parquet-rows.ts';
import type { LongWork } from '../row-store.ts';
import { orderSql, reversedOrderSql, type Selection, type SortColumn } from '../selection.ts';
import { rowNumber, storedTable } from '../stored-table.ts';
import { integersOf } from './integers.ts';

/** Row numbers per batch: copying them takes the event loop a millisecond or two. */
const numbersATurn = 1 << 18;

/** Maximum number of rows that a filter reads at a time. */
const maxPieceRows = 1 << 22;

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

/** Some consecutive rows of the file; null for all of them. */
type Piece = { readonly from: number; readonly to: number } | null;

/**
 * The parts of the file that are filtered one after the other, so that the first rows are known early: each is twice as
 * long as the one before. Sorting needs all rows at once.
 */
function* piecesOf({ rows }: ParquetFile, { order }: Selection, firstPieceRows: number): Generator<Piece> {
  if (order !== null) {
    yield null;
    return;
  }
  for (let from = 0, size = firstPieceRows; from < rows; size = Math.min(maxPieceRows, size * 2)) {
    const to = Math.min(rows, from + size);
    yield { from, to };
    from = to;
  }
}

/** The selected rows within a part of the file. */
function within(selection: Selection, piece: Piece): Selection {
  if (piece === null) return selection;
  const { where } = selection;
  const range = `${rowNumber} BETWEEN ${piece.from} AND ${piece.to - 1}`;
  return {
    ...selection,
    where: { sql: where === null ? range : `${range} AND (${where.sql})`, values: where?.values ?? [] },
  };
}

/**
 * Reads the numbers of the selected rows in their order, batch by batch.
 * @param take called with the bytes of some 32-bit numbers, which are only valid until it resolves
 * @param firstPieceRows rows of the first part of the file that is filtered
 * @returns their number
 */
export async function readViewNumbers(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  work: LongWork,
  take: (numbers: Uint8Array) => Promise<void>,
  firstPieceRows = maxPieceRows,
): Promise<number> {
  return engine.long(work, async (session) => {
    let count = 0;
    for (const piece of piecesOf(file, selection, firstPieceRows)) {
      work.signal?.throwIfAborted();
      const { where } = within(selection, piece);
      const onFraction = (fraction: number | null, rows: number) =>
        work.onProgress?.({ phase: 'sorting', rows, bytes: 0, fraction });
      const sql = numbersSql(file, { ...selection, where }, orderSql);
      const result = await session.run(sql, where?.values ?? [], piece === null ? { onFraction } : {});
      await takeNumbers(result, work, take);
      count += result.rowCount;
      if (piece !== null) {
        work.onProgress?.({ phase: 'filtering', rows: piece.to, bytes: 0, fraction: piece.to / file.rows });
      }
    }
    return count;
  });
}

async function takeNumbers(
  result: DuckDBMaterializedResult,
  { signal }: LongWork,
  take: (numbers: Uint8Array) => Promise<void>,
): Promise<void> {
  const batch = new Int32Array(Math.min(numbersATurn, result.rowCount));
  let held = 0;
  const give = async () => {
    await take(new Uint8Array(batch.buffer, 0, held * batch.BYTES_PER_ELEMENT));
    held = 0;
  };
  for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
    const numbers = integersOf(result.getChunk(chunk));
    if (held + numbers.length > batch.length) {
      await give();
      signal?.throwIfAborted();
    }
    batch.set(numbers, held);
    held += numbers.length;
  }
  if (held > 0) await give();
}

/** The beginning or the end of an ordered view. */
export type EndOfView = 'first' | 'last';

/** Numbers of up to `limit` rows at an end of an ordered view, in its order: faster than building the whole view. */
export async function readEndNumbers(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  end: EndOfView,
  limit: number,
  work: LongWork,
): Promise<Int32Array> {
  return engine.short(work, async (session) => {
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
