import type pg from 'pg';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { lockForWriting } from './connections.ts';
import { postgresMigrations } from './schema.ts';

/** The database was migrated by a later release, whose schema is unknown. */
export class NewerDatabaseError extends ExplainedError {
  constructor(server: string, found: number, known: number) {
    super(explain('catalogue-server-newer', { server, found, known }));
    this.name = 'NewerDatabaseError';
  }
}

/**
 * Migrates a database to the newest schema in one transaction. Nodes that start at the same time wait for each other,
 * and for writers.
 * @throws {NewerDatabaseError}
 */
export async function migratePostgres(
  client: pg.ClientBase,
  server: string,
  steps: readonly string[] = postgresMigrations,
): Promise<void> {
  if ((await versionOf(client)) === steps.length) return;
  await client.query(`begin; ${lockForWriting}`);
  try {
    await client.query('create table if not exists catalogue_version (version bigint not null)');
    // Another node may have migrated it since the version was read.
    const found = await versionOf(client);
    if (found > steps.length) throw new NewerDatabaseError(server, found, steps.length);
    for (const step of steps.slice(found)) await client.query(step);
    await client.query('delete from catalogue_version');
    await client.query('insert into catalogue_version (version) values ($1)', [steps.length]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** 0 for a database without a catalogue. */
async function versionOf(client: pg.ClientBase): Promise<number> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('catalogue_version') is not null as there",
  );
  if (tables[0]?.there !== true) return 0;
  const { rows } = await client.query<{ version: number }>('select version from catalogue_version');
  return rows[0]?.version ?? 0;
}
