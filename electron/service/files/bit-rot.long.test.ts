import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { openTestStore, overObjects, type TestStore } from '../rows/testing/test-store.ts';
import type { StoredVersion } from './stored-version.ts';

const rows = Array.from({ length: 6000 }, (_, id) => `${id},name ${(id * 7919) % 6000},${(id % 90) / 4}`);
const text = `id,name,size\n${rows.join('\n')}\n`;
const sorted = { ordering: [{ column: 'name', descending: true }] };

let store: TestStore;
let version: StoredVersion;
let log: string[] = [];
const options = { log: (message: string) => log.push(message) };

beforeEach(async () => {
  log = [];
  store = await openTestStore(options);
  version = await store.take(text);
  await store.rows.open(version).prepare({});
});
afterEach(() => store.close());

const versionPath = (...names: string[]) => join(store.storedFolder(version.key), ...names);
const dataPath = () => versionPath('data.parquet');
const cachePath = (...names: string[]) => join(store.folder, 'store', 'cache', version.key, ...names);
const everything = { ...everyRow, filters: [], ordering: [] };

/** Corrupts a file like a failing disk, leaving its metadata unchanged as far as a program can. */
async function flip(path: string, at: number): Promise<void> {
  const { atime, mtime } = await stat(path);
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await file.write(byte, 0, 1, at);
  await file.close();
  await utimes(path, atime, mtime);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true);
}

describe('a row file with one changed byte', () => {
  const whole = (file: string) => stat(cachePath('rows', file)).then(({ size }) => size);

  it.each([
    ['a value', 'rows.bin', 0.5],
    ['the first byte', 'rows.bin', 0],
    ['the last byte', 'rows.bin', 1],
    ['where a row begins', 'rows.off', 0.4],
    ['where the first row begins', 'rows.off', 0],
    ['a checksum', 'rows.off', 1],
  ])('is not served and is rebuilt: %s', async (_, name, part) => {
    const plain = await store.page(version);
    const view = await store.page(version, sorted);
    const bytes = await readFile(cachePath('rows', name));
    // In an open store and in a reopened one, which reads its first page in a different way. A store that has already
    // read the checksums does not check them again.
    for (const again of part === 1 && name === 'rows.off' ? [true] : [false, true]) {
      if (again) store = await store.reopen();
      await flip(cachePath('rows', name), Math.min(bytes.length - 1, Math.floor(bytes.length * part)));
      const [first, ...pages] = [0, 1000, 2000, 3000, 4000, 5000];
      for (const from of [first ?? 0, ...pages]) {
        expect(await store.page(version, {}, from, 1000)).toEqual(plain.slice(from, from + 1000));
      }
      expect(await store.page(version, sorted)).toEqual(view);
      expect(log.join('\n')).toContain('row file of a version was damaged');
      await until(async () => (await readFile(cachePath('rows', name)).catch(() => Buffer.alloc(0))).equals(bytes));
    }
  });

  it('is checked at any position, and row by row', async () => {
    const plain = await store.page(version);
    const size = await whole('rows.bin');
    for (let at = 0; at < size; at += Math.ceil(size / 24)) {
      await store.rows.open(version).prepare({});
      await flip(cachePath('rows', 'rows.bin'), at);
      const row = Math.floor((at / size) * 6000);
      for (const near of [row - 40, row, row + 40]) {
        const from = Math.max(0, Math.min(5999, near));
        expect(await store.page(version, {}, from, 1)).toEqual(plain.slice(from, from + 1));
      }
      expect(await store.page(version)).toEqual(plain);
    }
  });

  it('from an earlier Almanac, without checksums, is rebuilt', async () => {
    const table = await readFile(cachePath('rows', 'rows.off'));
    store = await store.reopen();
    await writeFile(cachePath('rows', 'rows.off'), table.subarray(0, 6001 * 8));
    expect(await store.page(version, {}, 5999, 1)).toEqual([{ id: 5999, name: 'name 4081', size: 14.75 }]);
    await until(async () => (await readFile(cachePath('rows', 'rows.off'))).equals(table));
  });
});

