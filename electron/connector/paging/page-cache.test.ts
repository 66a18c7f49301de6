import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPageCache } from './page-cache.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-pages-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const page = (start: number) => [[start, 'x'.repeat(1_000)]];
const filesNow = async () => (await readdir(path.join(folder, 'pages'))).length;

test('a smaller quota applies at once, evicting the least recently used pages, and zero stores nothing', async () => {
  const cache = await openPageCache(folder, { memory: 10, disk: 100_000 });
  const cachedPages = cache.openPages();
  for (let start = 0; start < 10; start += 1) await cachedPages.put(start, page(start), 'disk');
  expect(await filesNow()).toBe(10);
  cache.limitDisk(5_000);
  await expect.poll(filesNow).toBe(4);
  expect(await cachedPages.get(0)).toBeUndefined();
  expect(await cachedPages.get(9)).toEqual(page(9));

  cache.limitDisk(0);
  await expect.poll(filesNow).toBe(0);
  await cachedPages.put(20, page(20), 'disk');
  expect([await filesNow(), await cachedPages.get(9)]).toEqual([0, undefined]);

  cache.limitDisk(100_000);
  await cachedPages.put(21, page(21), 'disk');
  expect(await cachedPages.get(21)).toEqual(page(21));
  await cache.close();
});

test('opened without disk space it stores what fits in memory', async () => {
  const cache = await openPageCache(folder, { memory: 10_000, disk: 0 });
  const cachedPages = cache.openPages();
  await cachedPages.put(1, page(1), 'disk');
  expect([await filesNow(), await cachedPages.get(1)]).toEqual([0, page(1)]);
  await cache.close();
});
