import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Geometry } from 'geojson';
import { given } from '#shared/given.ts';
import { SharedWork } from '../../lib/shared-work.ts';
import type { ObjectOptions } from '../cluster/objects/object-files.ts';
import { lazyEngine } from '../engine/lazy-engine.ts';
import { DiskCache } from '../files/disk-cache.ts';
import { freeBytes } from '../files/disk-full.ts';
import { openFolders, type StoreFolders } from '../files/store-folders.ts';
import { centroidOf } from '../geometry/centroid.ts';
import { centroidFunction, collectionFunction } from '../geometry/geometry-sql.ts';
import { geometryText } from '../geometry/geometry-text.ts';
import { IsolatedProcesses, type IsolatedProcessesOptions } from '../reading/process/isolated-processes.ts';
import type { MadeDiff } from '../rows/diffs/diff-plan.ts';
import { GroupFiles } from '../rows/groups/group-files.ts';
import { binFunction, binOf, quotientFunction, quotientText } from '../rows/groups/number-sql.ts';
import { PageReaders } from '../rows/pages/page-readers.ts';
import { RowFiles } from '../rows/pages/row-file/row-files.ts';
import { RunningProfiles } from '../rows/profiles/running-profiles.ts';
import { RowStore } from '../rows/row-store.ts';
import type { StoreParts } from '../rows/store-parts.ts';
import { folderFiles } from '../rows/version-files/folder-files.ts';
import type { Leases } from '../rows/version-files/leases.ts';
import { assertInFolder, assertInObjects, noteObjectStorage } from '../rows/version-files/storage-marker.ts';
import type { VersionFiles } from '../rows/version-files/version-files.ts';
import { defaultViewLimits, ViewFiles, type ViewLimits } from '../rows/views/view-files.ts';
import { setAside } from '../set-aside.ts';

/** Resources that a row store may use; the defaults depend on the machine. */
export interface RowStoreOptions {
  /** Memory of the engine; default: a quarter of the machine's, at least 256 MiB and at most 448 MiB. */
  readonly memoryBytes?: number;
  /** Threads of the engine; default: as many as the machine has cores. */
  readonly threads?: number;
  /**
   * Maximum disk space for rebuildable files; default: sixteen times the size of the versions, at least 256 MiB and at
   * most 20 GiB. Never more than a quarter of what would be free without it.
   */
  readonly cacheBytes?: number;
  readonly viewLimits?: Partial<ViewLimits>;
  /** Build row files in the background as soon as a version is ready or read; default: yes. */
  readonly prepareAlways?: boolean;
  /** Moves unreferenced rows aside, by their path below the folder; default: to leftovers within it. */
  readonly setAside?: (name: string) => Promise<void>;
  /** Object storage that keeps the versions, instead of the folder, and is shared with other machines. */
  readonly objects?: ObjectOptions;
  /** What one of several machines with the same object storage builds for all; null if there is only this one. */
  readonly leases?: Leases | null;
  /** Limits of the processes that read files, if not the default ones. */
  readonly isolated?: IsolatedProcessesOptions['limits'];
  /** Receives messages for the log. */
  readonly log?: (message: string, error?: unknown) => void;
}

const mebibyte = 2 ** 20;
/** More would not read files faster, and two such processes fit into the common budget (`memory-budget.ts`). */
const isolatedEngineBytes = 384 * mebibyte;
const gibibyte = 2 ** 30;

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, Math.floor(value)));
}

/** Row files are as large as the rows in JSON, about ten times their Parquet file; the rest is for views. */
const cacheTimesData = 16;

/** Size limit of the cache, given the free space on the disk and the size of the versions. */
async function cacheQuota(
  { cache }: StoreFolders,
  files: VersionFiles,
  given: number | undefined,
  cachedBytes: number,
): Promise<number> {
  const quarter = Math.floor(((await freeBytes(cache)) + cachedBytes) / 4);
  if (given !== undefined) return Math.min(given, quarter);
  const stored = (await files.localBytes()) ?? Number.POSITIVE_INFINITY;
  return Math.min(between(256 * mebibyte, stored * cacheTimesData, 20 * gibibyte), quarter);
}

