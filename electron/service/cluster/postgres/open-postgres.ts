import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { Catalogue, SharedProgress, SharedRates } from '../../catalogue/database/catalogue.ts';
import type { Tables } from '../../catalogue/database/tables.ts';
import { takeLease } from '../../rows/version-files/leases.ts';
import { Changes } from './changes.ts';
import { newClient, openPostgresConnections, type PostgresConnections, type PostgresServer } from './connections.ts';
import { PostgresLeases } from './leases.ts';
import { sharedLoginTally } from './login-attempts.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { PostgresNodes } from './nodes.ts';
import { asPostgresProblem } from './postgres-problem.ts';

/** Milliseconds for which a catalogue that is being closed waits for PostgreSQL to answer. */
const closingTimeoutMs = 5_000;

/** Milliseconds after which connections that were opened since then are cut as well. */
const cutAgainMs = 200;

/** Opens a catalogue, created or migrated if necessary. @throws {CatalogueUnavailableError | StoreProblemError} */
export async function openPostgres(address: PostgresServer): Promise<Catalogue> {
  const sockets = new Set<Socket>();
  const server = { ...address, sockets };
  await migrate(server);
  // Both need the other: a written transaction is a change, and changes are asked for over a connection.
  let noteWrite = () => {};
  const connections = openPostgresConnections(server, () => noteWrite());
  const changes = new Changes(server, connections);
  noteWrite = () => changes.noteWrite();
  const records = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) });
  const leases = new PostgresLeases(server);
  const nodes = new PostgresNodes(connections, server.node);
  return {
    records,
    generation: () => changes.generation(),
    refresh: (mayBeOld) => changes.refresh(mayBeOld),
    servesFromMemory: () => changes.servesFromMemory(),
    onChange: (listener) => changes.onChange(listener),
    async alone(name, work) {
      const lease = await takeLease(leases, `alone ${name}`, undefined);
      // Its last holder may have changed something that is not announced yet.
      changes.noteWrite();
      return await work().finally(lease.release);
    },
    logins: sharedLoginTally(connections),
    progress: sharedProgress(connections),
    rates: sharedRates(connections),
    leases,
    nodes,
    copyTo: () => {
      throw new ExplainedError(explain('catalogue-not-copied', { server: server.label }));
    },
    async close() {
      // A server that does not answer would let statements, and the ends of connections, wait for minutes.
      let timer = setTimeout(cut, closingTimeoutMs);
      function cut(): void {
        for (const socket of sockets) socket.destroy();
        timer = setTimeout(cut, cutAgainMs);
      }
      try {
        await nodes.leave();
        await changes.close();
        await leases.close();
        await records.destroy();
        // Kysely ends connections only if they have been used.
        await connections.end();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function migrate(server: PostgresServer): Promise<void> {
  const client = newClient(server);
  client.on('error', () => {});
  try {
    await client.connect();
    await migratePostgres(client, server.label);
  } catch (error) {
    throw asPostgresProblem(error, server.label);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Exchanges the progress of imports through PostgreSQL. Writing waits for no other writer and is not announced, because
 * it happens often and no progress is cached.
 */
function sharedProgress(connections: PostgresConnections): SharedProgress {
  return {
    async put(entries) {
      // Also removes the progress that an ended node has left.
      await connections.ask(
        `with ended as (
           delete from import_progress as noted where not exists (
             select 1 from imports
             where (dataset_id, version_slug) = (noted.dataset_id, noted.version_slug) and state = 'importing'
           )
         )
         insert into import_progress (dataset_id, version_slug, progress)
         select dataset_id, version_slug, given.progress
         from unnest($1::bigint[], $2::text[], $3::text[]) as given (dataset_id, version_slug, progress)
         join imports using (dataset_id, version_slug)
         where state = 'importing'
         on conflict (dataset_id, version_slug) do update set progress = excluded.progress`,
        [
          entries.map(({ datasetId }) => datasetId),
          entries.map(({ slug }) => slug),
          entries.map(({ progress }) => progress),
        ],
      );
    },
    async read(datasetId, slug) {
      const [noted] = await connections.ask<{ progress: string }>(
        'select progress from import_progress where dataset_id = $1 and version_slug = $2',
        [datasetId, slug],
      );
      return noted?.progress ?? null;
    },
  };
}

/** Number of exchanges between removals of unneeded rows, and the age in minutes at which a row is unneeded. */
const exchangesBetweenRemovals = 100;
const retentionMinutes = 10;

/** The hash of a caller: addresses of clients are not stored themselves. */
function hashOf(caller: string): string {
  return createHash('sha256').update(caller).digest('base64');
}

/** Adds up the requests that nodes have answered, in PostgreSQL and by its clock: one statement for all callers. */
function sharedRates(connections: PostgresConnections): SharedRates {
  let exchanges = 0;
  return {
    async add(entries, perMinute) {
      const byHash = new Map(entries.map(({ caller, taken }) => [hashOf(caller), { caller, taken }]));
      exchanges += 1;
      if (exchanges % exchangesBetweenRemovals === 0)
        await connections.ask(
          `delete from request_rates where caller in (
             select caller from request_rates where at < now() - make_interval(mins => ${retentionMinutes})
             for update skip locked
           )`,
        );
      // In one order, so that nodes never wait for each other.
      const rows = await connections.ask<{ caller: string; level: number }>(
        `insert into request_rates as known (caller, level, at)
         select caller, taken, clock_timestamp()
         from unnest($1::text[], $2::float8[]) as given (caller, taken) order by caller
         on conflict (caller) do update set
           level = excluded.level
             + greatest(0, known.level - extract(epoch from excluded.at - known.at)::float8 * $3::float8 / 60),
           at = excluded.at
         returning caller, level`,
        [[...byHash.keys()], [...byHash.values()].map(({ taken }) => taken), perMinute],
      );
      return new Map(rows.map(({ caller, level }) => [byHash.get(caller)?.caller ?? '', level]));
    },
  };
}
