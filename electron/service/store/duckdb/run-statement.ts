import { setTimeout as wait } from 'node:timers/promises';
import {
  type DuckDBConnection,
  DuckDBMaterializedResult,
  type DuckDBPendingResult,
  type DuckDBValue,
} from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

export type BoundValues = readonly DuckDBValue[];

/** Runs one statement on a connection to its end. */
export type RunStatement = (
  connection: DuckDBConnection,
  sql: string,
  values: BoundValues,
) => Promise<DuckDBMaterializedResult>;

/** A thread of the process's pool works on the statement too: the quickest for what takes milliseconds. */
export const runNow: RunStatement = (connection, sql, values) => connection.run(sql, [...values]);

/** Milliseconds between two looks at a statement: few at first, so that quick ones end quickly. */
const firstPollMs = 1;
const maxPollMs = 10;

/**
 * The binding makes the plan of a statement that it starts on the event loop, again when values are bound. How long
 * that takes grows with the square of the columns: of a statement of so many letters a thread of the pool makes it.
 */
const longStatement = 8_192;

/**
 * The engine's own threads do all the work, and these give way to others. The process's pool, which reads files and
 * looks up names, stays free however many statements run.
 */
export const runBehind: RunStatement = async (connection, sql, values) => {
  if (sql.length > longStatement) return runNow(connection, sql, values);
  const pending = await connection.start(sql, [...values]);
  for (let look = firstPollMs; !isEnded(pending); look = Math.min(maxPollMs, look + 1)) await wait(look);
  const result = await pending.getResult();
  if (result instanceof DuckDBMaterializedResult) return result;
  throw new Error('The engine gave a result that is not whole.');
};

/**
 * The binding says "ready" of a statement that waits for one of its own tasks: a caller that took its result then would get
 * a thread of the pool that works on it, and turns round and round where there is nothing to do. That it has quite
 * ended is a state that the binding does not know, and calls an error without a text.
 * @throws what went wrong with the statement
 */
function isEnded(pending: DuckDBPendingResult): boolean {
  // biome-ignore lint/complexity/useLiteralKeys: the package keeps its handle to itself, and does not pass this call on.
  const handle = pending['pending_result'];
  if (duckdb.pending_execute_check_state(handle) !== duckdb.PendingState.ERROR) return false;
  const error = duckdb.pending_error(handle);
  if (error !== '') throw new Error(error);
  return true;
}
