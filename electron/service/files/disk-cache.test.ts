import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DiskCache } from './disk-cache.ts';
import { DiskFullError, isDiskFull } from './disk-full.ts';

let folder: string;
let quota: number;
let cache: DiskCache;
/** Space of the disk that the cache does not occupy. */
let free: number;
let added = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-cache-'));
  await mkdir(join(folder, 'version'));
  quota = 10_000;
  free = Number.MAX_SAFE_INTEGER;
  cache = new DiskCache(
    folder,
    async () => quota,
    async () => {},
    async () => free - cache.bytes,
  );
  await cache.open();
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

async function add(name: string): Promise<string> {
  const path = join(folder, 'version', name);
  await writeFile(path, Buffer.alloc(1000));
  // Each a second after the one before, long ago.
  added += 1;
  await utimes(path, added, added);
  await cache.add(path);
  return path;
}

it('checks its quota whenever something is added, and keeps what was added', async () => {
  const paths = [await add('a'), await add('b'), await add('c')];
  quota = 1500;
  const last = await add('d');
  expect([...paths, last].map((path) => existsSync(path))).toEqual([false, false, false, true]);
});

it('evicts the least recently used entries', async () => {
  const paths = [await add('a'), await add('b'), await add('c')];
  cache.touch(paths[0] ?? '');
  expect(await cache.makeRoom(1)).toBe(1000);
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, true]);
  expect(await cache.makeRoom(Number.POSITIVE_INFINITY)).toBe(2000);
  expect(await cache.makeRoom(1)).toBe(0);
});

it('evicts the least recently used entry although the clock stands still or is set back', async () => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(3000).mockReturnValueOnce(3000).mockReturnValue(2000);
  const paths = [await add('a'), await add('b'), await add('c')];
  cache.touch(paths[0] ?? '');
  vi.restoreAllMocks();
  expect(await cache.makeRoom(1)).toBe(1000);
  expect(paths.map((path) => existsSync(path))).toEqual([true, false, true]);
});

it('repeats work that found the disk full, unless there was nothing to evict', async () => {
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  let tries = 0;
  const twice = async () => {
    tries += 1;
    if (tries === 1) throw full;
    return 'done';
  };
  await add('a');
  expect(await cache.withRoom(twice)).toBe('done');
  tries = 0;
  await expect(cache.withRoom(twice)).rejects.toBe(full);
  await add('b');
  const other = new Error('Something else.');
  await expect(cache.withRoom(() => Promise.reject(other))).rejects.toBe(other);
  expect(cache.bytes).toBe(1000);
});

it('provides space before work that would not fit, by evicting no more than that needs', async () => {
  const paths = [await add('a'), await add('b'), await add('c')];
  free = 3500;
  await cache.assertRoom(500);
  expect([await cache.hasRoom(500), await cache.hasRoom(501), cache.bytes]).toEqual([true, false, 3000]);
  await cache.assertRoom(1200);
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
});

it('evicts nothing for what would not fit without it either, and states what is needed and what there would be', async () => {
  const mebibyte = 2 ** 20;
  await add('a');
  free = 7 * mebibyte;
  const refused = await cache.withRoom(() => cache.assertRoom(12.5 * mebibyte)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DiskFullError);
  expect(isDiskFull(refused)).toBe(true);
  expect((refused as DiskFullError).reason).toEqual({ code: 'disk-space-needed', values: { needed: 13, free: 7 } });
  expect(cache.bytes).toBe(1000);
});
