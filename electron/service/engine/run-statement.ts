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

/** A thread of the process's pool works on the statement too, which is fastest for short statements. */
export const runNow: RunStatement = (connection, sql, values) => connection.run(sql, [...values]);

/** Milliseconds between two polls of a statement: a small part of its time so far, so that quick ones end quickly. */
const [minPollMs, maxPollMs] = [1, 10];
const pollShare = 1 / 128;

/**
 * The binding plans a statement that it starts on the event loop, again when values are bound. That takes time
 * quadratic in the number of columns: a statement with this many characters is planned by a thread of the pool.
 */
const longStatement = 8_192;

/**
 * The engine's own threads do all the work, at lower priority. The process's pool, which reads files and resolves
 * names, stays free however many statements run.
 */
export const runAtLowerPriority: RunStatement = async (connection, sql, values) => {
  if (sql.length > longStatement) return runNow(connection, sql, values);
  const pending = await connection.start(sql, [...values]);
  const started = performance.now();
  while (!isEnded(pending)) {
    await wait(Math.min(maxPollMs, Math.max(minPollMs, (performance.now() - started) * pollShare)));
  }
  const result = await pending.getResult();
  if (result instanceof DuckDBMaterializedResult) return result;
  throw new Error('The engine returned an incomplete result.');
};

/**
 * The binding reports "ready" for a statement that waits for one of its own tasks: a caller that fetched its result
 * then would occupy a thread of the pool in a busy loop. The binding has no state for a statement that has really
 * ended, and reports it as an error without a message.
 * @throws the error of the statement
 */
function isEnded(pending: DuckDBPendingResult): boolean {
  // biome-ignore lint/complexity/useLiteralKeys: the package keeps its handle private, and does not expose this call.
  const handle = pending['pending_result'];
  if (duckdb.pending_execute_check_state(handle) !== duckdb.PendingState.ERROR) return false;
  const error = duckdb.pending_error(handle);
  if (error !== '') throw new Error(error);
  return true;
}
