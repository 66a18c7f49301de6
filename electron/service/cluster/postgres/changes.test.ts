import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalogue } from '../../catalogue/database/catalogue.ts';
import {
  type PostgresForTest,
  sharedPostgres,
  testPassword,
} from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { cacheUntilChange } from '../../catalogue/records/cache-until-change.ts';
import { changeNamespace, createNamespace, findNamespace } from '../../catalogue/records/namespaces.ts';
import { openCatalogue } from '../../opening/catalogue-location.ts';

let server: PostgresForTest;
let folder = '';
let database = '';
let user = '';
let opened: Catalogue[] = [];

/** Opens the database as a user with few rights, whose connections can be limited. */
async function openNode(name: string): Promise<Catalogue> {
  const url = new URL(server.url(database, null));
  url.username = user;
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, testPassword);
  const catalogue = await openCatalogue(path.join(folder, name), { url: url.href, passwordFile });
  opened.push(catalogue);
  // Until it listens.
  await expect.poll(() => catalogue.generation().split('.').length).toBe(2);
  return catalogue;
}

/** Labels of namespaces by slug as a page of rows reads them, and how often they were loaded. */
function labels(catalogue: Catalogue) {
  let loaded = 0;
  const find = cacheUntilChange(catalogue, async (slug: string) => {
    loaded += 1;
    return (await findNamespace(catalogue.records, slug))?.label;
  });
  return {
    async read(slug: string) {
      await catalogue.refresh();
      return await find(slug);
    },
    loaded: () => loaded,
  };
}

describe.skipIf(skipWithoutPostgres())('Changes of a catalogue in PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
    user = await server.createUser();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-changes-'));
    database = await server.createDatabase();
    await server.query(`alter database ${database} owner to ${user}`);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.query(`alter role ${user} connection limit -1`);
    await Promise.all(opened.map((catalogue) => catalogue.close()));
    opened = [];
    await rm(folder, { recursive: true, force: true });
  });

  it('by this node are seen at once; reading changes nothing', async () => {
    const a = await openNode('a');
    const names = labels(a);
    const { id } = await createNamespace(a.records, { slug: 'n', label: '0' });
    for (let turn = 1; turn <= 30; turn += 1) {
      expect(await names.read('n')).toBe(String(turn - 1));
      await changeNamespace(a.records, id, { label: String(turn) });
    }
    expect(await names.read('n')).toBe('30');
    // The announcement of the last change may still arrive.
    await expect.poll(async () => (await countQueries(() => names.read('n'))).length).toBe(0);
  });

  it('by another node are announced, and nothing is asked in between', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    const names = labels(b);
    const { id } = await createNamespace(a.records, { slug: 'n', label: 'first' });
    await expect.poll(() => names.read('n')).toBe('first');
    await expect.poll(async () => (await countQueries(() => names.read('n'))).length).toBe(0);
    const before = names.loaded();
    for (let turn = 0; turn < 100; turn += 1) await names.read('n');
    expect(names.loaded()).toBe(before);
    let heard = 0;
    b.onChange(() => {
      heard += 1;
    });
    await changeNamespace(a.records, id, { label: 'second' });
    await expect.poll(() => names.read('n')).toBe('second');
    expect(heard).toBeGreaterThan(0);
  });

  it('counts of use are no change', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    const start = b.generation();
    await createNamespace(a.records, { slug: 'n', label: 'N' });
    await expect.poll(() => b.generation()).not.toBe(start);
    const before = b.generation();
    await a.records.updateTable('datasets').set({ views: 1, row_queries: 2 }).execute();
    // What is announced later arrives later.
    await a.records.insertInto('groups').values({ name: 'g' }).execute();
    await expect.poll(() => b.generation()).not.toBe(before);
    const [announced, then] = [before, b.generation()].map((generation) => Number(generation.split('.')[1]));
    expect(then).toBe((announced ?? 0) + 1);
  });

  it('nothing stale is served while announcements cannot be received, and each request asks once', async () => {
    const [a, b] = [await openNode('a'), await openNode('b')];
    const names = labels(b);
    const { id } = await createNamespace(a.records, { slug: 'n', label: '0' });
    await expect.poll(() => names.read('n')).toBe('0');
    // Each node needs a connection for its statements from now on, and gets none to listen again.
    await server.query(`alter role ${user} connection limit 0`);
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}' and query ~* '^(listen|select 1$)'`,
    );
    await expect.poll(() => b.refresh().then(() => b.generation().split('.').length)).toBe(4);
    for (let turn = 1; turn <= 30; turn += 1) {
      await changeNamespace(a.records, id, { label: String(turn) });
      expect(await names.read('n')).toBe(String(turn));
      // What the nodes try by themselves meanwhile would be counted too.
      const asked = () => countQueries(() => names.read('n'));
      await expect.poll(asked).toEqual([expect.stringContaining('pg_current_snapshot')]);
    }
    await server.query(`alter role ${user} connection limit -1`);
    await expect.poll(() => b.generation().split('.').length).toBe(2);
    await changeNamespace(a.records, id, { label: 'back' });
    await expect.poll(() => names.read('n')).toBe('back');
  });
});

/** The statements that are sent while something is done, without those that check the listening connection. */
async function countQueries(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await act();
  for (const [first] of spy.mock.calls as unknown[][]) if (first !== 'select 1') sent.push(String(first));
  spy.mockRestore();
  return sent;
}
