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
const firstLook = 1;
const longestLook = 10;

/**
 * The engine's own threads do all the work, and these give way to others. The process's pool, which reads files and
 * looks up names, stays free however many statements run.
 */
export const runBehind: RunStatement = async (connection, sql, values) => {
  const pending = await connection.start(sql, [...values]);
  for (let look = firstLook; !isEnded(pending); look = Math.min(longestLook, look + 1)) await wait(look);
  const result = await pending.getResult();
  if (result instanceof DuckDBMaterializedResult) return result;
  throw new Error('The engine gave a result that is not whole.');
};

/** @throws what went wrong with the statement */
function isEnded(pending: DuckDBPendingResult): boolean {
  // biome-ignore lint/complexity/useLiteralKeys: the package keeps its handle to itself, and does not pass this call on.
  const handle = pending['pending_result'];
  const state = duckdb.pending_execute_check_state(handle);
  if (state !== duckdb.PendingState.ERROR) return state === duckdb.PendingState.RESULT_READY;
  // The state of a statement that has quite ended is unknown to the binding, which calls it an error without a text.
  const error = duckdb.pending_error(handle);
  if (error !== '') throw new Error(error);
  return true;
}