/** What statements call that SQL itself cannot calculate, or not exactly. */
const engineFunctions = {
  [binFunction]: binOf,
  [quotientFunction]: quotientText,
  [collectionFunction]: (hexadecimal: string) => geometryText(Buffer.from(hexadecimal, 'hex')),
  [centroidFunction]: (hexadecimal: string) =>
    centroidOf(JSON.parse(geometryText(Buffer.from(hexadecimal, 'hex'))) as Geometry)?.join(' ') ?? '',
};

/** Opens the row store in a folder for its exclusive use. Removes files that a crash left unfinished. */
export async function openRowStore(folder: string, options: RowStoreOptions = {}): Promise<RowStore> {
  const parts = await openParts(folder, options);
  return new RowStore(parts, options.setAside ?? ((name) => setAside(folder, name)));
}

async function openParts(folder: string, options: RowStoreOptions): Promise<StoreParts> {
  const folders = await openFolders(folder);
  const log = options.log ?? (() => {});
  const readers = new PageReaders(2);
  const engineLimits = {
    memoryBytes: options.memoryBytes ?? between(256 * mebibyte, totalmem() / 4, 448 * mebibyte),
    threads: options.threads ?? availableParallelism(),
  };
  const isolated = new IsolatedProcesses({
    engine: { ...engineLimits, memoryBytes: Math.min(engineLimits.memoryBytes, isolatedEngineBytes) },
    spillFolder: folders.spill,
    ...given({ limits: options.isolated }),
  });
  const engine = lazyEngine(
    {
      ...engineLimits,
      spillFolder: folders.spill,
      functions: engineFunctions,
    },
    // A store that is opened for one task serves no pages.
    () => (options.prepareAlways === false ? undefined : readers.startAll()),
  );
  const quota = (cached: number) => cacheQuota(folders, files, options.cacheBytes, cached);
  const cache: DiskCache = new DiskCache(folders.cache, quota, async (path) => {
    rowFiles.invalidate(path);
    views.invalidate(path);
    groups.invalidate(path);
    await readers.release(path);
  });
  const { objects, leases = null } = options;
  const shared = objects && { options: objects, folders, cache, leases, log };
  // Loaded on demand: few stores are shared by several machines.
  const files: VersionFiles =
    shared === undefined
      ? folderFiles(folders)
      : new (await import('../cluster/objects/object-files.ts')).ObjectFiles(shared);
  const always = options.prepareAlways ?? true;
  const rowFiles = new RowFiles({ engine, isolated, cache, files, always, log });
  const limits = { ...defaultViewLimits, ...options.viewLimits };
  const views = new ViewFiles({ engine, cache, readers, limits, shared: files.shared });
  const groups = new GroupFiles(engine, cache, files.shared);
  await cache.open();
  return {
    engine,
    isolated,
    folders,
    files,
    cache,
    readers,
    rowFiles,
    views,
    groups,
    diffs: new SharedWork<MadeDiff>(),
    profiles: new RunningProfiles(),
    log,
  };
}

/** Of the resources of a row store, those that the operator chooses. */
type OpenRowsOptions = Pick<RowStoreOptions, 'prepareAlways' | 'cacheBytes' | 'objects' | 'leases' | 'log'>;

/** Opens the row store of a data folder. @throws {OtherStorageError} */
export async function openRows(dataFolder: string, options: OpenRowsOptions): Promise<RowStore> {
  const { objects } = options;
  const folder = join(dataFolder, 'rows');
  if (objects === undefined)
    await assertInFolder(folder, 'run "almanac serve" with --objects, and other commands while it runs');
  else await assertInObjects(folder);
  const rows = await openRowStore(folder, {
    ...options,
    setAside: (name) => setAside(dataFolder, join('rows', name)),
  });
  if (objects !== undefined) await noteObjectStorage(folder, objects.address);
  return rows;
}
