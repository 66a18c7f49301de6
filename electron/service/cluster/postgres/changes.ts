import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { askInTurn } from '../../../lib/ask-in-turn.ts';
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
export class Changes {
  readonly #server: PostgresServer;
  readonly #closing = new AbortController();
  readonly #listeners = new Listeners();
  readonly #ask: () => Promise<void>;
  readonly #running: Promise<void>;
  #writes = 0;
  #announced = 0;
  #snapshot = '';
  /** When PostgreSQL last answered on the listening connection, while that is open. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** When it was last certain what the generation is. */
  #knownAt = Number.NEGATIVE_INFINITY;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #uncached = 0;
  /** The generation that callers were given last, and the count of changes then. */
  #given = { generation: '', counted: '' };
  #isSilent = false;
  #client: pg.Client | null = null;

  constructor(server: PostgresServer, connections: PostgresConnections) {
    this.#server = server;
    this.#ask = askInTurn(async () => {
      const [row] = await connections.ask<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
      this.#snapshot = row?.snapshot ?? '';
      this.#refreshedAt = performance.now();
      this.#knownAt = this.#refreshedAt;
      this.#isSilent = false;
    });
    this.#running = this.#listenAgainAndAgain();
  }

  /** See `Catalogue.generation`. */
  generation(): string {
    const counted = `${this.#writes}.${this.#announced}`;
    this.#given = { generation: this.#generationAt(counted), counted };
    return this.#given.generation;
  }

  /** See `Catalogue.refresh`. */
  async refresh(mayBeOld = false): Promise<void> {
    if (this.#isTrusted()) return;
    const asked = this.#ask();
    if (!mayBeOld || !this.servesFromMemory()) return await asked;
    const answered = asked.then(
      () => false,
      () => false,
    );
    const silence = sleep(this.#isSilent ? 0 : readerWaitMs, true, { ref: false });
    this.#isSilent = await Promise.race([answered, silence]);
  }

  /** See `Catalogue.servesFromMemory`. */
  servesFromMemory(): boolean {
    return performance.now() - this.#knownAt < maxAgeMs;
  }

  /** Records that this process has, or may have, written. */
  noteWrite(): void {
    this.#writes += 1;
  }

  /** See `Catalogue.onChange`. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  #generationAt(counted: string): string {
    if (this.#isTrusted()) return counted;
    const isFresh = performance.now() - this.#refreshedAt < trustedMs;
    // PostgreSQL is not answering: cached data stay valid for a while.
    if (!isFresh && this.servesFromMemory() && this.#given.counted === counted) return this.#given.generation;
    // Nothing is cached for a caller that did not ask, or long ago.
    if (!isFresh) this.#uncached += 1;
    return `${counted}.${this.#snapshot}.${this.#uncached}`;
  }

  #isTrusted(): boolean {
    return performance.now() - this.#confirmedAt < trustedMs;
  }

  #distrust(): void {
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
  }

  /** Counts a change; own ones count too, because the answer to their commit may have been lost. */
  #noteChange(node: string): void {
    this.#announced += 1;
    if (node !== this.#server.node) this.#listeners.announce();
  }

  /** Listens until the connection is lost. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const client = newClient(this.#server, { query_timeout: answerTimeoutMs * (this.#server.patience ?? 1) });
    this.#client = client;
    client.on('error', () => this.#distrust());
    client.on('end', () => this.#distrust());
    // Connecting never settles if the client is ended meanwhile.
    const ended = new Promise<never>((_, reject) => {
      client.once('end', () => reject(new Error('The connection has ended.')));
    });
    client.on('notification', ({ payload }) => this.#noteChange(payload ?? ''));
    try {
      await Promise.race([client.connect(), ended]);
      for (let isFirst = true; !signal.aborted; isFirst = false) {
        const askedAt = performance.now();
        await client.query(isFirst ? `listen ${changesChannel}` : 'select 1');
        // Announcements from before this connection are unknown.
        if (isFirst) this.#noteChange('');
        this.#confirmedAt = askedAt;
        this.#knownAt = askedAt;
        await sleep(pingMs, undefined, { signal });
      }
    } finally {
      this.#distrust();
      this.#client = null;
      void client.end().catch(() => {});
    }
  }

  async #listenAgainAndAgain(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = 50; !signal.aborted; ) {
      const began = performance.now();
      await this.#listen().catch(() => {});
      pauseMs = performance.now() - began > maxPauseMs ? 50 : Math.min(pauseMs * 2, maxPauseMs);
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
