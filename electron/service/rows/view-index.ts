import type { Engine } from './duckdb/engine.ts';
import type { ParquetFile } from './parquet-rows.ts';
import type { LongWork } from './row-store.ts';
import type { Selection } from './selection.ts';
import { rowNumber, storedTable } from './stored-table.ts';

/** Chunks that are copied before the event loop gets its turn. */
const chunksATurn = 256;

/** The numbers of the selected rows in their order. */
export async function buildViewIndex(
  engine: Engine,
  file: ParquetFile,
  selection: Selection,
  work: LongWork,
): Promise<Int32Array> {
  const where = selection.where === null ? '' : ` WHERE ${selection.where.sql}`;
  // The engine keeps the order of the file where nothing else is asked.
  const order = selection.order === null ? '' : ` ORDER BY ${selection.order}`;
  const sql = `SELECT ${rowNumber}::INTEGER FROM ${storedTable(file.path, file.columns)}${where}${order}`;
  const phase = selection.order === null ? 'filtering' : 'sorting';
  return engine.long(work.signal, async (session) => {
    const result = await session.run(sql, selection.where?.values ?? [], {
      onFraction: (fraction, rows) => work.onProgress?.({ phase, rows, bytes: 0, fraction }),
    });
    const numbers = new Int32Array(result.rowCount);
    let at = 0;
    for (let chunkNumber = 0; chunkNumber < result.chunkCount; chunkNumber += 1) {
      const vector = result.getChunk(chunkNumber).getColumnVector(0);
      const items = integerItems(vector);
      numbers.set(items, at);
      at += items.length;
      if (chunkNumber % chunksATurn === chunksATurn - 1) await new Promise((resolve) => setImmediate(resolve));
      work.signal?.throwIfAborted();
    }
    return numbers;
  });
}

/** The memory of an integer vector: copying it at once is a hundred times as quick as asking for every value. */
function integerItems(vector: { readonly itemCount: number }): Int32Array {
  if ('items' in vector && vector.items instanceof Int32Array) return vector.items.subarray(0, vector.itemCount);
  throw new Error('The engine gave no 32-bit integers.');
}
