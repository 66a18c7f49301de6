import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Database from 'libsql';
import { systemCodeOf } from '../../../lib/errors/system-error.ts';

/** A value that SQLite can hold and libsql can bind. */
type Bindable = null | number | bigint | string | Uint8Array;

/**
 * libsql aborts the whole process if a parameter is a boolean, a date or a plain object (its native part panics),
 * so only values of its five supported types are passed on.
 */
function bindable(value: unknown): Bindable {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`The catalogue cannot hold ${typeof value === 'number' ? value : typeof value} as a value.`);
}

/** An SQLite file with the settings that the catalogue relies on. */
export interface LibsqlDatabase extends SqliteDatabase {
  exec(sql: string): void;
  /** All rows of a statement that does not need a query builder. */
  rows(sql: string, parameters?: readonly unknown[]): Record<string, unknown>[];
  /** Changes whenever the stored data may have changed: immediately for this process, shortly after for another. */
  generation(): string;
}

/** Interval in milliseconds of checks for writes by other processes: a check costs more than a page of rows. */
const pollMs = 100;

/** Opens or creates an SQLite file with a write-ahead log, durable commits and foreign keys. */
export function openLibsql(path: string): LibsqlDatabase {
  const database = openWithRetry(path);
  const dataVersion = database.prepare('PRAGMA data_version');
  let writes = 0;
  let others = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    close: () => database.close(),
    exec: (sql) => {
      writes += 1;
      database.exec(sql);
    },
    rows: (sql, parameters = []) => database.prepare(sql).all(parameters.map(bindable)) as Record<string, unknown>[],
    generation: () => {
      const now = performance.now();
      if (now - lookedAt > pollMs) {
        const [row] = dataVersion.all([]) as { data_version: number }[];
        others = row?.data_version ?? 0;
        lookedAt = now;
      }
      return `${writes}.${others}`;
    },
    prepare: (sql) => {
      // A transaction that reads first and writes later would fail if another process wrote in between.
      const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      if (!/^\s*(select|pragma|begin)\b/i.test(sql)) writes += 1;
      // A full disk rolls the transaction back automatically: report that error, not the failing rollback.
      return sql === 'rollback' ? unlessFinished(wrap(statement), () => database.inTransaction) : wrap(statement);
    },
  };
}

/** Milliseconds that a statement waits for another process's transaction. */
const busyTimeoutMs = 15_000;

/** The timeout is set first, because switching to a write-ahead log already needs exclusive access for a moment. */
const settings = [
  `busy_timeout = ${busyTimeoutMs}`,
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
] as const;

/** While another process creates or closes the file, SQLite may fail at once instead of waiting. */
function openWithRetry(path: string): Database.Database {
  for (const end = performance.now() + busyTimeoutMs; ; ) {
    const database = new Database(path);
    try {
      for (const setting of settings) database.prepare(`PRAGMA ${setting}`).all([]);
      return database;
    } catch (error) {
      database.close();
      if (!isLocked(error) || performance.now() > end) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

/** Whether another connection or process holds what was asked for. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(systemCodeOf(error));
}

/** Never notified: waiting on it pauses this thread. */
const pause = new Int32Array(new SharedArrayBuffer(4));

function unlessFinished(rollback: SqliteStatement, isUnderWay: () => boolean): SqliteStatement {
  return {
    ...rollback,
    run: (parameters) => (isUnderWay() ? rollback.run(parameters) : { changes: 0, lastInsertRowid: 0 }),
  };
}

interface LibsqlStatement {
  reader: boolean;
  all(parameters: Bindable[]): unknown[];
  run(parameters: Bindable[]): { changes: number; lastInsertRowid: number | bigint };
  iterate(parameters: Bindable[]): IterableIterator<unknown>;
}

function wrap(statement: LibsqlStatement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(bindable)),
    run: (parameters) => statement.run(parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(parameters.map(bindable)),
  };
}

/** Opens an SQLite file that no other process can open until it is closed. @throws if it is locked */
export function openExclusively(path: string): { close: () => void } {
  const database = new Database(path);
  try {
    database.prepare('PRAGMA busy_timeout = 0').all([]);
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    close: () => {
      // The file stays locked after closing until the last statement is garbage-collected.
      database.exec('rollback');
      database.close();
    },
  };
}
