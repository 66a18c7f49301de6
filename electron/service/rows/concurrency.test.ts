import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import { openTestStore, type TestStore } from './testing/test-store.ts';

const size = 20_000;
const text = `id,mixed,name\n${Array.from({ length: size }, (_, id) => `${id},${(id * 7919) % size},name ${(id * 104_729) % size}`).join('\n')}\n`;

let store: TestStore;
let version: StoredVersion;
beforeAll(async () => {
  store = await openTestStore();
  version = await store.take(text);
  await store.rows.open(version).prepare({});
});
afterAll(() => store.close());

describe('many readers', () => {
  it('of different views each get their own rows', async () => {
    const readers = Array.from({ length: 20 }, async (_, reader) => {
      const filters = [{ column: 'mixed', lookup: 'range' as const, value: `${reader * 100},${reader * 100 + 99}` }];
      const ordering = [{ column: 'mixed', descending: true }];
      const page = await store.page(version, { filters, ordering, fields: ['mixed'] }, 0, 100);
      expect(page).toEqual(Array.from({ length: 100 }, (_, at) => ({ mixed: reader * 100 + 99 - at })));
    });
    await Promise.all(readers);
  });

  it('of the same view share one index', async () => {
    // Of other versions views may still be built in the background.
    const own = await store.take(text);
    const query = { ordering: [{ column: 'name', descending: true }] };
    const pages = await Promise.all(Array.from({ length: 20 }, (_, at) => store.page(own, query, 2000 + at, 1)));
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(20);
    const folder = join(store.folder, 'store', 'cache', own.key);
    expect((await readdir(folder)).filter((name) => name.endsWith('.view'))).toHaveLength(1);
  });
});

describe('an early page', () => {
  it('is the same as in the finished view', async () => {
    const query: Partial<RowQuery> = {
      ordering: [{ column: 'name', descending: false }],
      filters: [{ column: 'id', lookup: 'gt', value: '17' }],
    };
    const early = await store.rows.open(version).page({ ...everyRow, ...query }, 0, 100);
    const later = await store.page(version, query, 5000, 1);
    expect(later).toHaveLength(1);
    const finished = await store.rows.open(version).page({ ...everyRow, ...query }, 0, 100);
    expect(finished.json.equals(early.json)).toBe(true);
    expect([early.count, finished.count]).toEqual([size - 18, size - 18]);
  });
});

describe('work that is cancelled as soon as it has begun', () => {
  const reason = new Error('No longer wanted.');

  it('rejects, leaves nothing behind, and can be requested again', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const path = await store.file('big.csv', text);
    const target = join(store.folder, 'cancelled.csv');
    const work = [
      store.rows.ingest('cancelled', { path, format: 'csv' }, {}, { signal }),
      store.rows.open(version).exportTo(everyRow, 'csv', target, { signal }),
      store.rows.open(version).profile(everyRow, 'name', { signal }),
    ];
    controller.abort(reason);
    const rejected = { status: 'rejected', reason };
    expect(await Promise.allSettled(work)).toEqual(work.map(() => rejected));
    // Over object storage, the index of an earlier version may still be written.
    await expect.poll(() => readdir(join(store.folder, 'store', 'unfinished'))).toEqual([]);
    expect(await readdir(join(store.folder, 'store', 'versions'))).not.toContain('cancelled');
    expect((await readdir(store.folder)).filter((name) => name.startsWith('cancelled'))).toEqual([]);
    expect(await store.rows.open(version).profile(everyRow, 'name', {})).toMatchObject({ missing: 0 });
  });

  it('does nothing if that was before', async () => {
    const stopped = AbortSignal.abort(reason);
    await expect(store.rows.open(version).page(everyRow, 0, 1, { signal: stopped })).rejects.toBe(reason);
    await expect(store.rows.open(version).diff(version, [], { signal: stopped })).rejects.toBe(reason);
  });
});
