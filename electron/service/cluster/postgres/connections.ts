import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { explain } from '#shared/failures.ts';
import { CatalogueUnavailableError } from '../../catalogue/database/store-problem.ts';
import { asPostgresProblem, isConnectionLost } from './postgres-problem.ts';

/** Where PostgreSQL is, and who connects. */
export interface PostgresServer {
  /** Address with the password, if there is one. */
  readonly url: string;
  /** The address without the password, for messages. */
  readonly label: string;
  /** Reads the password again for each connection, so that a replaced one needs no restart. */
  readonly readPassword?: (() => Promise<string>) | null;
  /** Id of this node, recorded with the versions that it imports. */
  readonly node: string;
  /** Receives the sockets of all connections, for the caller to destroy if the server no longer answers. */
  readonly sockets?: Set<Socket>;
  /** Factor for the time that answers may take, for a machine that is very busy; 1 by default. */
  readonly patience?: number;
}

/** Connections to PostgreSQL, as Kysely uses them. */
export interface PostgresConnections extends PostgresPool {
  /** Runs one statement without waiting for other writers, and without invalidating cached data. */
  ask: Ask;
  /**
   * Runs several statements like {@link ask}, in one transaction that no other transaction with the same lock overlaps.
   * If `work` throws, nothing was done.
   */
  askAlone<Result>(lock: number, work: (ask: Ask) => Promise<Result>): Promise<Result>;
}

type Ask = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/**
 * All writers of a catalogue take this lock, on any node, so that one transaction writes at a time, as with SQLite:
 * whatever a transaction has read stays true until it commits, and none has to be repeated. Readers never wait.
 */
const writersLock = 0x616c6d61;

/** Locks the catalogue until the end of the transaction. */
export const lockForWriting = `select pg_advisory_xact_lock(${writersLock})`;

/** Maximum number of connections of one node. */
const maxConnections = 10;

/** Milliseconds within which PostgreSQL must accept a connection. */
const connectTimeoutMs = 5_000;

/**
 * A node that stops in the middle of a transaction keeps all writers waiting until PostgreSQL ends its session, which
 * is sooner than they give up. PostgreSQL notices by its own probes that the computer of a node has vanished.
 */
const sessionSettings = {
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 20_000,
  statement_timeout: 30_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
};

/** Milliseconds after which a statement counts as lost with its connection: later than PostgreSQL's own timeout. */
const answerTimeoutMs = 35_000;

const int8 = 20;

/** Returns integers as numbers, not as the texts of `pg`: counts, ids and sizes stay below 2^53 here, as in SQLite. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** The settings of every connection, as `pg` expects them. */
function connectionConfig({ url, node, sockets, patience = 1 }: PostgresServer): pg.ClientConfig {
  const idle = sessionSettings.idle_in_transaction_session_timeout * patience;
  const settings = Object.entries({
    ...sessionSettings,
    idle_in_transaction_session_timeout: idle,
    'almanac.node': node,
  });
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  // Settings in the address come last, and so take precedence.
  address.searchParams.set(
    'options',
    [...settings.map(([name, value]) => `-c ${name}=${value}`), given].join(' ').trim(),
  );
  return {
    connectionString: address.href,
    application_name: 'almanac',
    connectionTimeoutMillis: connectTimeoutMs * patience,
    query_timeout: answerTimeoutMs * patience,
    keepAlive: true,
    types,
    ...(sockets && { stream: () => socketIn(sockets) }),
  };
}

/** A new socket, which is in `sockets` until it is closed. */
function socketIn(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

/** Clients with the password that a file contains when they connect, or the known one if it cannot be read. */
function clientReading(readPassword: () => Promise<string>): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const known = this.password ?? '';
      // A function is possible, but not beside an address.
      this.password = (() => readPassword().catch(() => known)) as never;
    }
  };
}

function clientOf({ readPassword = null }: PostgresServer): typeof pg.Client {
  return readPassword === null ? pg.Client : clientReading(readPassword);
}

/** A connection that is not open yet. @param settings override the usual ones */
export function newClient(server: PostgresServer, settings: pg.ClientConfig = {}): pg.Client {
  const Client = clientOf(server);
  return new Client({ ...connectionConfig(server), ...settings });
}

/**
 * Repeats an attempt that only begins work, as long as connections of a pool turn out to have been lost while idle.
 * @param pooled how many connections the pool keeps: after a restart of PostgreSQL all of them may be lost
 * @param isLost whether the connection of the failed attempt was lost; it is no longer in the pool then
 */
export async function onLivingConnection<Result>(
  pooled: number,
  attempt: () => Promise<Result>,
  isLost: (error: unknown) => boolean,
): Promise<Result> {
  for (let replaced = 0; ; replaced += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLost(error) || replaced >= pooled) throw error;
    }
  }
}

