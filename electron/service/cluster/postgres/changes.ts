import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Listeners } from '../../../lib/listeners.ts';
import { newClient, type PostgresConnections, type PostgresServer } from './connections.ts';
import { changesChannel } from './schema.ts';

/** Milliseconds between two checks of the listening connection. */
const pingMs = 500;

/**
 * How long announcements are trusted after the last answer on their connection: until then, a change by another node
 * may go unnoticed if the connection is lost silently.
 */
const trustedMs = 1_500;

/**
 * How long cached data are used while PostgreSQL does not answer: until then, a change by a node that still reaches it
 * may go unnoticed here, such as a right that is withdrawn.
 */
const maxAgeMs = 60_000;

/** Milliseconds that a reader waits for PostgreSQL before it gets cached data. */
const readerWaitMs = 1_000;

/** Milliseconds after which the connection counts as lost if a check is not answered. */
const answerTimeoutMs = 5_000;

/** Maximum milliseconds between two attempts to connect. */
const maxPauseMs = 2_000;

/**
 * Listens for the announcements of changes. When they cannot be trusted, `refresh` asks PostgreSQL
 * itself: two equal snapshots contain the same transactions.
 */
export function listenForChanges(server: PostgresServer, connections: PostgresConnections) {
  const closing = new AbortController();
  const listeners = new Listeners();
  let writes = 0;
  let announced = 0;
  let snapshot = '';
  /** When PostgreSQL last answered on the listening connection, while that is open. */
  let confirmedAt = Number.NEGATIVE_INFINITY;
  /** When it was last certain what the generation is. */
  let knownAt = Number.NEGATIVE_INFINITY;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let uncached = 0;
  /** The generation that callers were given last, and the count of changes then. */
  let given = { generation: '', counted: '' };
  let isSilent = false;
  let client: pg.Client | null = null;

  const isTrusted = () => performance.now() - confirmedAt < trustedMs;

  const distrust = () => {
    confirmedAt = Number.NEGATIVE_INFINITY;
  };

  /** Counts a change; own ones count too, because the answer to their commit may have been lost. */
  function noteChange(node: string): void {
    announced += 1;
    if (node === server.node) return;
    listeners.announce();
  }

  /** Listens until the connection is lost. */
  async function listen(): Promise<void> {
    const own = newClient(server, { query_timeout: answerTimeoutMs * (server.patience ?? 1) });
    client = own;
    own.on('error', distrust);
    own.on('end', distrust);
    // Connecting never settles if the client is ended meanwhile.
    const ended = new Promise<never>((_, reject) => {
      own.once('end', () => reject(new Error('The connection has ended.')));
    });
    own.on('notification', ({ payload }) => noteChange(payload ?? ''));
    try {
      await Promise.race([own.connect(), ended]);
      for (let isFirst = true; !closing.signal.aborted; isFirst = false) {
        const askedAt = performance.now();
        await own.query(isFirst ? `listen ${changesChannel}` : 'select 1');
        // Announcements from before this connection are unknown.
        if (isFirst) noteChange('');
        confirmedAt = askedAt;
        knownAt = askedAt;
        await sleep(pingMs, undefined, { signal: closing.signal });
      }
    } finally {
      distrust();
      client = null;
      void own.end().catch(() => {});
    }
  }

  async function listenAgainAndAgain(): Promise<void> {
    for (let pauseMs = 50; !closing.signal.aborted; ) {
      const began = performance.now();
      await listen().catch(() => {});
      pauseMs = performance.now() - began > maxPauseMs ? 50 : Math.min(pauseMs * 2, maxPauseMs);
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const asks = askInTurn(async () => {
    const [row] = await connections.ask<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
    snapshot = row?.snapshot ?? '';
    refreshedAt = performance.now();
    knownAt = refreshedAt;
    isSilent = false;
  });

  const isRecent = () => performance.now() - knownAt < maxAgeMs;

  function generation(): string {
    const counted = `${writes}.${announced}`;
    if (isTrusted()) return counted;
    const isFresh = performance.now() - refreshedAt < trustedMs;
    // PostgreSQL is not answering: cached data stay valid for a while.
    if (!isFresh && isRecent() && given.counted === counted) return given.generation;
    // Nothing is cached for a caller that did not ask, or long ago.
    if (!isFresh) uncached += 1;
    return `${counted}.${snapshot}.${uncached}`;
  }

  const running = listenAgainAndAgain();
  return {
    /** See `Catalogue.generation`. */
    generation(): string {
      given = { generation: generation(), counted: `${writes}.${announced}` };
      return given.generation;
    },
    /** See `Catalogue.refresh`. */
    async refresh(mayBeOld = false): Promise<void> {
      if (isTrusted()) return;
      const asked = asks();
      if (!mayBeOld || !isRecent()) return await asked;
      const answered = asked.then(
        () => false,
        () => false,
      );
      isSilent = await Promise.race([answered, sleep(isSilent ? 0 : readerWaitMs, true, { ref: false })]);
    },
    /** See `Catalogue.servesFromMemory`. */
    servesFromMemory: isRecent,
    /** Records that this process has, or may have, written. */
    noteWrite: (): void => {
      writes += 1;
    },
    /** See `Catalogue.onChange`. */
    onChange: listeners.add,
    async close(): Promise<void> {
      closing.abort();
      await (client as pg.Client | null)?.end().catch(() => {});
      await running;
    },
  };
}

/** Shares one question among all callers who ask before it is sent; those who ask later share the next one. */
function askInTurn(ask: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  return () => {
    if (next !== null) return next;
    const before = current;
    const own = (before ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        next = null;
        current = own;
        return ask();
      });
    next = own;
    void own
      .catch(() => {})
      .finally(() => {
        if (current === own) current = null;
      });
    return own;
  };
}
