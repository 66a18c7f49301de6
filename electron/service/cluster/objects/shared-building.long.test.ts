import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { ObjectStore } from '../../../lib/objects/object-store.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../lib/testing/faulty-proxy.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { RowStoreOptions } from '../../opening/open-row-store.ts';
import { comparisonRules } from '../../rows/comparison/comparison.ts';
import { objectsForTest, overObjects } from '../../rows/testing/test-store.ts';
import { leasesForTest } from '../../rows/version-files/testing/leases-for-test.ts';
import type { ObjectOptions } from './object-files.ts';
import { rowIndexKey } from './object-keys.ts';
import { type Node, openNode } from './testing/node-for-test.ts';

const rows = 20_000;
const csv = (change = '') =>
  `id,name,size\n${Array.from({ length: rows }, (_, id) => `${id},name ${(id * 7919) % rows}${id < 50 ? change : ''},${(id % 90) / 4}`).join('\n')}\n`;
const byName = { ordering: [{ column: 'name', descending: true }] };

/** With leases in this process: see `leases.test.ts` for those in PostgreSQL. */
describe.skipIf(!overObjects)('what nodes over the same object storage derive', () => {
  let objects: ObjectOptions;
  let store: ObjectStore;
  let leases: ReturnType<typeof leasesForTest>;
  let proxies: FaultyProxy[];
  let nodes: Node[];
  let a: Node;
  let b: Node;
  let version: StoredVersion;

  beforeEach(async () => {
    [proxies, nodes] = [[], []];
    objects = objectsForTest();
    store = new ObjectStore(objects.address, objects.key);
    leases = leasesForTest();
    a = await node();
    version = await publish(csv());
    await whenShared(rowIndexKey(version.key));
    b = await node();
  });
  afterEach(async () => {
    for (const one of nodes) await one.close();
    for (const proxy of proxies) await proxy.close();
    await store.close();
  });

  /** A node whose requests go through a proxy of its own. */
  async function node(options: RowStoreOptions = {}): Promise<Node> {
    const proxy = await startFaultyProxy(objects.address.endpoint);
    const address = { ...objects.address, endpoint: proxy.address };
    const opened = await openNode({ objects: { ...objects, address }, leases: leases.others(), ...options });
    proxies.push(proxy);
    nodes.push(opened);
    return opened;
  }

  const proxyOf = (on: Node) => proxies[nodes.indexOf(on)] as FaultyProxy;
  const requests = (on: Node, method: string, name: string) =>
    proxyOf(on).requests.filter((line) => line.startsWith(method) && line.endsWith(name)).length;

  async function publish(text: string): Promise<StoredVersion> {
    const path = join(a.folder, 'source.csv');
    await writeFile(path, text);
    return a.rows.ingest(`v${process.hrtime.bigint()}`, { path, format: 'csv' }, {}, {});
  }

  async function whenShared(key: string): Promise<void> {
    await expect.poll(() => store.readWhole(key).then((found) => found !== null)).toBe(true);
  }

  const derived = async (on: Node, ending: string) =>
    (await readdir(on.cached(version)).catch(() => [])).filter((name) => name.endsWith(ending));

  /** Lets a node send nothing of one kind until the returned function is called. */
  function holdBack(on: Node, ending: string): () => void {
    proxyOf(on).fault = (method, path) =>
      method === 'PUT' && path.endsWith(ending) ? { kind: 'status', status: 503 } : null;
    return () => {
      proxyOf(on).fault = () => null;
    };
  }

  it('is built by one of two that need it at the same time: an order', async () => {
    const pages = await Promise.all([a, b].map((on) => on.page(version, byName, 10_000)));
    expect(pages[0]).toHaveLength(100);
    expect(pages[1]).toEqual(pages[0]);
    expect(requests(a, 'PUT', '.view') + requests(b, 'PUT', '.view')).toBe(1);
    await expect
      .poll(async () => [await derived(a, '.view'), await derived(b, '.view')])
      .toEqual(Array(2).fill(await derived(a, '.view')));
    expect(leases.held.size).toBe(0);
  });

  it('is built by one of two that need it at the same time: groups, a profile and a comparison', async () => {
    const other = await publish(csv(' changed'));
    const both = async (work: (on: Node) => Promise<unknown>) => {
      const [one, two] = await Promise.all([work(a), work(b)]);
      expect(two).toEqual(one);
      return one;
    };
    const found = await both((on) => on.rows.open(version).diff(other, ['id'], {}));
    expect(found).toMatchObject({ added: 0, removed: 0, changed: 50 });
    await both((on) => on.rows.open(version).diffPage(other, ['id'], { offset: 0, limit: 100 }, {}));
    await both((on) => on.rows.open(version).profile(everyRow, 'size', {}));
    for (const name of ['pairs.bin', 'summary.json', `profile-6-${comparisonRules}-2.json`])
      await expect.poll(() => requests(a, 'PUT', name) + requests(b, 'PUT', name)).toBe(1);
  });

  it('is built anew if the object is damaged', async () => {
    const expected = await a.page(version, byName, 10_000);
    const [name = ''] = await derived(a, '.view');
    const key = a.derivedKey(version, name);
    await whenShared(key);
    const content = (await store.readWhole(key)) ?? Buffer.alloc(0);
    for (let at = 0; at < content.length; at += 500) content[at] = (content[at] ?? 0) ^ 1;
    await store.put(key, content);
    const cold = await node();
    expect(await cold.page(version, byName, 10_000)).toEqual(expected);
    await expect.poll(() => derived(cold, '.view')).toEqual([name]);
    expect(await readFile(cold.cached(version, name))).toEqual(await readFile(a.cached(version, name)));
  });

  it('is waited for until it is sent, and built here if that fails', async () => {
    const release = holdBack(a, '.view');
    const expected = await a.page(version, byName, 10_000);
    const waiting = b.page(version, byName, 10_000);
    await expect.poll(() => requests(b, 'GET', '.view')).toBeGreaterThan(0);
    expect(leases.held.size).toBe(1);
    expect(await waiting).toEqual(expected);
    release();
    expect(a.log.join('\n')).toContain('could not be written');
    await expect.poll(() => requests(b, 'PUT', '.view')).toBe(1);
  });

  it('is built by the other if the first one cancels', async () => {
    const controller = new AbortController();
    const slow = await node({ threads: 1 });
    proxyOf(slow).fault = (_, path) => (path.endsWith('data.parquet') ? { kind: 'pause', afterBytes: 10 } : null);
    const query = { ...everyRow, ...byName };
    const first = slow.rows.open(version).page(query, 10_000, 100, { signal: controller.signal });
    await expect.poll(() => requests(slow, 'GET', 'data.parquet')).toBe(1);
    expect(leases.held.size).toBe(1);
    const second = b.page(version, byName, 10_000);
    await expect.poll(() => requests(b, 'GET', '.view')).toBe(1);
    expect(requests(b, 'GET', 'data.parquet')).toBe(0);
    controller.abort(new Error('Enough.'));
    await expect(first).rejects.toThrow('Enough.');
    expect(await second).toHaveLength(100);
    await expect.poll(() => requests(b, 'PUT', '.view')).toBe(1);
  });

  it('is waited for until the caller cancels, which the builder does not notice', async () => {
    const slow = await node();
    let isPaused = true;
    proxyOf(slow).fault = (_, path) =>
      isPaused && path.endsWith('data.parquet') ? { kind: 'status', status: 503 } : null;
    const first = slow.page(version, byName, 10_000);
    await expect.poll(() => requests(slow, 'GET', 'data.parquet')).toBeGreaterThan(0);
    const controller = new AbortController();
    const query = { ...everyRow, ...byName };
    const second = b.rows.open(version).page(query, 10_000, 100, { signal: controller.signal });
    await expect.poll(() => requests(b, 'GET', '.view')).toBe(1);
    controller.abort(new Error('Enough.'));
    await expect(second).rejects.toThrow('Enough.');
    isPaused = false;
    expect(await first).toHaveLength(100);
    await expect.poll(() => requests(slow, 'PUT', '.view')).toBe(1);
  });

  it('is used for other orders: the ranks of a column', async () => {
    const ranked = { viewLimits: { rankedFrom: 1000 } };
    const one = await node(ranked);
    const two = await node(ranked);
    const bySize = (descending: boolean) => ({ ordering: [{ column: 'size', descending }] });
    await one.page(version, bySize(true), 10_000);
    const [name = ''] = await derived(one, '.ranks');
    await whenShared(one.derivedKey(version, name));
    expect(await two.page(version, bySize(false), 10_000)).toEqual(await a.page(version, bySize(false), 10_000));
    expect(await derived(two, '.ranks')).toEqual([name]);
    // Neither the ranks nor the order that was made of them needed the stored file.
    expect(requests(two, 'GET', 'data.parquet')).toBe(0);
  });

  it('is built without asking others while they cannot be asked', async () => {
    const alone = await node({
      leases: {
        tryTake: async () => {
          throw new Error('No PostgreSQL.');
        },
      },
    });
    expect(await alone.page(version, byName, 10_000)).toEqual(await a.page(version, byName, 10_000));
    expect(alone.log.join('\n')).toContain('No PostgreSQL.');
  });
});
