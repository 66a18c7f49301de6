import { createReadStream } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredVersion } from '../electron/service/files/stored-version.ts';
import { openRowStore } from '../electron/service/opening/open-row-store.ts';
import type { RowStore } from '../electron/service/rows/row-store.ts';
import { everyRow } from '../shared/row-query.ts';
import { almanac, sizeOf } from './command-line.ts';
import { interleaved, median, medianRatio, report, seconds } from './measure.ts';
import { cacheFolder, tableFile, tableRows } from './table.ts';

/**
 * Publishing and exporting through the whole product (the command line over the local service, including its start and
 * end), compared with the same work in the row store alone: the same file, detected types, checked values, the file on
 * disk with its checksum. Neither builds a row file. The store has been opened before; the product starts each time, as
 * in normal use. Both find the file in the page cache, and no version from earlier turns.
 */
const folder = join(cacheFolder, 'jobs');
const data = join(folder, 'data');
const usedBefore = join(folder, 'data-before');
const rounds = 5;

/** A store with something published, so that each turn starts from the same state. */
async function useBefore(): Promise<void> {
  const small = join(folder, 'small.csv');
  await writeFile(small, 'code,name\n007,Arc\n');
  await almanac(['publish', small, '--to', 'bench/before'], data);
  await cp(data, usedBefore, { recursive: true });
}

async function measurePublishing(csv: string, rows: RowStore): Promise<StoredVersion> {
  const kept: StoredVersion[] = [];
  const peaks: number[] = [];
  const things = {
    rowStore: async () => {
      kept.push(await rows.ingest(`v${peaks.length}`, { path: csv, format: 'csv' }, {}, { onProgress: () => {} }));
    },
    product: async () => peaks.push((await almanac(['publish', csv, '--to', 'bench/table'], data)).peak),
  };
  const times = await interleaved(rounds, things, async () => {
    // The result of the last round is exported below.
    if (kept.length !== peaks.length || peaks.length === rounds) return;
    for (const { key } of kept) await rows.remove(key);
    await rm(data, { recursive: true });
    await cp(usedBefore, data, { recursive: true });
  });
  report({
    name: 'Publishing a CSV file through the product / the row store’s ingest',
    measured: medianRatio(times.product, times.rowStore),
    unit: '×',
    bound: 1.15,
    detail: `${seconds(median(times.product))} and ${seconds(median(times.rowStore))}, ${tableRows} rows`,
  });
  const detail = await sizeOf(csv);
  report({ name: 'Peak memory of importing CSV', measured: Math.max(...peaks), unit: 'MiB', bound: 1024, detail });
  const version = kept.at(-1);
  if (version === undefined) throw new Error('Nothing was stored.');
  return version;
}

async function measureExporting(rows: RowStore, version: StoredVersion): Promise<void> {
  const target = join(folder, 'out.csv');
  const own = join(folder, 'own.csv');
  const times = await interleaved(rounds, {
    rowStore: async () => {
      await rm(own, { force: true });
      await rows.open(version).exportTo(everyRow, 'csv', own, { onProgress: () => {} });
    },
    product: async () => {
      await rm(target, { force: true });
      await almanac(['export', 'bench/table', '--to', target], data);
    },
  });
  report({
    name: 'Exporting to CSV through the product / the row store’s export',
    measured: medianRatio(times.product, times.rowStore),
    unit: '×',
    bound: 1.15,
    detail: `${seconds(median(times.product))} and ${seconds(median(times.rowStore))}, ${await sizeOf(target)}`,
  });
}

/** Fills the page cache, so that the first turn reads no more from disk than the others. */
async function readThrough(file: string): Promise<void> {
  for await (const _ of createReadStream(file, { highWaterMark: 2 ** 22 }));
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const csv = await tableFile('csv');
await readThrough(csv);
await useBefore();
const rows = await openRowStore(join(folder, 'store'), { prepareAlways: false });
try {
  await measureExporting(rows, await measurePublishing(csv, rows));
} finally {
  await rows.close();
  await rm(folder, { recursive: true, force: true });
}
