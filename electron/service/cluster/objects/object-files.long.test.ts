import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import { objectAddressText } from '../../../lib/objects/object-address.ts';
import { ObjectStore } from '../../../lib/objects/object-store.ts';
import type { ObjectStoreError } from '../../../lib/objects/object-store-error.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../lib/testing/faulty-proxy.ts';
import { mayMount, mountDisk, unmountDisk } from '../../../lib/testing/small-disk.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { RowStoreOptions } from '../../opening/open-row-store.ts';
import { comparisonRules } from '../../rows/comparison/comparison.ts';
import { objectsForTest, overObjects } from '../../rows/testing/test-store.ts';
import type { ObjectOptions } from './object-files.ts';
import { dataKey, rowIndexKey, rowsKey } from './object-keys.ts';
import { type Node, openNode } from './testing/node-for-test.ts';

const rows = 20_000;
const text = `id,name,size\n${Array.from({ length: rows }, (_, id) => `${id},name ${(id * 7919) % rows},${(id % 90) / 4}`).join('\n')}\n`;
const byName = { ordering: [{ column: 'name', descending: true }] };

async function contentOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

describe.skipIf(!overObjects)('versions in object storage', () => {
  let objects: ObjectOptions;
  let store: ObjectStore;
  let proxy: FaultyProxy;
  const nodes: Node[] = [];
  let writer: Node;
  let version: StoredVersion;

  beforeEach(async () => {
    objects = objectsForTest();
    store = new ObjectStore(objects.address, objects.key);
    proxy = await startFaultyProxy(objects.address.endpoint);
    writer = await node({ objects });
    version = await publish(text);
  });
  afterEach(async () => {
    for (const one of nodes.splice(0)) await one.close();
    await proxy.close();
    await store.close();
  });

  async function node(options: RowStoreOptions, folder?: string): Promise<Node> {
    const opened = await openNode(options, folder);
    nodes.push(opened);
    return opened;
  }

  /** A node without anything of its own, whose requests go through the proxy. */
  async function coldNode(options: RowStoreOptions = {}, folder?: string): Promise<Node> {
    return node({ objects: throughProxy(), prepareAlways: false, ...options }, folder);
  }

  const throughProxy = () => ({ ...objects, address: { ...objects.address, endpoint: proxy.address } });

  async function publish(content: string, on: Node = writer): Promise<StoredVersion> {
    const path = join(on.folder, 'source.csv');
    await writeFile(path, content);
    return on.rows.ingest(`v${process.hrtime.bigint()}`, { path, format: 'csv' }, {}, {});
  }

  /** The row file is offered to other nodes soon after it was built. */
  async function whenShared(key: string): Promise<void> {
    await expect.poll(() => store.readWhole(key).then((found) => found !== null)).toBe(true);
  }

  const gets = (name: string) => proxy.requests.filter((line) => line.startsWith('GET') && line.endsWith(name)).length;

  async function overwrite(key: string, change: (content: Buffer) => Buffer): Promise<() => Promise<void>> {
    const content = (await store.readWhole(key)) ?? Buffer.alloc(0);
    await store.put(key, change(Buffer.from(content)));
    return () => store.put(key, content);
  }

  function flipped(content: Buffer): Buffer {
    const at = Math.floor(content.length / 2);
    content[at] = (content[at] ?? 0) ^ 1;
    return content;
  }

  describe('a page on a node that has nothing of the version', () => {
    it('takes two reads, then one, and fetches no file', async () => {
      await whenShared(rowIndexKey(version.key));
      const cold = await coldNode();
      for (const [offset, reads] of [
        [777, 2],
        [1234, 1],
        [19_950, 1],
      ] as const) {
        proxy.requests.length = 0;
        expect(await cold.page(version, {}, offset)).toEqual(await writer.page(version, {}, offset));
        expect(proxy.requests.filter((line) => line.startsWith('GET'))).toHaveLength(reads);
      }
      expect(gets('data.parquet') + gets('rows-1.bin')).toBe(1);
      expect(await readdir(cold.folder).then((names) => names.includes('cache'))).toBe(true);
      expect(await readdir(join(cold.folder, 'cache'))).toEqual([]);
    });

    it('is the same wherever it begins and ends', async () => {
      await whenShared(rowIndexKey(version.key));
      const cold = await coldNode();
      for (const [offset, limit] of [
        [0, 1],
        [31, 1],
        [31, 2],
        [32, 32],
        [33, 300],
        [rows - 1, 1],
        [rows - 40, 100],
        [rows, 10],
      ] as const)
        expect(await cold.page(version, {}, offset, limit)).toEqual(await writer.page(version, {}, offset, limit));
    });

    it('has the fetched row file soon, and then needs no more reads', async () => {
      await whenShared(rowIndexKey(version.key));
      const cold = await coldNode({ prepareAlways: true });
      const first = await cold.page(version, {}, 500);
      await expect.poll(() => readdir(cold.cached(version, 'rows')).catch(() => [])).toEqual(['rows.bin', 'rows.off']);
      for (const name of ['rows.bin', 'rows.off'])
        expect(await readFile(cold.cached(version, 'rows', name))).toEqual(
          await readFile(writer.cached(version, 'rows', name)),
        );
      proxy.requests.length = 0;
      expect(await cold.page(version, {}, 500)).toEqual(first);
      expect(proxy.requests).toEqual([]);
    });

    it.each(['rows-1.bin', 'rows-1.idx'])('is right if a bit of %s changes on its way', async (name) => {
      await whenShared(rowIndexKey(version.key));
      const cold = await coldNode();
      proxy.fault = (_, path) => (path.endsWith(name) ? { kind: 'flip', atByte: 500 } : null);
      expect(await cold.page(version, {}, 100)).toEqual(await writer.page(version, {}, 100));
    });

    it('is read from the stored file while there is no row file', async () => {
      const cold = await coldNode();
      proxy.fault = (_, path) => (path.includes('rows-1') ? { kind: 'status', status: 404, code: 'NoSuchKey' } : null);
      expect(await cold.page(version, {}, 100)).toEqual(await writer.page(version, {}, 100));
    });
  });

  describe('a stored file', () => {
    const profile = (on: Node, column = 'name') => on.rows.open(version).profile(everyRow, column, {});

    it('is fetched once for all that need it at the same time', async () => {
      const cold = await coldNode();
      proxy.fault = (_, path) =>
        path.includes('/derived/') ? { kind: 'status', status: 404, code: 'NoSuchKey' } : null;
      const digests = Array.from({ length: 10 }, () => cold.rows.open(version).contentDigest({}));
      const profiles = ['id', 'name', 'size'].map((column) => profile(cold, column));
      await Promise.all([...digests, ...profiles]);
      expect(gets('data.parquet')).toBe(1);
      expect(new Set(await Promise.all(digests))).toEqual(new Set([await writer.rows.open(version).contentDigest({})]));
    });

    it.each([
      ['the connection is lost', { kind: 'cut', afterBytes: 20_000 } as const],
      ['a bit changes on the way', { kind: 'flip', atByte: 20_000 } as const],
      ['the store fails', { kind: 'status', status: 503 } as const],
      ['no answer comes', { kind: 'drop' } as const],
    ])('is fetched completely although once %s', async (_, fault) => {
      const cold = await coldNode();
      let faults = 0;
      proxy.fault = (_method, path) => {
        if (!path.endsWith('data.parquet') || faults > 0) return null;
        faults += 1;
        return fault;
      };
      expect(await cold.rows.open(version).contentDigest({})).toBe(await writer.rows.open(version).contentDigest({}));
      expect(faults).toBe(1);
    });

    it.each(['altered', 'shorter', 'missing'] as const)('that is %s in the store is never served', async (how) => {
      const change = how === 'altered' ? flipped : (content: Buffer) => content.subarray(1);
      const restore = await overwrite(dataKey(version.key), change);
      if (how === 'missing') await store.remove(dataKey(version.key));
      const cold = await coldNode();
      const refused = { name: 'DamagedVersionError', key: version.key };
      await expect(cold.rows.open(version).contentDigest({})).rejects.toMatchObject(refused);
      await expect(cold.page(version)).rejects.toMatchObject(refused);
      const whole = async () => contentOf(await cold.rows.open(version).storedFile());
      await expect(whole()).rejects.toMatchObject(refused);
      expect(await cold.rows.verify(version, {})).toBe(how === 'missing' ? 'missing' : 'differs');
      await restore();
      expect(await cold.rows.verify(version, {})).toBe('verified');
      expect(await writer.rows.lastCheck(version)).toMatchObject({ verdict: 'verified', asWritten: false });
      expect(await whole()).toEqual(await store.readWhole(dataKey(version.key)));
      expect(await cold.rows.open(version).contentDigest({})).toBe(await writer.rows.open(version).contentDigest({}));
    });

    it('whose copy is damaged is fetched again', async () => {
      const cold = await coldNode();
      const before = await cold.rows.open(version).contentDigest({});
      const path = cold.cached(version, 'data.parquet');
      await writeFile(path, flipped(await readFile(path)));
      const content = (await store.readWhole(dataKey(version.key))) ?? Buffer.alloc(0);
      // Within a second its metadata are not looked at again, as with every stored file.
      const again = async () => {
        const digest = await cold.rows
          .open(version)
          .contentDigest({})
          .catch(() => null);
        return digest === before && (await readFile(path)).equals(content);
      };
      await expect.poll(again).toBe(true);
    });

    it('is appended to on a node that has nothing of it', async () => {
      const cold = await coldNode();
      const path = join(cold.folder, 'more.csv');
      await writeFile(path, `id,name,size\n${rows},more,1\n`);
      const key = `v${process.hrtime.bigint()}`;
      const longer = await cold.rows.ingest(key, { path, format: 'csv' }, { appendTo: version }, {});
      expect(longer.rows).toBe(rows + 1);
      expect(await writer.page(longer, {}, rows)).toEqual([{ id: rows, name: 'more', size: 1 }]);
    });

    it('is downloaded in ranges, and as a whole, from a node that has nothing of it', async () => {
      const content = (await store.readWhole(dataKey(version.key))) ?? Buffer.alloc(0);
      const cold = await coldNode();
      const range = { start: 1000, end: 5000 };
      const read = async (given?: typeof range) => contentOf(await cold.rows.open(version).storedFile(given));
      expect((await read(range)).equals(content.subarray(1000, 5000))).toBe(true);
      expect((await read()).equals(content)).toBe(true);
    });

    it('that a killed process was fetching is fetched again, and nothing half is left', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'almanac-node-'));
      let isPaused = false;
      proxy.fault = (_, path) => {
        if (!path.endsWith('data.parquet')) return null;
        isPaused = true;
        return { kind: 'pause', afterBytes: 30_000 };
      };
      const script = join(import.meta.dirname, 'testing/fetching-node-for-test.ts');
      const words = [script, folder, objectAddressText(throughProxy().address), JSON.stringify(version)];
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      const parts = async () => (await readdir(join(folder, 'cache', version.key)).catch(() => [])).length;
      await expect.poll(async () => isPaused && (await parts()) > 0).toBe(true);
      child.kill('SIGKILL');
      await once(child, 'exit');
      proxy.fault = () => null;
      const again = await coldNode({}, folder);
      expect(await readdir(again.cached(version)).catch(() => [])).toEqual([]);
      expect(await again.rows.open(version).contentDigest({})).toBe(await writer.rows.open(version).contentDigest({}));
    });

    it('that changes on its way to the store is sent again', async () => {
      const own = await node({ objects: throughProxy(), prepareAlways: false });
      const sent = () =>
        proxy.requests.filter((line) => line.startsWith('PUT') && line.endsWith('data.parquet')).length;
      proxy.fault = (method, path) =>
        method === 'PUT' && path.endsWith('data.parquet') && sent() === 1 ? { kind: 'flip-sent' } : null;
      const published = await publish(text, own);
      expect(sent()).toBe(2);
      expect(await writer.rows.verify(published, {})).toBe('verified');
    });

    it('that is larger than one part is sent in parts', async () => {
      const path = join(writer.folder, 'large');
      const file = await open(path, 'w');
      for (let at = 0; at < 50; at += 1) await file.write(Buffer.alloc(2 ** 20 - 1, at));
      await file.close();
      const { checksumOf } = await import('../../files/checksum.ts');
      const sha256 = await checksumOf(path);
      const refuse = async () => {
        throw new Error('changed');
      };
      await expect(store.putFile('large', path, sha256, { confirm: refuse })).rejects.toThrow('changed');
      expect(await store.open('large')).toBeNull();
      await store.putFile('large', path, sha256);
      const object = await store.open('large');
      expect([object?.bytes, object?.sha256]).toEqual([(await stat(path)).size, sha256]);
      expect(Buffer.concat((await object?.body.toArray()) ?? []).equals(await readFile(path))).toBe(true);
      expect(await store.read('large', 20 * 2 ** 20, 20 * 2 ** 20 + 10)).toEqual(Buffer.alloc(10, 20));
    });

    it('that is larger than one part is there if the answer to its completion is lost', async () => {
      const path = join(writer.folder, 'large');
      await writeFile(path, Buffer.alloc(20 * 2 ** 20, 1));
      const { checksumOf } = await import('../../files/checksum.ts');
      const sha256 = await checksumOf(path);
      const through = new ObjectStore(throughProxy().address, objects.key);
      let posts = 0;
      proxy.fault = (method) => (method === 'POST' && ++posts === 2 ? { kind: 'lose-answer' } : null);
      await through.putFile('large', path, sha256);
      expect(posts).toBe(3);
      expect((await store.open('large'))?.sha256).toBe(sha256);
      await through.close();
    });
  });

  describe('what one node has derived', () => {
    it('is used by another: an order', async () => {
      const expected = await writer.page(version, byName, 10_000);
      const [name = ''] = (await readdir(writer.cached(version))).filter((entry) => entry.endsWith('.view'));
      await whenShared(writer.derivedKey(version, name));
      await whenShared(rowIndexKey(version.key));
      const cold = await coldNode();
      expect(await cold.page(version, byName, 10_000)).toEqual(expected);
      // The page was read in parts, before the whole order.
      const fetched = () => readFile(cold.cached(version, name)).catch(() => null);
      await expect.poll(fetched).toEqual(await readFile(writer.cached(version, name)));
      // Neither the order nor its rows needed the stored file.
      expect(gets('data.parquet')).toBe(0);
    });

    it('is used by another: groups, profiles and the outline', async () => {
      const query = aggregateQueryFromParameters([['_group_by', 'size']], version.columns);
      const derived = async (on: Node) => [
        (await on.rows.open(version).groups(query, 0, 100)).json.toString(),
        await on.rows.open(version).profile(everyRow, 'size', {}),
        await on.rows.open(version).outline(),
      ];
      const expected = await derived(writer);
      const [groups = ''] = (await readdir(writer.cached(version))).filter((entry) => entry.endsWith('.groups'));
      const facts = ['outline-1.json', `profile-6-${comparisonRules}-2.json`];
      for (const name of [groups, ...facts]) await whenShared(writer.derivedKey(version, name));
      const cold = await coldNode();
      expect(await derived(cold)).toEqual(expected);
      expect(gets('data.parquet')).toBe(0);
    });

    it('is built again if it is damaged', async () => {
      const expected = await writer.page(version, byName, 10_000);
      const [name = ''] = (await readdir(writer.cached(version))).filter((entry) => entry.endsWith('.view'));
      await whenShared(writer.derivedKey(version, name));
      const cold = await coldNode();
      proxy.fault = (_, path) => (path.endsWith('.view') ? { kind: 'flip', atByte: 5000 } : null);
      expect(await cold.page(version, byName, 10_000)).toEqual(expected);
      await expect.poll(() => cold.log.join('\n')).toContain('could not be fetched');
      const built = () => readFile(cold.cached(version, name)).catch(() => null);
      await expect.poll(built).toEqual(await readFile(writer.cached(version, name)));
    });
  });

  describe('an object store that is away', () => {
    it('is reported, and used again when it is back', async () => {
      const away = await coldNode();
      await whenShared(rowIndexKey(version.key));
      const faultFound = () =>
        away.rows.assertReachable().then(
          () => null,
          (error: ObjectStoreError) => error.fault,
        );
      expect(await faultFound()).toBeNull();
      proxy.fault = () => ({ kind: 'drop' });
      // The last answer is valid for a second.
      await expect.poll(faultFound).toBe('unreachable');
      await expect(away.page(version)).rejects.toMatchObject({ fault: 'unreachable' });
      proxy.fault = () => null;
      await expect.poll(faultFound).toBeNull();
      expect(await away.page(version)).toEqual(await writer.page(version));
    });

    it('does not prevent reading what the node has', async () => {
      const own = await node({ objects: throughProxy() });
      const published = await publish(text, own);
      await own.rows.open(published).prepare({});
      proxy.fault = () => ({ kind: 'drop' });
      expect(await own.page(published, {}, 300)).toEqual(await writer.page(version, {}, 300));
      expect(await own.rows.open(published).contentDigest({})).toBe(await writer.rows.open(version).contentDigest({}));
    });

    it('leaves nothing of a version that could not be published', async () => {
      const own = await node({ objects: throughProxy() });
      proxy.fault = (method) => (method === 'PUT' ? { kind: 'status', status: 403, code: 'AccessDenied' } : null);
      await expect(publish(text, own)).rejects.toMatchObject({ fault: 'forbidden' });
      proxy.fault = () => null;
      expect(await readdir(join(own.folder, 'unfinished'))).toEqual([]);
      expect(await readdir(join(own.folder, 'cache'))).toEqual([]);
      const left = [];
      for await (const page of store.list('versions/'))
        left.push(...page.filter(({ key }) => !key.includes(version.key)));
      expect(left).toEqual([]);
    });

    it.each([
      ['wrong-key', (given: ObjectOptions) => ({ ...given, key: { ...given.key, secretAccessKey: 'another' } })],
      ['wrong-key', (given: ObjectOptions) => ({ ...given, key: { ...given.key, accessKeyId: 'UNKNOWN' } })],
      ['no-bucket', (given: ObjectOptions) => ({ ...given, address: { ...given.address, bucket: 'there-is-none' } })],
    ] as const)('says why it refuses: %s', async (fault, change) => {
      const wrong = await node({ objects: change(objects), prepareAlways: false });
      await expect(wrong.rows.assertReachable()).rejects.toMatchObject({ fault });
      await expect(wrong.page(version)).rejects.toMatchObject({ fault });
      await expect(publish(text, wrong)).rejects.toMatchObject({ fault });
    });
  });

  describe.skipIf(!mayMount('a disk that is too small for copies of objects'))('a disk that is full', () => {
    it('still serves pages by reading ranges', async () => {
      await whenShared(rowIndexKey(version.key));
      const folder = await mkdtemp(join(tmpdir(), 'almanac-full-'));
      await mountDisk(folder, '1m');
      try {
        const full = await openNode({ objects: throughProxy() }, folder);
        await writeFile(join(folder, 'filling'), Buffer.alloc(2 ** 20));
        for (const offset of [0, 5000, 19_900])
          expect(await full.page(version, {}, offset)).toEqual(await writer.page(version, {}, offset));
        expect(gets('data.parquet')).toBe(0);
        await expect(full.rows.open(version).contentDigest({})).rejects.toMatchObject({ code: 'ENOSPC' });
        await rm(join(folder, 'filling'));
        expect(await full.rows.open(version).contentDigest({})).toBe(await writer.rows.open(version).contentDigest({}));
        await full.rows.close();
      } finally {
        unmountDisk(folder);
        await rm(folder, { recursive: true, force: true });
      }
    });
  });

  describe('the cache', () => {
    it('does not fetch a row file that is larger than all of it', async () => {
      await whenShared(rowIndexKey(version.key));
      const small = await coldNode({ prepareAlways: true, cacheBytes: 100_000 });
      for (const offset of [0, 5000]) {
        expect(await small.page(version, {}, offset)).toEqual(await writer.page(version, {}, offset));
        // The index, then the rows of this page; nothing else, however long one waits.
        await expect.poll(() => gets('rows-1.idx')).toBe(1);
      }
      await small.rows.close();
      expect(gets('rows-1.bin')).toBe(2);
      expect(await readdir(join(small.folder, 'cache'))).toEqual([]);
    });

    it('evicts what was not used for longest, but nothing that is being read', async () => {
      const bytes = version.bytes;
      const others = [
        version,
        await publish(text.replace('0,name', '0,other')),
        await publish(text.replace('0,name', '0,third')),
      ];
      const small = await coldNode({ cacheBytes: Math.floor(bytes * 2.5) });
      for (const other of others) await small.rows.open(other).contentDigest({});
      const copies = async () => {
        const names = await readdir(join(small.folder, 'cache'), { recursive: true });
        return names.filter((name) => name.endsWith('data.parquet')).map((name) => name.split('/')[0]);
      };
      expect((await copies()).sort()).toEqual(
        others
          .slice(1)
          .map(({ key }) => key)
          .sort(),
      );
      // Reads all of them at the same time, more than fit.
      const digests = await Promise.all(others.map((other) => small.rows.open(other).contentDigest({})));
      expect(digests).toEqual(await Promise.all(others.map((other) => writer.rows.open(other).contentDigest({}))));
    });
  });

  describe('garbage', () => {
    const at = (graceMs: number): RowStoreOptions => ({
      objects: { ...objects, garbage: { graceMs, derivedMs: 3600_000 } },
      prepareAlways: false,
    });
    const keysLeft = async () => {
      const keys = new Set<string>();
      for await (const page of store.list('versions/')) for (const { key } of page) keys.add(key.split('/')[1] ?? '');
      return [...keys].sort();
    };
    const never = new AbortController().signal;
    const naming =
      (...keys: string[]) =>
      async () =>
        new Set(keys);

    it('is removed after the grace period, and not before', async () => {
      const other = await publish('a\n1\n');
      await whenShared(rowIndexKey(other.key));
      await whenShared(rowIndexKey(version.key));
      const patient = await node(at(3600_000));
      // Once it is marked, and once more before the mark is old enough.
      for (const _ of [1, 2]) expect(await patient.rows.collectGarbage(naming(version.key), never)).toEqual([]);
      expect(await keysLeft()).toEqual([version.key, other.key].sort());
      const eager = await node(at(0));
      await expect.poll(() => eager.rows.collectGarbage(naming(version.key), never)).toEqual([other.key]);
      expect(await keysLeft()).toEqual([version.key]);
      const marks = [];
      for await (const page of store.list('garbage/')) marks.push(...page);
      expect(marks).toEqual([]);
      expect(await writer.page(version)).toHaveLength(100);
    });

    it('is not what became a version meanwhile', async () => {
      const other = await publish('a\n1\n');
      const eager = await node(at(0));
      await eager.rows.collectGarbage(naming(version.key), never);
      expect(await eager.rows.collectGarbage(naming(version.key, other.key), never)).toEqual([]);
      expect(await keysLeft()).toEqual([version.key, other.key].sort());
      expect(await store.readWhole(`garbage/${other.key}`)).toBeNull();
    });

    it('is not what this node is reading', async () => {
      const own = await node({
        objects: { ...throughProxy(), garbage: { graceMs: 0, derivedMs: 3600_000 } },
        prepareAlways: false,
      });
      const other = await publish(`a\n${Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 50_021).join('\n')}\n`);
      proxy.fault = (_, path) => (path.endsWith('data.parquet') ? { kind: 'pause', afterBytes: 1000 } : null);
      const controller = new AbortController();
      const reading = own.rows.open(other).contentDigest({ signal: controller.signal });
      await expect.poll(() => gets('data.parquet')).toBe(1);
      for (const _ of [1, 2, 3]) expect(await own.rows.collectGarbage(naming(version.key), never)).toEqual([]);
      controller.abort(new Error('Enough.'));
      await expect(reading).rejects.toThrow('Enough.');
      await expect.poll(() => own.rows.collectGarbage(naming(version.key), never)).toEqual([other.key]);
    });

    it('is nothing to a catalogue that names none of the versions', async () => {
      const stranger = await node(at(0));
      for (const _ of [1, 2, 3]) expect(await stranger.rows.collectGarbage(naming('another'), never)).toEqual([]);
      expect(await keysLeft()).toEqual([version.key]);
      expect(stranger.log.join('\n')).toContain('Is it the catalogue of another store?');
    });

    it('is a removed version, also the last one', async () => {
      await writer.rows.remove(version.key);
      await expect(writer.page(version)).rejects.toMatchObject({ name: 'RemovedVersionError' });
      await expect.poll(() => store.readWhole(`garbage/${version.key}`).then(String)).toBe('removed');
      const eager = await node(at(0));
      await expect.poll(() => eager.rows.collectGarbage(naming(), never)).toEqual([version.key]);
      expect(await keysLeft()).toEqual([]);
    });

    it('is what an interrupted upload has left', async () => {
      const through = new ObjectStore(throughProxy().address, objects.key);
      const path = join(writer.folder, 'large');
      await writeFile(path, Buffer.alloc(17 * 2 ** 20));
      proxy.fault = (method) => (method === 'DELETE' ? { kind: 'status', status: 403, code: 'AccessDenied' } : null);
      const killed = async () => {
        throw new Error('killed');
      };
      await expect(through.putFile(dataKey('v1'), path, '', { confirm: killed })).rejects.toThrow('killed');
      await through.close();
      const uploads = async () => {
        const found = [];
        for await (const page of store.listUploads('versions/')) found.push(...page.map(({ key }) => key));
        return found;
      };
      expect(await uploads()).toEqual([dataKey('v1')]);
      const [patient, eager] = [await node(at(3600_000)), await node(at(0))];
      await patient.rows.collectGarbage(naming(version.key), never);
      expect(await uploads()).toEqual([dataKey('v1')]);
      const collected = async () => {
        await eager.rows.collectGarbage(naming(version.key), never);
        return uploads();
      };
      await expect.poll(collected).toEqual([]);
    });

    it('is an old derived file', async () => {
      await writer.page(version, byName, 10_000);
      const [name = ''] = (await readdir(writer.cached(version))).filter((entry) => entry.endsWith('.view'));
      const key = writer.derivedKey(version, name);
      await whenShared(key);
      await whenShared(rowIndexKey(version.key));
      const options = at(3600_000);
      const eager = await node({
        ...options,
        objects: { ...objects, garbage: { graceMs: 3600_000, derivedMs: -60_000 } },
      });
      await eager.rows.collectGarbage(naming(version.key), never);
      expect(await store.readWhole(key)).toBeNull();
      for (const left of [dataKey(version.key), rowsKey(version.key), rowIndexKey(version.key)])
        expect(await store.readWhole(left)).not.toBeNull();
    });
  });
});
