import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DuckDBDataChunk, DuckDBMaterializedResult } from '@duckdb/node-api';
import type { BoundValues } from './run-statement.ts';
import type { Session, Watch } from './session.ts';

/** Rows in a piece: so few that it is still young, and quickly freed, when it has been read. */
const defaultPieceRows = 1 << 19;

/**
 * Runs a query whose result may be large, and yields its rows in order, piece by piece. The engine writes them to a
 * table of its own, which it can move to the disk: a result is always complete in memory, beyond the engine's limit. A
 * session can have one such query at a time.
 */
export async function* resultPieces(
  session: Session,
  sql: string,
  values: BoundValues,
  watch: Watch,
  pieceRows: number = defaultPieceRows,
): AsyncGenerator<DuckDBMaterializedResult> {
  const read = (from: number) => {
    const piece = session.run(`SELECT * FROM pieces WHERE rowid BETWEEN ${from} AND ${from + pieceRows - 1}`);
    // It may fail before it is awaited.
    piece.catch(() => {});
    return piece;
  };
  let reading: Promise<DuckDBMaterializedResult> | null = null;
  try {
    await session.run(`CREATE OR REPLACE TEMP TABLE pieces AS ${sql}`, values, watch);
    const [count] = await session.row('SELECT count(*) FROM pieces');
    if (Number(count) > 0) reading = read(0);
    for (let from = 0; reading !== null; from += pieceRows) {
      let piece: DuckDBMaterializedResult | null = await reading;
      // The next piece is read while the caller uses this one.
      reading = from + pieceRows < Number(count) ? read(from + pieceRows) : null;
      yield piece;
      // What is still referenced is kept, and after two collections no longer counts as young.
      piece = null;
      freeResults();
    }
  } finally {
    await reading?.catch(() => {});
    await session.clean('DROP TABLE IF EXISTS pieces');
  }
}

type Collect = (options: { readonly type: 'minor' }) => void;

let collect: Collect | null | undefined;

/** The collector's own call, which V8 offers only to contexts that are created after this flag; null without it. */
function findCollect(): Collect | null {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  return typeof found === 'function' ? (found as Collect) : null;
}

/**
 * Frees results of the engine that are no longer used. Only the garbage collector does that, and it sees a few objects
 * instead of the megabytes behind them: hundreds of megabytes of read results stayed in memory. Collecting young
 * objects takes a millisecond or two.
 */
export function freeResults(): void {
  collect ??= findCollect();
  collect?.({ type: 'minor' });
}

/** The memory of an integer column: copying it as a whole is a hundred times faster than reading value by value. */
export function integersOf(chunk: DuckDBDataChunk, column = 0): Int32Array {
  const vector = chunk.getColumnVector(column);
  if ('items' in vector && vector.items instanceof Int32Array) return vector.items.subarray(0, chunk.rowCount);
  throw new Error('The engine returned no 32-bit integers.');
}
