import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import type { ExportFormat } from './export/export-sql.ts';
import { openTestStore, type TestStore } from './testing/test-store.ts';

const size = 300_000;
const text = `id,mixed,name\n${Array.from({ length: size }, (_, id) => `${id},${(id * 7919) % size},name ${(id * 104_729) % size}`).join('\n')}\n`;

let store: TestStore;
let version: StoredVersion;
beforeAll(async () => {
  store = await openTestStore();
  version = await store.take(text);
  await store.rows.open(version).prepare({});
});
afterAll(() => store.close());

describe('two hundred readers', () => {
  it('of different views each get their own rows', async () => {
    const readers = Array.from({ length: 200 }, async (_, reader) => {
      const query = {
        filters: [{ column: 'mixed', lookup: 'range' as const, value: `${reader * 100},${reader * 100 + 99}` }],
      };
      const [first, page] = await Promise.all([
        store.page(version, { ...query, ordering: [{ column: 'mixed', descending: true }], fields: ['mixed'] }, 0, 100),
        store.page(version, query, 0, 100),
      ]);
      expect(first).toEqual(Array.from({ length: 100 }, (_, at) => ({ mixed: reader * 100 + 99 - at })));
      expect(page).toHaveLength(100);
    });
    await Promise.all(readers);
  });

  it('of the same view share one index', async () => {
    // Of other versions views may still be built in the background.
    const own = await store.take(text);
    const folder = join(store.folder, 'store', 'cache', own.key);
    const query = { ordering: [{ column: 'name', descending: true }] };
    const pages = await Promise.all(Array.from({ length: 50 }, (_, at) => store.page(own, query, 2000 + at, 1)));
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(50);
    expect((await readdir(folder)).filter((name) => name.endsWith('.view'))).toHaveLength(1);
    await store.rows.remove(own.key);
  });
});

describe('an early page at the end', () => {
  it.each([
    [[{ column: 'name', descending: false }], []],
    [[{ column: 'name', descending: true }], [{ column: 'id', lookup: 'gt', value: '23' }]],
  ] as const)('is the same as in the finished view: %j %j', async (ordering, filters) => {
    const query: RowQuery = { ...everyRow, ordering, filters };
    const count = size - (filters.length > 0 ? 24 : 0);
    const early = await store.rows.open(version).page(query, count - 60, 100);
    expect(await store.page(version, query, 5000, 1)).toHaveLength(1);
    const finished = await store.rows.open(version).page(query, count - 60, 100);
    expect(finished.json.equals(early.json)).toBe(true);
    expect([early.count, early.rows, finished.count]).toEqual([count, 60, count]);
    expect((await store.rows.open(version).page(query, count, 100)).rows).toBe(0);
  });
});

describe('views that no caller waits for', () => {
  it('do not accumulate, and each can be requested again', async () => {
    const queries = Array.from(
      { length: 8 },
      (_, at): Partial<RowQuery> => ({
        ordering: [{ column: 'name', descending: at % 2 === 0 }],
        filters: [{ column: 'id', lookup: 'gt', value: `${at}` }],
      }),
    );
    for (const query of queries) expect(await store.page(version, query, 0, 10)).toHaveLength(10);
    const ends = await Promise.all(queries.map((query) => store.page(version, query, 250_000, 1)));
    expect(ends.every((end) => end.length === 1)).toBe(true);
  });
});

