import type pg from 'pg';
import { onLivingConnection, openPool, type PostgresServer } from './connections.ts';
import { asPostgresProblem, isConnectionLost } from './postgres-problem.ts';

/** Locks by name that hold on all nodes. */
export interface SharedLocks {
  /**
   * Does work while no caller on any node does work of the same name. PostgreSQL frees the lock of a node that is
   * stopped.
   * @throws {CatalogueUnavailableError} if the lock cannot be taken
   */
  hold<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Maximum number of locks that a node holds or waits for; further work waits here. */
const maxConnections = 4;

/** Class of the named locks, which keeps them apart from the lock of the writers. */
const named = 1;

/**
 * Opens locks on connections of their own, because work that holds a lock needs other connections for its statements.
 * @param onLocked called when a lock was taken: its last holder may have changed something that is not announced yet
 */
export function openSharedLocks(server: PostgresServer, onLocked: () => void): SharedLocks {
  const pool = openPool(server, maxConnections);

  async function take(name: string): Promise<pg.PoolClient> {
    let isLost = false;
    const attempt = async () => {
      isLost = false;
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [named, name]);
        return client;
      } catch (error) {
        isLost = isConnectionLost(error);
        client.release(true);
        throw error;
      }
    };
    try {
      return await onLivingConnection(maxConnections, attempt, () => isLost);
    } catch (error) {
      throw asPostgresProblem(error, server.label);
    }
  }

  return {
    async hold(name, work) {
      const client = await take(name);
      onLocked();
      try {
        return await work();
      } finally {
        await client.query('commit').then(
          () => client.release(),
          // A lost connection has freed the lock already.
          () => client.release(true),
        );
      }
    },
    close: () => pool.end(),
  };
}
