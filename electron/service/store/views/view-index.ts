import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Engine } from '../duckdb/engine.ts';
import type { ParquetFile } from '../pages/parquet-rows.ts';
import type { LongWork } from '../row-store.ts';
import type { Selection } from '../selection.ts';
import { rowNumber, storedTable } from '../stored-table.ts';

/** Row numbers that are handed over at once: copying them takes the event loop a millisecond or two. */
const numbersATurn = 1 << 18;

/** The statement for the numbers of the selected rows in their order. */
function numbersSql(file: ParquetFile, selection: Selection): string {
  const where = selection.where === null ? '' : ` WHERE ${selection.where.sql}`;
  // Without an ORDER BY the engine keeps the order of the file.
  const order = selection.order === null ? '' : ` ORDER BY ${selection.order}`;
  return `SELECT ${rowNumber}::INTEGER FROM ${storedTable(file.path, file.columns)}${where}${order}`;
}

/**
 * Reads the numbers of the selected rows in their order, piece by piece.
 * @param take is given the bytes of some numbers of 32 bits; they are only valid until it resolves
 * @returns how many there were
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
    const result = await session.run(numbersSql(file, selection), selection.where?.values ?? [], {
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

/** The first rows of a view, quicker than the whole view; and how many it has. */
export async function readFirstNumbers(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  offset: number,
  limit: number,
  work: LongWork,
): Promise<Int32Array> {
  return engine.short(work, async (session) => {
    const sql = `${numbersSql(file, selection)} LIMIT ${limit} OFFSET ${offset}`;
    const result = await session.run(sql, selection.where?.values ?? []);
    const numbers = new Int32Array(result.rowCount);
    let at = 0;
    for (let chunk = 0; chunk < result.chunkCount; chunk += 1) {
      const part = integersOf(result.getChunk(chunk));
      numbers.set(part, at);
      at += part.length;
    }
    return numbers;
  });
}

/** How many rows are selected. */
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

/** The memory of an integer column: copying it at once is a hundred times as quick as asking for every value. */
function integersOf(chunk: DuckDBDataChunk): Int32Array {
  const vector = chunk.getColumnVector(0);
  if ('items' in vector && vector.items instanceof Int32Array) return vector.items.subarray(0, chunk.rowCount);
  throw new Error('The engine gave no 32-bit integers.');
}
