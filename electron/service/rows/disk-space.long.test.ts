import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayMount, mountDisk, remountDisk, unmountDisk } from '../../lib/testing/small-disk.ts';
import { DiskFullError } from '../files/disk-full.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import { openTestStore, overObjects, type TestStore } from './testing/test-store.ts';

const rows = 60_000;
const text = `id,name\n${Array.from({ length: rows }, (_, id) => `${id},name ${(id * 7919) % rows} ${'x'.repeat(40)}`).join('\n')}\n`;

// Copies of objects take space and are evicted too.
describe.skipIf(overObjects || !mayMount('a disk that is too small for views and row files'))(
  'a disk that is too small',
  () => {
    let folder: string;
    let store: TestStore;
    let version: StoredVersion;
    const cached = (...names: string[]) => join(folder, 'store', 'cache', version.key, ...names);
    const messages: unknown[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'almanac-space-'));
      await mountDisk(folder, '64m');
      // Ranked orders and early pages too.
      const options = { prepareAlways: false, viewLimits: { rankedFrom: 1000, earlyFrom: 1_000_000 } };
      store = await openTestStore({ ...options, log: (message) => messages.push(message) }, folder);
      version = await store.take(text);
      await rm(join(folder, 'source-1'));
    });
    afterAll(async () => {
      await store.rows.close();
      unmountDisk(folder);
      await rm(folder, { recursive: true, force: true });
    });

    /** Leaves this many bytes free on the disk. */
    async function leave(bytes: number): Promise<void> {
      const sizes = await Promise.all(
        (await readdir(folder, { recursive: true })).map(async (name) => (await stat(join(folder, name))).blocks * 512),
      );
      const used = sizes.reduce((sum, size) => sum + size, 0);
      remountDisk(folder, `size=${Math.ceil((used + bytes) / 1024)}k`);
    }

    const refused = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!(error instanceof DiskFullError)) throw new Error(`This should have been refused, but: ${error}`);
      return error.reason.values as { readonly needed: number; readonly free: number };
    };

    it('refuses a row file, with about its size, and reads pages without it', async () => {
      await leave(2 ** 20);
      const { needed, free } = await refused(store.rows.open(version).prepare({}));
      expect(free).toBeLessThanOrEqual(1);
      expect(await readdir(cached()).catch(() => [])).toEqual([]);
      expect(await store.page(version, {}, rows - 1, 1)).toEqual([
        { id: rows - 1, name: expect.stringMatching(/^name \d+ x+$/) },
      ]);
      await leave(32 * 2 ** 20);
      await store.rows.open(version).prepare({});
      const sizes = await Promise.all(
        ['rows.bin', 'rows.off'].map(async (name) => (await stat(cached('rows', name))).size),
      );
      expect(needed).toBe(Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20));
      await store.rows.makeRoom(Number.POSITIVE_INFINITY);
    });

    it('refuses an order and leaves nothing behind', async () => {
      await leave(100_000);
      const byName = { ordering: [{ column: 'name', descending: false }] };
      expect(await refused(store.page(version, byName, 30_000, 1))).toEqual({ needed: 1, free: 0 });
      expect(await readdir(cached()).catch(() => [])).toEqual([]);
    });

    it('shows a filter whose rows fit, and refuses one whose rows do not', async () => {
      await leave(100_000);
      const below = (value: number) => ({ filters: [{ column: 'id', lookup: 'lt', value: `${value}` }] as const });
      expect(await store.page(version, below(1000), 999, 5)).toMatchObject([{ id: 999 }]);
      await store.rows.makeRoom(Number.POSITIVE_INFINITY);
      expect(await refused(store.page(version, below(50_000), 40_000, 1))).toEqual({ needed: 1, free: 0 });
    });

    it('makes room by removing views that were used before', async () => {
      await leave(300_000);
      const descending = (column: string) => ({ ordering: [{ column, descending: true }] });
      expect(await store.page(version, descending('id'), 0, 1)).toMatchObject([{ id: rows - 1 }]);
      const views = async () => (await readdir(cached())).filter((name) => name.endsWith('.view'));
      const before = await views();
      await leave(100_000);
      expect(await store.page(version, { ordering: [{ column: 'id', descending: false }] }, 5, 1)).toMatchObject([
        { id: 5 },
      ]);
      expect([before.length, (await views()).length]).toEqual([1, 1]);
      expect(await views()).not.toEqual(before);
    });

    it('refuses a file that would not fit, before anything of it is written', async () => {
      await store.rows.makeRoom(Number.POSITIVE_INFINITY);
      await leave(2 ** 20);
      const source = join(tmpdir(), `almanac-space-${process.pid}.csv`);
      await writeFile(source, text);
      try {
        const { needed } = await refused(store.rows.ingest('second', { path: source, format: 'csv' }, {}, {}));
        expect(needed).toBe(Math.ceil((text.length * 1.1) / 2 ** 20));
        expect(await readdir(join(folder, 'store', 'unfinished'))).toEqual([]);
        expect(await readdir(join(folder, 'store', 'versions'))).toEqual([version.key]);
      } finally {
        await rm(source);
      }
    });
  },
);
