import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Engine } from '../duckdb/engine.ts';
import type { Session } from '../duckdb/session.ts';
import type { ParquetFile } from '../pages/parquet-rows.ts';
import type { LongWork } from '../row-store.ts';
import { orderSql, reversedOrderSql, type Selection, type SortColumn } from '../selection.ts';
import { rowNumber, storedTable } from '../stored-table.ts';

/** Row numbers per batch: copying them takes the event loop a millisecond or two. */
const numbersATurn = 1 << 18;

/**
 * The statement for the numbers of the selected rows; without an order the engine keeps that of the file. 32-bit
 * numbers are faster to sort by than the engine's 64-bit row numbers.
 * @param orderOf returns the ORDER BY clause for the terms of the selection
 * @param joins tables that the terms may refer to
 */
function numbersSql(
  file: ParquetFile,
  { where, order }: Selection,
  orderOf: (terms: readonly SortColumn[]) => string,
  joins = '',
): string {
  const from = `${storedTable(file.path, file.columns)}${joins}${where === null ? '' : ` WHERE ${where.sql}`}`;
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
    const result = await session.run(await wholeSql(session, file, selection), selection.where?.values ?? [], {
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

/** Minimum average number of rows per distinct text for which it is faster to sort the texts first. */
const rowsPerValue = 4;

/**
 * The statement for the numbers of all rows of a view. The engine compares texts slowly and numbers quickly: a column
 * with few distinct texts is sorted by sorting these once, and the rows by the positions of their texts.
 */
async function wholeSql(session: Session, file: ParquetFile, selection: Selection): Promise<string> {
  const { order, where } = selection;
  if (order === null) return numbersSql(file, selection, orderSql);
  const ranked = await repeatedTexts(session, file, selection);
  const table = storedTable(file.path, file.columns);
  const ranks = ranked.map(({ reference }) => {
    const conditions = [...(where === null ? [] : [where.sql]), `${reference} IS NOT NULL`].join(' AND ');
    const values = `SELECT DISTINCT ${reference} AS value FROM ${table} WHERE ${conditions}`;
    const positions = `SELECT value, (row_number() OVER (ORDER BY value))::INTEGER AS position FROM (${values})`;
    return `${rankName(reference)} AS MATERIALIZED (${positions})`;
  });
  const joins = ranked.map(({ reference }) => {
    const rank = rankName(reference);
    return ` LEFT JOIN ${rank} ON ${reference} = ${rank}.value`;
  });
  const terms = order.map((term) =>
    ranked.includes(term) ? { ...term, reference: `${rankName(term.reference)}.position` } : term,
  );
  const ordered = numbersSql(file, { ...selection, order: terms }, orderSql, joins.join(''));
  return ranks.length === 0 ? ordered : `WITH ${ranks.join(', ')} ${ordered}`;
}

function rankName(reference: string): string {
  return `rank_${reference}`;
}

/** The text columns of an order with estimated duplicates. */
async function repeatedTexts(
  session: Session,
  file: ParquetFile,
  { order, where }: Selection,
): Promise<readonly SortColumn[]> {
  const texts = (order ?? []).filter(({ type }) => type === 'char' || type === 'text');
  if (texts.length === 0) return [];
  const estimates = texts.map(({ reference }) => `approx_count_distinct(${reference})`).join(', ');
  const condition = where === null ? '' : ` WHERE ${where.sql}`;
  const sql = `SELECT count(*), ${estimates} FROM ${storedTable(file.path, file.columns)}${condition}`;
  const [rows, ...values] = (await session.row(sql, where?.values ?? [])).map(Number);
  return texts.filter((_, at) => (values[at] ?? Number.POSITIVE_INFINITY) * rowsPerValue <= (rows ?? 0));
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

/** The memory of an integer column: copying it as a whole is a hundred times faster than reading value by value. */
function integersOf(chunk: DuckDBDataChunk): Int32Array {
  const vector = chunk.getColumnVector(0);
  if ('items' in vector && vector.items instanceof Int32Array) return vector.items.subarray(0, chunk.rowCount);
  throw new Error('The engine returned no 32-bit integers.');
}
