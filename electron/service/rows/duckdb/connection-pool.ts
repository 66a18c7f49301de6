import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { FairTurns, type TurnLimits } from '../fair-turns.ts';
import type { RunStatement } from './run-statement.ts';
import { openSession, type Session } from './session.ts';

/** Who asks for work, and when it is no longer wanted. */
export interface EngineRequest {
  readonly signal?: AbortSignal | undefined;
  /** Whose turn it uses; work without a caller is the service's own, which takes turns like one more caller. */
  readonly caller?: string | undefined;
}

/** Connections that callers use in turns: see {@link FairTurns}. */
export class ConnectionPool {
  readonly #instance: DuckDBInstance;
  readonly #runStatement: RunStatement;
  readonly #turns: FairTurns;
  readonly #onActivity: (() => void) | undefined;
  readonly #idle: DuckDBConnection[] = [];

  /** @param onActivity called now and then while a statement gets on */
  constructor(instance: DuckDBInstance, runStatement: RunStatement, limits: TurnLimits, onActivity?: () => void) {
    this.#instance = instance;
    this.#runStatement = runStatement;
    this.#turns = new FairTurns(limits);
    this.#onActivity = onActivity;
  }

  /**
   * Lends a connection to `work`; an abort while waiting leaves the queue, an abort while working interrupts.
   * @throws {BusyError} when too many wait
   */
  async use<T>({ signal, caller }: EngineRequest, work: (session: Session) => Promise<T>): Promise<T> {
    const endTurn = await this.#turns.take(caller ?? '', signal);
    try {
      const connection = this.#idle.pop() ?? (await connect(this.#instance));
      try {
        return await work(openSession(connection, this.#runStatement, signal, this.#onActivity));
      } finally {
        this.#idle.push(connection);
      }
    } finally {
      endTurn();
    }
  }

  /** Closes what is idle; whoever still works has to be waited for before. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync();
  }
}

async function connect(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  // Without a progress bar the engine keeps no progress; times of day without a zone are not shifted to the machine's.
  for (const setting of ['enable_progress_bar = true', 'enable_progress_bar_print = false', "TimeZone = 'UTC'"]) {
    await connection.run(`SET ${setting}`);
  }
  return connection;
}
