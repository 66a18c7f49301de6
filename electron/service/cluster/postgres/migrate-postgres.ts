import type pg from 'pg';
import { explain } from '#shared/failures.ts';
import { livingNodesSql } from '../../catalogue/database/dialect.ts';
import { StoreProblemError } from '../../catalogue/database/store-problem.ts';
import { lockForWriting } from './connections.ts';
import { type PostgresMigration, postgresMigrations } from './schema.ts';

interface SchemaVersion {
  /** Number of migrations; 0 for a database without a catalogue. */
  readonly version: number;
  /** Number of migrations that a program must know to use the schema. */
  readonly oldest: number;
}

/** The number of migrations that a program must know for the newest schema: up to the last that is not additive. */
export function oldestProgramFor(steps: readonly PostgresMigration[]): number {
  return steps.findLastIndex(({ isAdditive }) => !isAdditive) + 1;
}

/**
 * Migrates a database to the newest schema in one transaction. Nodes that start at the same time wait for each other,
 * and for writers. Nodes of an earlier release continue if they can use the new schema, and so do nodes of this release
 * on a newer schema: then nothing is migrated.
 * @throws {StoreProblemError} if this node, or a running one of an earlier release, cannot use the schema; nothing is
 *   changed then
 */
export async function migratePostgres(
  client: pg.ClientBase,
  server: string,
  steps: readonly PostgresMigration[] = postgresMigrations,
): Promise<void> {
  if (isUsable(await readVersion(client), server, steps)) return;
  await client.query(`begin; ${lockForWriting}`);
  try {
    // Another node may have migrated it since the version was read.
    const found = await readVersion(client);
    if (!isUsable(found, server, steps)) await migrate(client, server, found, steps);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Whether a program that knows `steps` uses a schema as it is. */
function isUsable({ version, oldest }: SchemaVersion, server: string, steps: readonly PostgresMigration[]): boolean {
  if (oldest > steps.length) {
    throw new StoreProblemError(
      explain('catalogue-server-newer', { server, found: version, known: steps.length }),
      null,
    );
  }
  return version >= steps.length;
}

async function migrate(
  client: pg.ClientBase,
  server: string,
  { version }: SchemaVersion,
  steps: readonly PostgresMigration[],
): Promise<void> {
  const oldest = oldestProgramFor(steps);
  if (version > 0 && version < oldest) {
    const outdated = await livingNodesBefore(client, oldest);
    if (outdated.length > 0) {
      throw new StoreProblemError(explain('catalogue-older-nodes', { server, nodes: outdated.join(', ') }), null);
    }
  }
  for (const { sql } of steps.slice(version)) await client.query(sql);
  await client.query(
    'create table if not exists catalogue_version (version bigint not null); alter table catalogue_version add column if not exists oldest bigint',
  );
  await client.query('delete from catalogue_version');
  await client.query('insert into catalogue_version (version, oldest) values ($1, $2)', [steps.length, oldest]);
}

/** Names of the nodes with a heartbeat whose program knows fewer migrations. */
async function livingNodesBefore(client: pg.ClientBase, oldest: number): Promise<string[]> {
  // The first schema does not record which migrations nodes know.
  const { rows } = await client.query<{ name: string }>(
    `select name from nodes
     where ${livingNodesSql} and coalesce((to_jsonb(nodes) ->> 'knows')::bigint, 1) < $1 order by name`,
    [oldest],
  );
  return rows.map(({ name }) => name);
}

async function readVersion(client: pg.ClientBase): Promise<SchemaVersion> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('catalogue_version') is not null as there",
  );
  if (tables[0]?.there !== true) return { version: 0, oldest: 0 };
  // The first release did not record which programs can use its schema: those that know all of it.
  const { rows } = await client.query<{ version: number; oldest: number }>(
    "select version, coalesce((to_jsonb(known) ->> 'oldest')::bigint, version) as oldest from catalogue_version as known",
  );
  return rows[0] ?? { version: 0, oldest: 0 };
}