describe('the other stored files of a version', () => {
  it('are rebuilt if a byte has changed: an open view', async () => {
    const view = await store.page(version, sorted);
    const [name = ''] = (await readdir(cachePath())).filter((entry) => entry.endsWith('.view'));
    for (const at of [0, 9999, 6000 * 4 - 1]) {
      // Over object storage a page does not wait for the copy.
      await until(async () => existsSync(cachePath(name)));
      await flip(cachePath(name), at);
      expect(await store.page(version, sorted)).toEqual(view);
    }
    expect(log.join('\n')).toContain('view of a version was damaged');
  });

  it('are rebuilt if a byte has changed: a profile, an outline', async () => {
    const profile = await store.rows.open(version).profile(everything, 'size', {});
    const outline = await store.rows.open(version).outline();
    const kept = (await readdir(versionPath())).filter((name) => /^(profile|outline)-.*json$/.test(name));
    expect(kept).toHaveLength(2);
    for (const name of kept) {
      const digit = (await readFile(versionPath(name), 'latin1')).search(/[1-8]/);
      await flip(versionPath(name), digit);
    }
    expect(await store.rows.open(version).profile(everything, 'size', {})).toEqual(profile);
    expect(await store.rows.open(version).outline()).toEqual(outline);
  });

  it.each(['pairs.bin', 'summary.json'])(
    'is recomputed if one of its bytes has changed: %s of a comparison',
    async (name) => {
      const after = await store.take(text.replaceAll(',name 1', ',other 1'));
      const summary = await store.rows.open(version).diff(after, ['id'], {});
      const page = await store.rows.open(version).diffPage(after, ['id'], { offset: 0, limit: 2000 }, {});
      expect(page.length).toBeGreaterThan(1000);
      const cache = join(store.folder, 'store', 'cache', after.key);
      const [folder = ''] = (await readdir(cache)).filter((entry) => entry.endsWith('.diff'));
      const file = join(cache, folder, name);
      await flip(file, name === 'pairs.bin' ? 4004 : (await readFile(file, 'latin1')).search(/[1-8]/));
      expect(await store.rows.open(version).diffPage(after, ['id'], { offset: 0, limit: 2000 }, {})).toEqual(page);
      expect(await store.rows.open(version).diff(after, ['id'], {})).toEqual(summary);
    },
  );
});

// A damaged copy of an object is fetched again instead.
describe.skipIf(overObjects)('a stored file with one changed byte and the same mtime', () => {
  const middle = () => Math.floor(version.bytes / 2);

  async function read(range?: { start: number; end: number }): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of await store.rows.open(version).storedFile(range)) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }

  it('is not copied by an append', async () => {
    await flip(dataPath(), middle());
    await expect(store.take('id,name,size\n1,a,2\n', {}, { appendTo: version })).rejects.toMatchObject({
      name: 'DamagedVersionError',
    });
    expect(await readdir(join(store.folder, 'store', 'versions'))).toEqual([version.key]);
    await expect(store.page(version, {}, 0, 1)).rejects.toThrow('not what was written');
  });

  it.each(['parquet', 'csv', 'json'] as const)('is not exported: %s', async (format) => {
    await flip(dataPath(), middle());
    const target = join(store.folder, 'out');
    const filters = format === 'json' ? [{ column: 'id', lookup: 'lt' as const, value: '5' }] : [];
    await expect(
      store.rows.open(version).exportTo({ ...everything, filters }, format, target, {}),
    ).rejects.toMatchObject({
      name: 'DamagedVersionError',
    });
    expect((await readdir(store.folder)).filter((name) => name.startsWith('out'))).toEqual([]);
  });

  it('is not sent, completely or in part, until it is restored', async () => {
    const kept = join(store.folder, 'kept.parquet');
    await copyFile(dataPath(), kept);
    const content = await readFile(kept);
    expect(await read()).toEqual(content);
    expect(await read({ start: 10, end: 20 })).toEqual(content.subarray(10, 20));
    await flip(dataPath(), middle());
    for (const range of [undefined, { start: 0, end: 4 }]) await expect(read(range)).rejects.toThrow('not what was');
    expect(await store.rows.lastCheck(version)).toMatchObject({ verdict: 'differs' });
    store = await store.reopen();
    await expect(store.page(version, {}, 0, 1)).rejects.toThrow('not what was written');
    await copyFile(kept, dataPath());
    expect(await store.page(version, {}, 0, 1)).toHaveLength(1);
    expect(await read()).toEqual(content);
    expect(await store.rows.verify(version, {})).toBe('verified');
    expect(await store.rows.lastCheck(version)).toMatchObject({ verdict: 'verified' });
  });

  it('is not sent completely if it is too large to be verified before', async () => {
    const long = Array.from({ length: 1200 }, (_, id) => `${id},${randomBytes(8000).toString('base64')}`);
    version = await store.take(`id,noise\n${long.join('\n')}\n`);
    expect(version.bytes).toBeGreaterThan(8 * 2 ** 20);
    const content = await readFile(dataPath());
    expect((await read()).equals(content)).toBe(true);
    expect((await read({ start: 5, end: 2 ** 20 })).equals(content.subarray(5, 2 ** 20))).toBe(true);
    await flip(dataPath(), 100);
    const stream = await store.rows.open(version).storedFile();
    let bytes = 0;
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    const [error] = await once(stream, 'error');
    expect([(error as Error).name, bytes < version.bytes]).toEqual(['DamagedVersionError', true]);
    await expect(read()).rejects.toThrow('not what was written');
    await expect(read({ start: 0, end: 4 })).rejects.toThrow('not what was written');
  });

  it('is not used for a row file', async () => {
    store = await store.reopen({ ...options, prepareAlways: false });
    await rm(cachePath(), { recursive: true });
    await flip(dataPath(), middle());
    await expect(store.rows.open(version).prepare({})).rejects.toMatchObject({ name: 'DamagedVersionError' });
    expect(await readdir(cachePath()).catch(() => [])).toEqual([]);
  });
});
