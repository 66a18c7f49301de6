import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';
import type { RowStore } from '../../electron/service/rows/row-store.ts';
import { removeDiffs, unanswered } from '../files/store.ts';
import { interleaved, median, report, seconds } from '../measure.ts';
import { cacheFolder, tableFile } from '../table.ts';

/** The same work within the engine's memory limit, and without one. */
interface Place {
  readonly folder: string;
  readonly rows: RowStore;
  readonly before: StoredVersion;
  readonly after: StoredVersion;
}

const folder = join(cacheFolder, 'limits');
const paths = [await tableFile('csv'), await tableFile('csv', undefined, 1)] as const;
const rounds = 2;

async function place(name: string, options: { readonly memoryBytes?: number }): Promise<Place> {
  const own = join(folder, name);
  const rows = await openRowStore(own, { ...options, prepareAlways: false });
  const before = await rows.ingest('before', { path: paths[0], format: 'csv' }, {}, {});
  const after = await rows.ingest('after', { path: paths[1], format: 'csv' }, {}, {});
  return { folder: own, rows, before, after };
}

const works: Readonly<Record<string, (place: Place) => Promise<unknown>>> = {
  async 'Import of CSV'({ rows }) {
    await rows.ingest('again', { path: paths[0], format: 'csv' }, {}, {});
    await rows.remove('again');
  },
  'Index of a view ordered by near-distinct texts': ({ rows, before }) =>
    rows.open(before).page(unanswered({ ordering: [{ column: 'name', descending: false }] }), 2000, 1),
  async 'Comparing two versions by key'({ folder: own, rows, before, after }) {
    await removeDiffs(own, after);
    await rows.open(before).diff(after, ['id'], {});
  },
};

await rm(folder, { recursive: true, force: true });
const own = await place('own', {});
const free = await place('free', { memoryBytes: 16 * 2 ** 30 });
for (const [name, work] of Object.entries(works)) {
  const times = await interleaved(rounds, { own: () => work(own), free: () => work(free) });
  report({
    name: `${name} within the engine's memory / with 16 GiB of it`,
    measured: median(times.own) / median(times.free),
    unit: '×',
    bound: 1.3,
    detail: `${seconds(median(times.own))} and ${seconds(median(times.free))}`,
  });
}
await own.rows.close();
await free.rows.close();
await rm(folder, { recursive: true, force: true });
