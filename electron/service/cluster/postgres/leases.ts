import type pg from 'pg';
import type { Lease, Leases } from '../../rows/version-files/leases.ts';
import { newClient, type PostgresServer } from './connections.ts';
import { asPostgresProblem } from './postgres-problem.ts';

/** Milliseconds between two heartbeats: PostgreSQL ends a session that is idle in a transaction for ten seconds. */
const heartbeatMs = 3_000;

/** Milliseconds after which the connection counts as lost if a statement is not answered. */
const answerTimeoutMs = 5_000;

/** Distinguishes the numbers of leases from those of other locks. */
const seed = 0x6c656173;

/**
 * The one session that holds all leases of this node. It is always within a transaction, which PostgreSQL ends if the
 * process is stopped and its heartbeats fail to come. Each of them begins a new one, so that none lasts for long; the
 * locks belong to the session and stay.
 */
class LeaseSession {
  readonly #client: pg.Client;
  readonly #lost = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(server: PostgresServer) {
    this.#client = newClient(server, { query_timeout: answerTimeoutMs * (server.patience ?? 1) });
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async start(): Promise<void> {
    this.#client.on('error', (error) => this.end(error));
    this.#client.on('end', () => this.end(new Error('The connection that held the leases was lost.')));
    try {
      await this.#client.connect();
      await this.#client.query('begin');
    } catch (error) {
      this.end(error);
      throw error;
    }
    this.#timer = setInterval(() => void this.run('commit; begin').catch(() => {}), heartbeatMs).unref();
  }

  /** Runs a statement after those before it: the client has no queue of its own for long. */
  run(sql: string, name?: string): Promise<pg.QueryResult<{ readonly taken: boolean }>> {
    const own = this.#last.then(() =>
      name === undefined ? this.#client.query(sql) : this.#client.query(sql, [name, seed]),
    );
    this.#last = own.catch((error: unknown) => this.end(error));
    return own;
  }

  /** Ends the session, and with it all its leases; so does a statement that fails. */
  end(reason: unknown): void {
    if (this.lost.aborted) return;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#lost.abort(reason);
    void this.#client.end().catch(() => {});
  }
}

/** Leases as advisory locks, which PostgreSQL frees when their session ends: at once if the process is killed. */
export class PostgresLeases implements Leases {
  readonly #server: PostgresServer;
  #current: Promise<LeaseSession> | null = null;

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async tryTake(name: string): Promise<Lease | null> {
    for (;;) {
      const known = this.#current;
      try {
        this.#current ??= this.#connect();
        return await askOn(await this.#current, name);
      } catch (error) {
        // A connection may have been lost since it was used last.
        if (known === null) throw asPostgresProblem(error, this.#server.label);
      }
    }
  }

  async close(): Promise<void> {
    const session = await this.#current?.catch(() => null);
    session?.end(new Error('The catalogue is closed.'));
  }

  #connect(): Promise<LeaseSession> {
    const session = new LeaseSession(this.#server);
    const started = session.start().then(() => session);
    session.lost.addEventListener('abort', () => {
      if (this.#current === started) this.#current = null;
    });
    return started;
  }
}

async function askOn(session: LeaseSession, name: string): Promise<Lease | null> {
  const { lost } = session;
  const answer = await session.run('select pg_try_advisory_lock(hashtextextended($1, $2)) as taken', name);
  if (answer.rows[0]?.taken !== true) return null;
  let isHeld = true;
  return {
    lost,
    async release() {
      if (!isHeld || lost.aborted) return;
      isHeld = false;
      // Without an answer it may still be held, but then the session is ended, and with it the lease.
      await session.run('select pg_advisory_unlock(hashtextextended($1, $2))', name).catch(() => {});
    },
  };
}
