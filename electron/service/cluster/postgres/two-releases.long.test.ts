import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresForTest, sharedPostgres } from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { fill } from '../../conformance/testing/fixtures.ts';
import type { Service } from '../../service.ts';
import { openSharedNodes, type SharedNodes } from '../../testing/shared-nodes.ts';
import { migratePostgres, oldestProgramFor } from './migrate-postgres.ts';
import { type PostgresMigration, postgresMigrations } from './schema.ts';

/** What a later release might add. */
const additive: PostgresMigration = {
  isAdditive: true,
  sql: `
    alter table datasets add column theme text collate "C" not null default '';
    alter table versions add column reviewed bigint;
    create index datasets_by_theme on datasets (theme);
    create table themes (name text collate "C" primary key);
    create trigger themes_changed after insert or delete or update on themes
      for each statement execute function announce_change();`,
};

/** What no program that does not know it can live with. */
const breaking: PostgresMigration = { isAdditive: false, sql: 'alter table datasets rename column label to title' };

let server: PostgresForTest;
let nodes: SharedNodes;

/** Starts a node of this release. */
const startNode = (name: string) => nodes.start(name);

/** Migrates as the program of a release with these migrations does when it starts. */
async function startRelease(steps: readonly PostgresMigration[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.url(nodes.database) });
  await client.connect();
  try {
    await migratePostgres(client, 'the server', steps);
  } finally {
    await client.end();
  }
}

async function labelAt({ url }: Service, token: string, change?: string): Promise<string> {
  const answer = await fetch(`${url}api/v1/namespaces/city/datasets/population/`, {
    method: change === undefined ? 'GET' : 'PATCH',
    headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
    ...(change === undefined ? {} : { body: JSON.stringify({ label: change }) }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { label: string }).label;
}

describe('The oldest program for a schema', () => {
  it('knows all migrations up to the last that is not additive', () => {
    const step = (isAdditive: boolean) => ({ sql: '', isAdditive });
    expect(oldestProgramFor([step(false)])).toBe(1);
    expect(oldestProgramFor([step(false), step(true), step(true)])).toBe(1);
    expect(oldestProgramFor([step(false), step(true), step(false), step(true)])).toBe(3);
  });
});

describe.skipIf(skipWithoutPostgres())('Two releases on one schema', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    nodes = await openSharedNodes(server);
  });
  afterEach(async () => {
    await nodes.close();
  });

  it('run side by side if the newer one only adds: the older one continues, and starts again', async () => {
    const older = await startNode('a');
    const { owner } = await fill(older);
    await startRelease([...postgresMigrations, additive]);
    expect(await labelAt(older, owner, 'Changed by the older one')).toBe('Changed by the older one');
    // What the newer one writes is announced to the older one.
    await server.query(
      "update datasets set label = 'By the newer one', theme = 't' where slug = 'population'",
      nodes.database,
    );
    await expect.poll(() => labelAt(older, owner)).toBe('By the newer one');
    const again = await startNode('b');
    expect(await labelAt(again, owner, 'Changed after a restart')).toBe('Changed after a restart');
    await expect.poll(() => labelAt(older, owner)).toBe('Changed after a restart');
    const body = new FormData();
    body.set('file', new Blob(['a,b\n1,2\n']), 'rows.csv');
    const versions = `${again.url}api/v1/namespaces/city/datasets/population/versions/`;
    const sent = await fetch(versions, { method: 'POST', headers: { Authorization: `Token ${owner}` }, body });
    expect(sent.status).toBe(202);
    const report = async () =>
      (await (
        await fetch(`${sent.headers.get('location')}report/`, { headers: { Authorization: `Token ${owner}` } })
      ).json()) as {
        state: string;
      };
    await expect.poll(async () => (await report()).state).toBe('ready');
    const added = await server.query(
      'select theme, reviewed from datasets join versions on dataset_id = datasets.id',
      nodes.database,
    );
    expect(added).toContainEqual({ theme: 't', reviewed: null });
    // Neither has taken back what the newer one added.
    expect(await server.query('select version, oldest from catalogue_version', nodes.database)).toEqual([
      { version: `${postgresMigrations.length + 1}`, oldest: `${oldestProgramFor(postgresMigrations)}` },
    ]);
  });

  it('do not, if the newer one changes what is there: it waits for the older ones to end, which then start no more', async () => {
    const older = await startNode('a');
    const { owner } = await fill(older);
    const refused = startRelease([...postgresMigrations, breaking]);
    await expect(refused).rejects.toMatchObject({ reason: { code: 'catalogue-older-nodes' } });
    await expect(refused).rejects.toThrow(
      new RegExp(`\\(.* ${process.pid}\\)\\. Nothing was changed\\. Stop them first`),
    );
    expect(await labelAt(older, owner, 'Still there')).toBe('Still there');
    await nodes.stop(older);
    await startRelease([...postgresMigrations, breaking]);
    const late = startNode('a');
    await expect(late).rejects.toMatchObject({ reason: { code: 'catalogue-server-newer' } });
    await expect(late).rejects.toThrow(/Install the newer Almanac on this node/);
    expect(await server.query('select title from datasets where slug = $$population$$', nodes.database)).toEqual([
      { title: 'Still there' },
    ]);
  });

  it('nodes of the first release, which do not record what they know, hold up a breaking migration too', async () => {
    await startRelease(postgresMigrations.slice(0, 1));
    // As that release stored its version, and its heartbeats.
    await server.query('alter table catalogue_version drop column oldest', nodes.database);
    await server.query(
      "insert into nodes (id, name, started, seen) values ('x', 'first 1', now(), now())",
      nodes.database,
    );
    await startRelease(postgresMigrations);
    await expect(startRelease([...postgresMigrations, breaking])).rejects.toThrow(/first 1/);
    await server.query('delete from nodes', nodes.database);
    await startRelease([...postgresMigrations, breaking]);
    await expect(startRelease(postgresMigrations)).rejects.toMatchObject({
      reason: { code: 'catalogue-server-newer' },
    });
  });
});
