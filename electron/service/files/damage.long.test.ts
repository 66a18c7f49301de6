import { mkdir, open, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../lib/testing/tier.ts';
import { openTestStore, overObjects, type TestStore } from '../rows/testing/test-store.ts';
import type { StoredVersion } from './stored-version.ts';

const text = `id,name\n${Array.from({ length: 5000 }, (_, id) => `${id},name ${(id * 7919) % 5000}`).join('\n')}\n`;
const sorted = { ordering: [{ column: 'name', descending: true }] };

let store: TestStore;
let version: StoredVersion;
beforeEach(async () => {
  store = await openTestStore();
  version = await store.take(text);
  await store.rows.open(version).prepare({});
});
afterEach(() => store.close());

const dataPath = () => join(store.storedFolder(version.key), 'data.parquet');
const cachePath = (...names: string[]) => join(store.folder, 'store', 'cache', version.key, ...names);

async function flipBit(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await file.write(byte, 0, 1, at);
  await file.close();
}

// A damaged copy of an object is fetched again instead.
describe.skipIf(overObjects)('a stored file', () => {
  it('that is intact is verified', async () => {
    expect(await store.rows.verify(version, {})).toBe('verified');
  });

  it('that is missing is reported and not served', async () => {
    store = await store.reopen();
    await rm(dataPath());
    expect(await store.rows.verify(version, {})).toBe('missing');
    await expect(store.page(version)).rejects.toMatchObject({ name: 'DamagedVersionError', key: version.key });
  });

  it('that is truncated is reported and neither served nor exported', async () => {
    store = await store.reopen();
    await truncate(dataPath(), version.bytes - 10);
    expect(await store.rows.verify(version, {})).toBe('differs');
    await expect(store.page(version, {}, 0, 1)).rejects.toThrow('bytes instead of');
    const everything = { filters: [], ordering: [], search: '', fields: null, version: null };
    const target = join(store.folder, 'out.csv');
    await expect(store.rows.open(version).exportTo(everything, 'csv', target, {})).rejects.toThrow('instead of');
    expect(await readdir(store.folder)).not.toContain('out.csv');
  });

  it('with a single changed bit is reported and not served', async () => {
    store = await store.reopen();
    await flipBit(dataPath(), Math.floor(version.bytes / 2));
    await expect(store.page(version)).rejects.toThrow('not what was written');
    expect(await store.rows.verify(version, {})).toBe('differs');
  });

  it('is not trusted after a failed check, even if it looks unmodified', async () => {
    const before = new Date(Date.now() - 60_000);
    await utimes(dataPath(), before, before);
    store = await store.reopen();
    expect(await store.page(version, {}, 0, 1)).toHaveLength(1);
    await flipBit(dataPath(), Math.floor(version.bytes / 2));
    await utimes(dataPath(), before, before);
    expect(await store.rows.verify(version, {})).toBe('differs');
    await expect(store.page(version, {}, 0, 1)).rejects.toThrow('not what was written');
  });
});

/** Row numbers of 5000 rows, and the checksums of their blocks. */
const viewBytes = (5000 + 20) * 4;

describe('the cache', () => {
  it('is rebuilt if it is missing, with the same pages', async () => {
    const plain = await store.page(version);
    const view = await store.page(version, sorted);
    store = await store.reopen();
    await rm(cachePath(), { recursive: true });
    expect(await store.page(version)).toEqual(plain);
    expect(await store.page(version, sorted)).toEqual(view);
  });

  it('has the row file again soon after a page was read without it', async () => {
    const plain = await store.page(version, {}, 100, 5);
    store = await store.reopen();
    await rm(cachePath(), { recursive: true });
    expect(await store.page(version, {}, 100, 5)).toEqual(plain);
    const there = () => readdir(cachePath('rows')).catch(() => []);
    await expect.poll(there).toEqual(['rows.bin', 'rows.off']);
    expect(await store.page(version, {}, 100, 5)).toEqual(plain);
  });

  it('notices a truncated row file', async () => {
    const plain = await store.page(version);
    store = await store.reopen({ prepareAlways: false });
    await truncate(cachePath('rows', 'rows.bin'), 1000);
    expect(await store.page(version)).toEqual(plain);
  });

  it('notices a view that has changed', async () => {
    const view = await store.page(version, sorted);
    store = await store.reopen();
    const [name] = (await readdir(cachePath())).filter((entry) => entry.endsWith('.view'));
    await flipBit(cachePath(name ?? ''), 100);
    expect(await store.page(version, sorted)).toEqual(view);
  });

  // Copies of objects take a part of it.
  it.skipIf(overObjects)('keeps the most recently used files within its quota', async () => {
    store = await store.reopen({ cacheBytes: 3 * viewBytes, prepareAlways: false });
    await rm(cachePath(), { recursive: true });
    store = await store.reopen({ cacheBytes: 3 * viewBytes, prepareAlways: false });
    for (const lookup of ['gte', 'lt', 'gt', 'lte', 'ne'] as const) {
      const filters = [{ column: 'name', lookup, value: lookup.startsWith('l') ? 'o' : '' }];
      expect(await store.page(version, { filters, ...sorted }, 0, 1)).toHaveLength(1);
      await store.page(version, sorted, 0, 1);
    }
    const views = (await readdir(cachePath())).filter((entry) => entry.endsWith('.view'));
    expect(views.length).toBe(3);
    expect(await store.page(version, sorted, 0, 1)).toHaveLength(1);
  });

  it('is removed completely with its version while its row file is still being built', async () => {
    for (const round of shareOf([...Array(12).keys()], 4)) {
      const { key } = await store.take('id,name\n1,a\n2,b\n');
      await setTimeout(round * 8);
      await store.rows.remove(key);
      for (const folder of ['versions', 'cache']) {
        expect(await readdir(join(store.folder, 'store', folder))).not.toContain(key);
      }
    }
  });
});

describe('a start', () => {
  it('removes what a crash has left behind', async () => {
    const root = join(store.folder, 'store');
    await mkdir(join(root, 'unfinished', 'half'), { recursive: true });
    await writeFile(join(root, 'unfinished', 'half', 'data.parquet'), 'half');
    await mkdir(cachePath('rows.part'), { recursive: true });
    await writeFile(cachePath('x.view.part'), 'half');
    await writeFile(join(root, 'spill', 'left.tmp'), 'left');
    store = await store.reopen();
    const names = await readdir(root, { recursive: true });
    expect(names.filter((name) => /part|half|left/.test(name))).toEqual([]);
    expect(await store.page(version, {}, 0, 1)).toEqual([{ id: 0, name: 'name 0' }]);
  });

  // Objects of others are only marked: see `collectGarbage`.
  it.skipIf(overObjects)('keeps only the requested versions', async () => {
    const other = await store.take('a\n1\n');
    await store.rows.keepOnly(new Set([other.key]));
    expect(await readdir(join(store.folder, 'store', 'versions'))).toEqual([other.key]);
    expect(await store.page(other)).toEqual([{ a: 1 }]);
    await expect(store.page(version)).rejects.toMatchObject({ name: 'DamagedVersionError' });
    await store.rows.remove('never-there');
  });
});
