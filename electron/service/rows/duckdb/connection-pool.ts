import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { RunStatement } from './run-statement.ts';
import { openSession, type Session } from './session.ts';

/** More work is waiting than can ever be answered in time. */
export class BusyError extends Error {
  constructor() {
    super('Too many requests are waiting for the engine.');
    this.name = 'BusyError';
  }
}

interface Waiting {
  readonly give: (connection: DuckDBConnection) => void;
}

/** A few connections and a bounded queue before them, first come first served. */
export class ConnectionPool {
  readonly #instance: DuckDBInstance;
  readonly #runStatement: RunStatement;
  readonly #size: number;
  readonly #longestQueue: number;
  readonly #idle: DuckDBConnection[] = [];
  readonly #queue: Waiting[] = [];
  #open = 0;

  constructor(instance: DuckDBInstance, runStatement: RunStatement, size: number, longestQueue: number) {
    this.#instance = instance;
    this.#runStatement = runStatement;
    this.#size = size;
    this.#longestQueue = longestQueue;
  }

  /** Lends a connection to `work`; an abort while waiting leaves the queue, an abort while working interrupts. */
  async use<T>(signal: AbortSignal | undefined, work: (session: Session) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    const connection = await this.#take(signal);
    try {
      return await work(openSession(connection, this.#runStatement, signal));
    } finally {
      this.#giveBack(connection);
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<DuckDBConnection> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#open < this.#size) {
      this.#open += 1;
      return connect(this.#instance);
    }
    if (this.#queue.length >= this.#longestQueue) throw new BusyError();
    return this.#wait(signal);
  }

  #wait(signal: AbortSignal | undefined): Promise<DuckDBConnection> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        give: (connection) => {
          signal?.removeEventListener('abort', leave);
          resolve(connection);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.push(waiting);
    });
  }

  #giveBack(connection: DuckDBConnection): void {
    const next = this.#queue.shift();
    if (next) next.give(connection);
    else this.#idle.push(connection);
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
