import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBValue } from '@duckdb/node-api';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import type { BoundValues, RunStatement } from './run-statement.ts';

/** Progress reports of a running statement. */
export interface Watch {
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second with a fraction of 1, or null while unknown, and rows read; neither ever falls. */
  readonly onFraction?: ((fraction: number | null, rows: number) => void) | undefined;
}

/** A connection for the exclusive use of one piece of work. */
export type Session = ReturnType<typeof openSession>;

const pollMs = 200;
const interruptMs = 40;

/**
 * Binds a connection to the signal of the work that leased it: an abort interrupts whatever runs on it.
 * @param onActivity called occasionally while a statement makes progress
 */
export function openSession(
  connection: DuckDBConnection,
  runStatement: RunStatement,
  signal: AbortSignal | undefined,
  onActivity?: () => void,
) {
  /** Runs a statement and returns its whole result. */
  async function run(sql: string, values: BoundValues = [], watch: Watch = {}): Promise<DuckDBMaterializedResult> {
    const stop = watch.signal ?? signal;
    stop?.throwIfAborted();
    const interrupting = interruptOnAbort(connection, stop);
    const polling = pollProgress(connection, watch.onFraction, onActivity);
    try {
      return await runStatement(connection, sql, values);
    } catch (error) {
      stop?.throwIfAborted();
      throw error;
    } finally {
      interrupting();
      clearInterval(polling);
    }
  }
  /** Runs a statement and returns its rows by position. */
  async function rows(sql: string, values?: BoundValues, watch?: Watch): Promise<DuckDBValue[][]> {
    return (await run(sql, values, watch)).getRows();
  }
  /** Runs a statement that returns one row. */
  async function row(sql: string, values?: BoundValues, watch?: Watch): Promise<DuckDBValue[]> {
    const [first] = await rows(sql, values, watch);
    if (first === undefined) throw new Error('The engine returned no row.');
    return first;
  }
  /** Runs a clean-up statement, even after an abort. */
  async function clean(sql: string): Promise<void> {
    await connection.run(sql);
  }
  return { run, rows, row, clean };
}

/** An interrupt before the statement has started is lost, so it is repeated until the statement ends. */
function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal | undefined): () => void {
  if (signal === undefined) return () => {};
  let repeating: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    repeating = setInterval(() => connection.interrupt(), interruptMs);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  return () => {
    signal.removeEventListener('abort', interrupt);
    clearInterval(repeating);
  };
}

function pollProgress(
  connection: DuckDBConnection,
  onFraction: Watch['onFraction'],
  onActivity: (() => void) | undefined,
): NodeJS.Timeout | undefined {
  if (onFraction === undefined && onActivity === undefined) return undefined;
  let seen = '';
  let fraction: number | null = null;
  let rows = 0;
  return setInterval(() => {
    const { percentage, rows_processed } = connection.progress;
    const figures = `${percentage} ${rows_processed}`;
    if (figures !== seen) onActivity?.();
    seen = figures;
    // The engine's own progress is unknown again once a statement has ended, before its result is there.
    if (percentage >= 0) fraction = Math.max(fraction ?? 0, Math.min(1, percentage / 100));
    rows = Math.max(rows, Number(rows_processed));
    onFraction?.(fraction, rows);
  }, pollMs);
}

/** With more columns, their number is what needs memory: the engine buffers 2,048 values of each. */
const manyColumns = 2_000;

/** The error for a reader of versions: an {@link ExplainedError} if the engine has too little memory for it. */
export function explainMemory(error: unknown, versions: readonly StoredVersion[]): unknown {
  // The engine reports it as text only.
  if (!(error instanceof Error) || !error.message.startsWith('Out of Memory Error')) return error;
  const columns = Math.max(0, ...versions.map((version) => version.columns.length));
  const message = columns >= manyColumns ? explain('columns-take-memory', { columns }) : explain('read-takes-memory');
  return new ExplainedError(message, { kind: 'local-failed', status: 507, cause: error });
}