/** @param onWritten called when a transaction has, or may have, changed the catalogue, before its caller continues */
export function openPostgresConnections(server: PostgresServer, onWritten: () => void): PostgresConnections {
  const { label } = server;
  const pool = new pg.Pool({ ...connectionConfig(server), max: maxConnections, Client: clientOf(server) });
  // A connection that is lost while idle is replaced when it is needed.
  pool.on('error', () => {});
  // The statement that is running reports the loss; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const source: Source = {
    label,
    async take() {
      try {
        return await pool.connect();
      } catch (error) {
        throw asPostgresProblem(error, label);
      }
    },
    writersTurn: oneAfterTheOther(label),
  };
  const turns = new Map<number, Source['writersTurn']>();
  let ended: Promise<void> | null = null;
  return {
    connect: async () => new Borrowed(source, onWritten),
    end() {
      ended ??= pool.end();
      return ended;
    },
    async ask<Row>(sql: string, parameters: readonly unknown[] = []) {
      const connection = new Borrowed(source, () => {});
      try {
        return (await connection.again(sql, parameters)).rows as Row[];
      } finally {
        connection.release();
      }
    },
    async askAlone<Result>(lock: number, work: (ask: Ask) => Promise<Result>) {
      const turn = turns.get(lock) ?? oneAfterTheOther(label);
      turns.set(lock, turn);
      const endTurn = await turn();
      const connection = new Borrowed(source, () => {});
      const ask = async <Row>(sql: string, parameters: readonly unknown[] = []) =>
        (await connection.run(sql, parameters)).rows as Row[];
      try {
        await connection.again(`begin; select pg_advisory_xact_lock(${lock})`, []);
        try {
          const result = await work(ask);
          await connection.run('commit', []);
          return result;
        } catch (error) {
          await connection.run('rollback', []).catch(() => {});
          throw error;
        }
      } finally {
        connection.release();
        endTurn();
      }
    },
  };
}

/** Where connections come from. */
interface Source {
  readonly label: string;
  take(): Promise<pg.PoolClient>;
  /** Waits for the turn to write; returns a function that ends it. */
  writersTurn(): Promise<() => void>;
}

/**
 * Lets the writers of one node queue here before they take a connection: if they all waited for the lock on connections
 * of their own, none would be left for readers.
 */
function oneAfterTheOther(label: string): Source['writersTurn'] {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let end = () => {};
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    last = before.then(() => own);
    let timer: ReturnType<typeof setTimeout> | null = null;
    const isLate = new Promise<true>((resolve) => {
      timer = setTimeout(() => resolve(true), sessionSettings.lock_timeout);
    });
    const late = await Promise.race([before.then(() => false), isLate]);
    if (timer !== null) clearTimeout(timer);
    if (!late) return end;
    end();
    const said = `no turn within ${sessionSettings.lock_timeout / 1000} seconds`;
    throw new CatalogueUnavailableError(label, explain('postgres-busy', { said }), null);
  };
}

/** Statements that change nothing: they may be repeated, and need not wait for writers. */
const readingOnly = /^\s*(select|with)\b/i;

type Result = pg.QueryResult<Record<string, unknown>>;

/** Replaces U+0000, which PostgreSQL's texts cannot contain, by U+FFFD. A search for such a text finds nothing. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  return Array.isArray(value) ? value.map(storable) : value;
}

/** A connection for one caller of Kysely, taken when needed, and replaced if it was lost before its first use. */
class Borrowed {
  readonly #source: Source;
  readonly #onWritten: () => void;
  #client: pg.PoolClient | null = null;
  #isBroken = false;
  #isOpen = false;
  #endTurn = () => {};

  constructor(source: Source, onWritten: () => void) {
    this.#source = source;
    this.#onWritten = onWritten;
  }

  /** As Kysely calls it. */
  readonly query: PostgresPoolClient['query'] = ((sql: string, parameters: readonly unknown[]) =>
    this.#query(sql, parameters)) as unknown as PostgresPoolClient['query'];

  readonly release = (): void => this.#client?.release(this.#isBroken);

  async run(sql: string, parameters: readonly unknown[] = []): Promise<Result> {
    this.#client ??= await this.#source.take();
    const client = this.#client;
    try {
      return await (parameters.length > 0 ? client.query(sql, parameters.map(storable)) : client.query(sql));
    } catch (error) {
      this.#isBroken ||= isConnectionLost(error);
      throw asPostgresProblem(error, this.#source.label);
    }
  }

  /** Runs a statement that may be repeated. */
  again(sql: string, parameters: readonly unknown[] = []): Promise<Result> {
    const isLost = () => {
      const isBroken = this.#isBroken;
      if (isBroken) this.#discard();
      return isBroken;
    };
    return onLivingConnection(maxConnections, () => this.run(sql, parameters), isLost);
  }

  #discard(): void {
    this.#client?.release(true);
    this.#client = null;
    this.#isBroken = false;
  }

  async #query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (sql === 'begin') return await this.#begin();
    if (sql === 'commit') return await this.#commit();
    if (sql === 'rollback') {
      await this.#rollback();
      return { rows: [], command: 'ROLLBACK', rowCount: 0 };
    }
    if (this.#isOpen) return await this.run(sql, parameters);
    return await (readingOnly.test(sql) ? this.again(sql, parameters) : this.#write(sql, parameters));
  }

  async #begin(): Promise<Result> {
    this.#endTurn = await this.#source.writersTurn();
    try {
      const begun = await this.again(`begin; ${lockForWriting}`);
      this.#isOpen = true;
      return begun;
    } catch (error) {
      // A transaction without the lock may have begun.
      this.#discard();
      this.#endTurn();
      throw error;
    }
  }

  async #commit(): Promise<Result> {
    try {
      const done = await this.run('commit');
      // PostgreSQL answers so, without an error, if a statement had failed.
      if (done.command === 'ROLLBACK')
        throw new Error('The transaction was rolled back, because a statement in it failed.');
      return done;
    } finally {
      this.#isOpen = false;
      this.#endTurn();
      // Also if the answer was lost, because the change may have been made.
      this.#onWritten();
    }
  }

  async #rollback(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // The error that caused this is reported, not that of a lost connection, which rolls back by itself.
    await this.run('rollback').catch(() => this.#discard());
    this.#endTurn();
  }

  async #write(sql: string, parameters: readonly unknown[]): Promise<Result> {
    await this.#begin();
    try {
      const result = await this.run(sql, parameters);
      await this.#commit();
      return result;
    } catch (error) {
      await this.#rollback();
      throw error;
    }
  }
}
