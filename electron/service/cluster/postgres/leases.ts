import type pg from 'pg';
import type { Lease, Leases } from '../../rows/version-files/leases.ts';
import { newClient, type PostgresServer } from './connections.ts';
import { asPostgresProblem } from './postgres-problem.ts';

/** Leases, until they are closed. */
export interface OpenLeases extends Leases {
  close(): Promise<void>;
}

/** Milliseconds between two heartbeats: PostgreSQL ends a session that is idle in a transaction for ten seconds. */
const heartbeatMs = 3_000;

/** Milliseconds after which the connection counts as lost if a statement is not answered. */
const answerTimeoutMs = 5_000;

/** Distinguishes the numbers of leases from those of other locks. */
const seed = 0x6c656173;

/** The one connection that holds all leases of this node. */
interface Session {
  /** Runs a statement after those before it: the client has no queue of its own for long. */
  run(sql: string, name?: string): Promise<pg.QueryResult<{ readonly taken: boolean }>>;
  readonly lost: AbortSignal;
  /** Ends the session, and with it all its leases; so does a statement that fails. */
  end(reason: unknown): void;
}

/**
 * Leases as advisory locks of one session, which PostgreSQL frees when the session ends: at once if the process is
 * killed. It is always within a transaction, which PostgreSQL ends as well if the process is stopped and its heartbeats
 * fail to come. Each of them begins a new one, so that none lasts for long; the locks belong to the session and stay.
 */
export function openLeases(server: PostgresServer): OpenLeases {
  let current: Promise<Session> | null = null;

  function connect(): Promise<Session> {
    const own = open(() => {
      if (current === own) current = null;
    });
    return own;
  }

  /** @param onEnd called when the session has ended, or could not begin */
  async function open(onEnd: () => void): Promise<Session> {
    const client = newClient(server, { query_timeout: answerTimeoutMs * (server.patience ?? 1) });
    const lost = new AbortController();
    let last: Promise<unknown> = Promise.resolve();
    const run: Session['run'] = (sql, name) => {
      const own = last.then(() => (name === undefined ? client.query(sql) : client.query(sql, [name, seed])));
      last = own.catch(end);
      return own;
    };
    let timer: NodeJS.Timeout | null = null;
    function end(reason: unknown): void {
      if (lost.signal.aborted) return;
      if (timer !== null) clearInterval(timer);
      onEnd();
      lost.abort(reason);
      void client.end().catch(() => {});
    }
    client.on('error', end);
    client.on('end', () => end(new Error('The connection that held the leases was lost.')));
    try {
      await client.connect();
      await client.query('begin');
    } catch (error) {
      end(error);
      throw error;
    }
    timer = setInterval(() => void run('commit; begin').catch(() => {}), heartbeatMs).unref();
    return { run, lost: lost.signal, end };
  }

  async function askOn(connecting: Promise<Session>, name: string): Promise<Lease | null> {
    const { run, lost } = await connecting;
    const answer = await run('select pg_try_advisory_lock(hashtextextended($1, $2)) as taken', name);
    if (answer.rows[0]?.taken !== true) return null;
    let isHeld = true;
    return {
      lost,
      async release() {
        if (!isHeld || lost.aborted) return;
        isHeld = false;
        // Without an answer it may still be held, but then the session is ended, and with it the lease.
        await run('select pg_advisory_unlock(hashtextextended($1, $2))', name).catch(() => {});
      },
    };
  }

  return {
    async tryTake(name) {
      for (;;) {
        const known = current;
        try {
          current ??= connect();
          return await askOn(current, name);
        } catch (error) {
          // A connection may have been lost since it was used last.
          if (known === null) throw asPostgresProblem(error, server.label);
        }
      }
    },
    async close() {
      const session = await current?.catch(() => null);
      session?.end(new Error('The catalogue is closed.'));
    },
  };
}
