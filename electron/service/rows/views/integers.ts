import type { DuckDBDataChunk } from '@duckdb/node-api';

/** The memory of an integer column: copying it as a whole is a hundred times faster than reading value by value. */
export function integersOf(chunk: DuckDBDataChunk, column = 0): Int32Array {
  const vector = chunk.getColumnVector(column);
  if ('items' in vector && vector.items instanceof Int32Array) return vector.items.subarray(0, chunk.rowCount);
  throw new Error('The engine returned no 32-bit integers.');
}
