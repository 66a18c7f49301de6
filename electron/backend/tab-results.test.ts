import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { password } from '../service/conformance/testing/fixtures.ts';
import { type TestTab, tabsUnderTest } from './testing/tabs-under-test.ts';

const { under, openTab, logIn, download, scratchFolder, reported } = tabsUnderTest();

const connection = 'local';
const secret = 'SELECT * FROM "hidden/secret"';
const counted = 'SELECT year, count(*) AS n FROM "city/population" GROUP BY year';

/** Runs a statement, and waits until its whole result can be read. */
async function resultOf({ caller }: TestTab, sql: string) {
  const { id, reference } = await caller.call('viewSqlResult', { connection, sql });
  const isStored = async () =>
    (await caller.call('listViewedFiles', {})).find((file) => file.id === id)?.stored === true;
  await vi.waitUntil(isStored, { timeout: 60_000 });
  return { id, reference };
}

const firstRows = async ({ caller }: TestTab, reference: Awaited<ReturnType<typeof resultOf>>['reference']) =>
  (await caller.call('readRows', { reference, query: everyRow, offset: 0, limit: 9 })).rows;

describe('a statement of a tab', () => {
  it('has the rights of the account', async () => {
    const owner = await openTab(await logIn('owner', password));
    expect((await owner.caller.call('runSql', { connection, sql: secret, limit: 5 })).count).toBe(5);
    for (const tab of [await openTab(), await openTab(await logIn('stranger', password))]) {
      const unknown = { failure: { kind: 'bad-query' } };
      await expect(tab.caller.call('runSql', { connection, sql: secret, limit: 5 })).rejects.toMatchObject(unknown);
      await expect(tab.caller.call('viewSqlResult', { connection, sql: secret })).rejects.toMatchObject(unknown);
    }
  });

  it('has a result that is read, filtered and exported like a dataset, and names no folder of the service', async () => {
    const tab = await openTab();
    const { id, reference } = await resultOf(tab, counted);
    expect(await firstRows(tab, reference)).toEqual([
      [1990, 2],
      [1991, 2],
      [1992, 1],
    ]);
    const filters = [{ column: 'n', lookup: 'gte', value: '2' }] as const;
    const query = { ...everyRow, filters, ordering: [{ column: 'year', descending: true }] };
    const page = await tab.caller.call('readRows', { reference, query, offset: 0, limit: 9 });
    expect(page.rows).toEqual([
      [1991, 2],
      [1990, 2],
    ]);
    expect(await tab.caller.call('groupsRows', { connection: reference.connection })).toBe(true);
    expect(await tab.caller.call('outlineColumns', { reference, version: null })).toHaveLength(2);
    const file = await tab.caller.call('exportResult', { id, query, format: 'csv' });
    expect(await (await download(file)).text()).toBe('year,n\r\n1991,2\r\n1990,2\r\n');
    expect(JSON.stringify(await tab.caller.call('listViewedFiles', {}))).not.toContain(scratchFolder);
    expect(reported).toEqual([]);
  });

  it('has a result that no other tab sees, not even one of the same account', async () => {
    const cookie = await logIn('owner', password);
    const owner = await openTab(cookie);
    const { id, reference } = await resultOf(owner, secret);
    for (const other of [await openTab(cookie), await openTab(await logIn('stranger', password)), await openTab()]) {
      const own = await resultOf(other, 'SELECT 1 AS one');
      expect((await other.caller.call('listViewedFiles', {})).map((file) => file.id)).toEqual([own.id]);
      await expect(firstRows(other, reference)).rejects.toThrow();
      await expect(other.caller.call('exportResult', { id, query: everyRow, format: 'csv' })).rejects.toThrow();
      await other.caller.call('closeViewedFile', { id });
    }
    expect(await firstRows(owner, reference)).toHaveLength(5);
  });

  it('gets no further into the service of the results', async () => {
    const tab = await openTab(await logIn('owner', password));
    const { reference } = await resultOf(tab, 'SELECT 1 AS one');
    const { caller } = tab;
    await expect(caller.call('listNamespaces', { connection: 'scratch' })).rejects.toThrow();
    await expect(caller.call('runSql', { connection: 'scratch', sql: 'SELECT 1', limit: 1 })).rejects.toThrow();
    const { dataset } = await caller.call('readDataset', reference);
    const all = new URL('../../../', dataset.url).href;
    await expect(caller.call('runQuery', { connection: 'scratch', data: all })).rejects.toThrow();
    const change = { label: 'Mine', slug: 'mine', image: { kind: 'keep' } } as const;
    await expect(caller.call('createNamespace', { connection: 'scratch', change })).rejects.toThrow();
  });

  it('ends with the session, as its result does', async () => {
    const tab = await openTab(await logIn('owner', password));
    const { reference } = await resultOf(tab, secret);
    await under.service.deps.catalogue.records.deleteFrom('sessions').execute();
    const refused = { failure: { kind: 'token-refused' } };
    await expect(firstRows(tab, reference)).rejects.toMatchObject(refused);
    await expect(tab.caller.call('listViewedFiles', {})).rejects.toMatchObject(refused);
    await expect(tab.caller.call('viewSqlResult', { connection, sql: secret })).rejects.toThrow();
  });

  it('leaves nothing when its tab closes, and keeps the newest ten results until then', async () => {
    const tab = await openTab();
    const first = await resultOf(tab, 'SELECT 0 AS n');
    for (let n = 1; n <= 10; n += 1) await resultOf(tab, `SELECT ${n} AS n`);
    await expect(firstRows(tab, first.reference)).rejects.toThrow();
    tab.socket.close();
    const left = () => globSync('results/scratch/*', { cwd: scratchFolder });
    await vi.waitUntil(() => left().length === 0, { timeout: 60_000 });
    expect(existsSync(path.join(scratchFolder, 'results'))).toBe(true);
  });

  it('is cancelled when its tab closes: others need not wait for it', async () => {
    const long = (n: number) => `SELECT count(*) + ${n} AS n FROM range(10000000000000)`;
    const tab = await openTab();
    const running = Array.from({ length: 6 }, (_, n) =>
      tab.caller.call('runSql', { connection, sql: long(n), limit: 1 }),
    );
    for (const one of running) one.catch(() => undefined);
    const other = await openTab();
    const waiting = other.caller.call('runSql', { connection, sql: 'SELECT 1 AS one', limit: 1 });
    tab.socket.terminate();
    expect((await waiting).rows).toEqual([[1]]);
  });
});
