import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { FairTurns, type TurnLimits } from '../work/fair-turns.ts';
import type { RunStatement } from './run-statement.ts';
import { openSession, type Session } from './session.ts';

/** Who requests the work, and when it is cancelled. */
export interface EngineRequest {
  readonly signal?: AbortSignal | undefined;
  /** The caller; work without one is the service's own, which takes turns like another caller. */
  readonly caller?: string | undefined;
}

export interface RunModes {
  /** While no other caller's work runs. */
  readonly alone: RunStatement;
  /**
   * While other callers' work runs: the engine's scheduler takes its next task from the longest queue, so a short
   * statement might not run until another caller's long one has finished.
   */
  readonly amongOthers: RunStatement;
}

/** Concurrent pieces of work: each may occupy a thread of the process's pool. */
const maxConcurrentCallers = 6;

/** Connections that callers use in turns: see {@link FairTurns}. */
export class ConnectionPool {
  readonly #instance: DuckDBInstance;
  readonly #runStatement: RunStatement;
  readonly #runAmongOthers: RunStatement;
  /** Callers of whom one piece of work runs by {@link RunModes.amongOthers}. */
  readonly #amongOthers = new Set<string>();
  readonly #turns: FairTurns;
  readonly #onActivity: (() => void) | undefined;
  readonly #idle: DuckDBConnection[] = [];

  /** @param onActivity called occasionally while a statement makes progress */
  constructor(instance: DuckDBInstance, run: RunModes, limits: TurnLimits, onActivity?: () => void) {
    this.#instance = instance;
    this.#runStatement = run.alone;
    this.#runAmongOthers = run.amongOthers;
    this.#turns = new FairTurns(limits);
    this.#onActivity = onActivity;
  }

  /**
   * Lends a connection to `work`; an abort while waiting leaves the queue, an abort while working interrupts.
   * @throws {BusyError} if too many are waiting
   */
  async use<T>({ signal, caller }: EngineRequest, work: (session: Session) => Promise<T>): Promise<T> {
    const name = caller ?? '';
    const endTurn = await this.#turns.take(name, signal);
    const { run, release } = this.#chooseRun(name);
    try {
      const connection = this.#idle.pop() ?? (await connect(this.#instance));
      try {
        return await work(openSession(connection, run, signal, this.#onActivity));
      } finally {
        this.#idle.push(connection);
      }
    } finally {
      release();
      endTurn();
    }
  }

  #chooseRun(caller: string): { readonly run: RunStatement; readonly release: () => void } {
    const callers = this.#amongOthers;
    if (!this.#turns.othersRun(caller) || callers.has(caller) || callers.size >= maxConcurrentCallers) {
      return { run: this.#runStatement, release: () => {} };
    }
    callers.add(caller);
    return { run: this.#runAmongOthers, release: () => callers.delete(caller) };
  }

  /** Closes idle connections; running work must be awaited before. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.closeSync();
  }
}

async function connect(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  // Without a progress bar the engine tracks no progress; times of day without a zone are not shifted to the machine's.
  for (const setting of ['enable_progress_bar = true', 'enable_progress_bar_print = false', "TimeZone = 'UTC'"]) {
    await connection.run(`SET ${setting}`);
  }
  return connection;
}