describe('cancelling', () => {
  let quiet: TestStore;
  beforeAll(async () => {
    quiet = await openTestStore({ prepareAlways: false });
  });
  afterAll(() => quiet.close());

  const reason = new Error('The person has changed their mind.');
  const formats: readonly ExportFormat[] = ['csv', 'ndjson', 'geojson', 'parquet'];

  /** Aborts when the work has reported progress, or after a moment. */
  function aborting(milliseconds = 60): { readonly work: LongWork; readonly signal: AbortSignal } {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(reason), milliseconds);
    const onProgress = () => {
      clearTimeout(timer);
      controller.abort(reason);
    };
    return { work: { signal: controller.signal, onProgress }, signal: controller.signal };
  }

  it.each(formats)('an export to %s leaves no file', async (format) => {
    const query: RowQuery = { ...everyRow, ordering: [{ column: 'name', descending: true }] };
    const target = join(store.folder, `cancelled.${format}`);
    await expect(store.rows.open(version).exportTo(query, format, target, aborting().work)).rejects.toBe(reason);
    expect((await readdir(store.folder)).filter((name) => name.startsWith('cancelled'))).toEqual([]);
  });

  it('an import leaves nothing behind', async () => {
    const path = await store.file('big.csv', text);
    const ingest = store.rows.ingest('cancelled', { path, format: 'csv' }, {}, aborting().work);
    await expect(ingest).rejects.toBe(reason);
    expect(await readdir(join(store.folder, 'store', 'unfinished'))).toEqual([]);
    expect(await readdir(join(store.folder, 'store', 'versions'))).not.toContain('cancelled');
  });

  it('a row file leaves nothing behind, and is built when it is requested again', async () => {
    const other = await quiet.take(text);
    await expect(quiet.rows.open(other).prepare(aborting(10).work)).rejects.toBe(reason);
    expect(await quiet.derived(other.key)).toEqual([]);
    await quiet.rows.open(other).prepare({});
    expect(await quiet.derived(other.key)).toEqual(['rows']);
  });

  it('surveying a whole file, and verifying a version, leave nothing behind', async () => {
    const path = await store.file('looked-at.csv', text);
    const whole = { rows: 10, whole: true };
    const stopped = () => ({ signal: aborting(10).signal });
    await expect(store.rows.survey({ path, format: 'csv' }, whole, stopped())).rejects.toBe(reason);
    expect(await readdir(join(store.folder, 'store', 'unfinished'))).toEqual([]);
    await expect(store.rows.verify(version, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await store.rows.verify(version, {})).toBe('verified');
  });

  it('splitting JSON leaves nothing behind', async () => {
    const path = await store.file('big.json', `[${'{"a":[1,2,3]},'.repeat(500_000)}{"a":1}]`);
    const ingest = store.rows.ingest('cut', { path, format: 'json' }, {}, aborting().work);
    await expect(ingest).rejects.toBe(reason);
    expect(await readdir(join(store.folder, 'store', 'unfinished'))).toEqual([]);
  });

  it('a page that waits for its view is cancelled, while another one continues', async () => {
    const query: RowQuery = {
      ...everyRow,
      ordering: [
        { column: 'name', descending: true },
        { column: 'id', descending: true },
      ],
    };
    const { signal } = aborting();
    const [given, kept] = await Promise.allSettled([
      store.rows.open(version).page(query, 200_000, 1, { signal }),
      store.rows.open(version).page(query, 200_000, 1),
    ]);
    expect(kept).toMatchObject({ status: 'fulfilled', value: { count: size, rows: 1 } });
    if (given.status === 'rejected') expect(given.reason).toBe(reason);
  });

  it('a comparison and a profile reject, and work when requested again', async () => {
    const other = await store.take(text.replace('\n5,', '\n-5,'));
    const controller = new AbortController();
    const diff = store.rows.open(version).diff(other, ['id'], { signal: controller.signal });
    const profile = store.rows.open(version).profile(everyRow, 'name', { signal: controller.signal });
    controller.abort(reason);
    const rejected = { status: 'rejected', reason };
    expect(await Promise.allSettled([diff, profile])).toEqual([rejected, rejected]);
    expect(await store.rows.open(version).diff(other, ['id'], {})).toMatchObject({ added: 1, removed: 1, changed: 0 });
    expect(await store.rows.open(version).profile(everyRow, 'name', {})).toMatchObject({ missing: 0 });
  });
});

describe('work in progress', () => {
  const sorted: RowQuery = { ...everyRow, ordering: [{ column: 'name', descending: true }] };
  const cache = (own: TestStore, key: string) => own.derived(key);

  it.each(['before', 'after'] as const)(
    'of a comparison ends when the version %s is removed',
    async (side) => {
      const versions = { before: await store.take(text), after: await store.take(text.replace('\n5,', '\n-5,')) };
      const { before, after } = versions;
      const name = 'RemovedVersionError';
      const ended = expect(store.rows.open(before).diff(after, ['id'], {})).rejects.toMatchObject({ name });
      const making = async () => (await cache(store, after.key)).some((name) => name.includes('.diff'));
      await expect.poll(making, { interval: 1 }).toBe(true);
      await store.rows.remove(versions[side].key);
      await ended;
      expect((await cache(store, after.key)).filter((name) => name.includes('.diff'))).toEqual([]);
      expect(await cache(store, versions[side].key)).toEqual([]);
    },
    240_000,
  );

  it('ends when the store is closed', async () => {
    // Again if something was ready before the store was closed.
    for (let hasClosedFirst = false; !hasClosedFirst; ) hasClosedFirst = await closesFirst();
  });

  /** Closes a store while it sorts and compares. @returns whether both were still at work */
  async function closesFirst(): Promise<boolean> {
    const own = await openTestStore({ prepareAlways: false });
    const before = await own.take(text);
    const after = await own.take(text.replace('\n5,', '\n-5,'));
    const waiting = [own.rows.open(before).page(sorted, 200_000, 1), own.rows.open(before).diff(after, ['id'], {})];
    const ended = Promise.allSettled(waiting);
    const making = async () => [...(await cache(own, before.key)), ...(await cache(own, after.key))].length;
    await expect.poll(making, { interval: 1 }).toBe(2);
    await own.rows.close();
    const outcomes = await ended;
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'AbortError' });
    await own.close();
    return outcomes.every(({ status }) => status === 'rejected');
  }
});
