import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataset, findDataset } from '../../electron/service/catalogue/records/datasets.ts';
import { createNamespace, findNamespace } from '../../electron/service/catalogue/records/namespaces.ts';
import { findStoredVersion } from '../../electron/service/catalogue/records/versions.ts';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';
import { publishVersion } from '../../electron/service/operations/publish/publish.ts';
import type { ReadingOptions } from '../../electron/service/reading/reading.ts';
import type { RowStore } from '../../electron/service/rows/row-store.ts';
import type { Service } from '../../electron/service/service.ts';
import { everyRow, type RowQuery } from '../../shared/row-query.ts';
import { cacheFolder, tableFile, tableRows } from '../table.ts';

/** The benchmarks' row store with both versions of the table; filled at the first call. */
export async function openBenchStore(): Promise<{
  rows: RowStore;
  folder: string;
  versions: readonly StoredVersion[];
}> {
  const folder = join(cacheFolder, `store-${tableRows}`);
  const noted = join(folder, 'versions.json');
  if (!existsSync(noted)) await rm(folder, { recursive: true, force: true });
  const rows = await openRowStore(folder);
  if (existsSync(noted)) return { rows, folder, versions: JSON.parse(await readFile(noted, 'utf8')) };
  console.log(`filling ${folder}`);
  const versions: StoredVersion[] = [];
  for (const number of [0, 1] as const) {
    const path = await tableFile('csv', tableRows, number);
    const version = await rows.ingest(`table-${number}`, { path, format: 'csv' }, {}, {});
    await rows.open(version).prepare({});
    versions.push(version);
  }
  await writeFile(noted, JSON.stringify(versions));
  return { rows, folder, versions };
}

/** The newest version of a dataset of the benchmarks' service with its row file; published at the first call. */
export async function published(
  { deps }: Service,
  slug: string,
  source: () => Promise<ReadingOptions>,
): Promise<StoredVersion> {
  const { records } = deps.catalogue;
  const namespace =
    (await findNamespace(records, 'bench')) ??
    (await createNamespace(records, { slug: 'bench', label: 'Bench', published: true }));
  const dataset =
    (await findDataset(records, namespace.id, slug)) ??
    (await createDataset(records, { namespaceId: namespace.id, slug, label: slug }));
  const known = await findStoredVersion(records, dataset.id);
  if (known === null) await publishVersion(deps, dataset.id, await source());
  const version = known ?? (await findStoredVersion(records, dataset.id));
  if (version === null) throw new Error(`${slug} could not be published.`);
  await deps.rows.open(version).prepare({});
  return version;
}

/** The address of a published dataset's rows. */
export function rowsAddress({ url }: Service, slug: string): string {
  return `${url}api/v1/namespaces/bench/datasets/${slug}/data/`;
}

let question = Date.now();

/**
 * The query with a filter that matches all rows and that no run has used yet, so that nothing cached in this run or
 * in an interrupted one can answer it.
 */
export function unanswered(query: Partial<RowQuery> = {}): RowQuery {
  question += 1;
  const always = { column: 'id', lookup: 'ne', value: `${-question}` } as const;
  return { ...everyRow, ...query, filters: [...(query.filters ?? []), always] };
}

/** Path of a version's stored file in the benchmarks' store, for measuring the engine alone. */
export function storedPath(folder: string, version: StoredVersion): string {
  return join(folder, 'versions', version.key, 'data.parquet');
}

/** The folder for rebuildable files. */
export function cachePath(folder: string, version: StoredVersion): string {
  return join(folder, 'cache', version.key);
}

/** Clears cached comparisons, so that they are computed again. */
export async function removeDiffs(folder: string, version: StoredVersion): Promise<void> {
  const cache = cachePath(folder, version);
  const names = await readdir(cache).catch(() => []);
  for (const name of names) if (name.endsWith('.diff')) await rm(join(cache, name), { recursive: true });
}

/** A version that must exist. */
export function first<Item>(items: readonly Item[], at = 0): Item {
  const item = items[at];
  if (item === undefined) throw new Error(`There is no item ${at}.`);
  return item;
}
