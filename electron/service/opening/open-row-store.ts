import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import type { Geometry } from 'geojson';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { writeUserFile } from '../../lib/user-file.ts';
import type { ObjectOptions } from '../cluster/objects/object-files.ts';
import { lazyEngine } from '../engine/lazy-engine.ts';
import { explainMemory } from '../engine/memory-error.ts';
import { DiskCache } from '../files/disk-cache.ts';
import { freeBytes } from '../files/disk-full.ts';
import { openFolders, type StoreFolders, versionFolder } from '../files/store-folders.ts';
import { rejectsFileName } from '../files/stored-files.ts';
import type { StoredVersion, VersionKey } from '../files/stored-version.ts';
import { centroidOf } from '../geometry/centroid.ts';
import { centroidFunction, collectionFunction } from '../geometry/geometry-sql.ts';
import { geometryText } from '../geometry/geometry-text.ts';
import { IsolatedProcesses, type IsolatedProcessesOptions } from '../reading/process/isolated-processes.ts';
import type { IngestOptions, ReadingOptions, SurveyOptions, TablePreview, TableSurvey } from '../reading/reading.ts';
import { isResultKey, type Statement } from '../reading/statements/statement.ts';
import { RunningDiffs } from '../rows/diffs/running-diffs.ts';
import { NamedPipes } from '../rows/export/named-pipes.ts';
import { binFunction, binOf } from '../rows/groups/bin-sql.ts';
import { GroupFiles } from '../rows/groups/group-files.ts';
import { quotientFunction, quotientText } from '../rows/groups/number-sql.ts';
import { openVersion } from '../rows/open-version.ts';
import { PageReaders } from '../rows/pages/page-readers.ts';
import { RowFiles } from '../rows/pages/row-file/row-files.ts';
import { RunningProfiles } from '../rows/profiles/running-profiles.ts';
import { Removals, RemovedVersions } from '../rows/removals.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { StoreParts } from '../rows/store-parts.ts';
import { folderFiles } from '../rows/version-files/folder-files.ts';
import type { Leases } from '../rows/version-files/leases.ts';
import type { VersionFiles } from '../rows/version-files/version-files.ts';
import { VersionRows } from '../rows/version-rows.ts';
import { ViewFiles } from '../rows/views/view-files.ts';
import { maxPieceRows } from '../rows/views/view-index.ts';
import { setAside } from '../set-aside.ts';

/** Resources that a row store may use; the defaults depend on the machine. */
export interface RowStoreOptions {
  /** Memory of the engine; default: a quarter of the machine's, at least 256 MiB and at most 448 MiB. */
  readonly memoryBytes?: number;
  /** Threads of the engine; default: as many as the machine has cores. */
  readonly threads?: number;
  /** Threads that read pages; default: 2. */
  readonly readers?: number;
  /**
   * Maximum disk space for rebuildable files; default: sixteen times the size of the versions, at least 256 MiB and at
   * most 20 GiB. Never more than a quarter of what would be free without it.
   */
  readonly cacheBytes?: number;
  /** Number of rows from which views are sorted by ranks; default: 200,000. */
  readonly rankedFrom?: number;
  /** Number of rows from which pages near the ends of a view are read before it is built; default: 200,000. */
  readonly earlyFrom?: number;
  /** Rows of the first part of a version that a filter reads; default: 262,144. */
  readonly firstPieceRows?: number;
  /** Maximum number of rows sorted in one result, and an eighth of those filtered at a time; default: 4,194,304. */
  readonly maxPieceRows?: number;
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

/** Fewer rows are sorted by the engine before a column is ranked. */
const rankedFrom = 200_000;

/** In a version with fewer rows, a whole view is built as fast as its first page. */
const earlyFrom = 200_000;

/** A filter reads so many rows within a few milliseconds, and then more. */
const firstPieceRows = 1 << 18;

/** Concurrent exports through a pipe: as many as there is concurrent long work. */
const pipesAtOnce = 2;

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

/** Opens the row store in a folder for its exclusive use. Removes files that a crash left unfinished. */
export async function openRowStore(folder: string, options: RowStoreOptions = {}): Promise<RowStore> {
  const parts = await openParts(folder, options);
  const removals = new Removals((key) => removeFiles(parts, key), parts.log);
  const removed = new RemovedVersions();
  async function read<Result>(versions: readonly StoredVersion[], work: () => Promise<Result>): Promise<Result> {
    removed.assertThere(versions);
    try {
      return await work();
    } catch (error) {
      removed.assertThere(versions);
      throw explainMemory(error, versions);
    } finally {
      // A late reader may have rebuilt files of a removed version.
      for (const { key } of versions) if (removed.has(key)) await clearCache(parts, key);
    }
  }
  return {
    ingest: (key, file, ingestOptions, work) => ingestVersion(parts, key, file, ingestOptions, work),
    check: (sql, work) => parts.isolated.run({ kind: 'check', sql, limitMs: checkLimitMs }, '', work),
    derive: (key, statement, work) =>
      read(
        statement.inputs.map(({ version }) => version),
        () => deriveVersion(parts, key, statement, work),
      ),
    survey: (file, surveyOptions, work) => survey(parts, file, surveyOptions, work),
    preview: (request, purpose, scratchParent, signal) => preview(parts, request, purpose, scratchParent, signal),
    open: (version) => new VersionRows(parts, version, read),
    verify: (version, work, gently) => parts.files.verify(version, work, gently),
    lastCheck: (version) => parts.files.lastCheck(version),
    async remove(key) {
      removed.add(key);
      await removals.remove(key);
    },
    collectGarbage: (named, signal) => parts.files.collectGarbage(named, signal),
    keepWhatIsRead: (signal) => parts.files.keepWhatIsRead(signal),
    isShared: parts.files.shared !== null,
    assertReachable: () => parts.files.assertReachable(),
    cacheFigures: () => parts.cache.figures,
    engineMemory: () => parts.engine.memoryBytes(),
    makeRoom: (bytes) => parts.cache.makeRoom(bytes),
    keepOnly: (keys) => keepOnly(parts, keys, options.setAside ?? ((name) => setAside(folder, name))),
    async close() {
      await removals.close();
      await closeParts(parts);
    },
  };
}

async function openParts(folder: string, options: RowStoreOptions): Promise<StoreParts> {
  const folders = await openFolders(folder);
  const log = options.log ?? (() => {});
  const readers = new PageReaders(options.readers ?? 2);
  const pipes = new NamedPipes(folders.pipes, pipesAtOnce);
  if (options.prepareAlways !== false) pipes.makeLater();
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
      functions: {
        [binFunction]: binOf,
        [quotientFunction]: quotientText,
        [collectionFunction]: (hexadecimal) => geometryText(Buffer.from(hexadecimal, 'hex')),
        [centroidFunction]: (hexadecimal) =>
          centroidOf(JSON.parse(geometryText(Buffer.from(hexadecimal, 'hex'))) as Geometry)?.join(' ') ?? '',
      },
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
  const { objects } = options;
  // Loaded on demand: few stores are shared by several machines.
  const files: VersionFiles =
    objects === undefined
      ? folderFiles(folders)
      : (await import('../cluster/objects/object-files.ts')).objectFiles(
          objects,
          folders,
          cache,
          options.leases ?? null,
          log,
        );
  const always = options.prepareAlways ?? true;
  const rowFiles = new RowFiles({ engine, isolated, cache, files, always, log });
  const limits = {
    rankedFrom: options.rankedFrom ?? rankedFrom,
    earlyFrom: options.earlyFrom ?? earlyFrom,
    firstPieceRows: options.firstPieceRows ?? firstPieceRows,
    maxPieceRows: options.maxPieceRows ?? maxPieceRows,
  };
  const views = new ViewFiles(engine, cache, readers, limits, files.shared);
  const groups = new GroupFiles(engine, cache, files.shared);
  await cache.open();
  const diffs = new RunningDiffs();
  const profiles = new RunningProfiles();
  return {
    engine,
    isolated,
    folders,
    files,
    cache,
    readers,
    pipes,
    rowFiles,
    views,
    groups,
    diffs,
    profiles,
    log,
  };
}

async function ingestVersion(
  parts: StoreParts,
  key: VersionKey,
  file: ReadingOptions,
  options: IngestOptions,
  work: LongWork,
): Promise<StoredVersion> {
  const { appendTo, rejects = null } = options;
  return await storeVersion(parts, key, work, async (unfinished) => {
    const { storedSize } = await import('../reading/stored-size.ts');
    await parts.cache.assertRoom(await storedSize(file, appendTo?.bytes));
    const ingest = { kind: 'ingest', key, file, folder: unfinished, rejects: rejects !== null } as const;
    const run = (before: { readonly version: StoredVersion; readonly path: string } | null) =>
      parts.cache.withRoom(async () => {
        await rm(unfinished, { recursive: true, force: true });
        return parts.isolated.run({ ...ingest, appendTo: before }, nameOf(file), work);
      });
    const append = async (before: StoredVersion) => {
      // Its rows are copied to a file with a new checksum, which would otherwise hide the damage.
      await parts.files.assertContent(before, work, true);
      return run({ version: before, path: parts.files.path(before) });
    };
    const version = await (appendTo ? parts.files.use(appendTo, work, () => append(appendTo)) : run(null));
    work.signal?.throwIfAborted();
    if (rejects !== null) await handOverRejects(unfinished, rejects);
    return version;
  });
}

/** Checking a statement reads no rows. */
const checkLimitMs = 10_000;

/** The inputs are verified and kept on this machine while the statement reads them. */
async function deriveVersion(
  parts: StoreParts,
  key: VersionKey,
  { inputs, limitMs, ...statement }: Statement,
  work: LongWork,
): Promise<StoredVersion> {
  const long = statement.maxRows === null;
  const located = inputs.map(({ name, version }) => ({
    name,
    path: parts.files.path(version),
    columns: version.columns,
  }));
  return await storeVersion(parts, key, work, async (folder) => {
    const run = () =>
      parts.cache.withRoom(async () => {
        await rm(folder, { recursive: true, force: true });
        const task = {
          kind: 'statement',
          key,
          statement: { ...statement, inputs: located },
          long,
          limitMs,
          folder,
        } as const;
        return await parts.isolated.run(task, '', work);
      });
    const use = inputs.reduceRight<() => Promise<StoredVersion>>(
      (inner, { version }) =>
        () =>
          parts.files.use(version, work, async () => {
            await parts.files.assertContent(version, work);
            return await inner();
          }),
      run,
    );
    return await use();
  });
}

/** Makes the files of a version in a folder of its own, and then makes them the version's. */
async function storeVersion(
  parts: StoreParts,
  key: VersionKey,
  work: LongWork,
  make: (unfinished: string) => Promise<StoredVersion>,
): Promise<StoredVersion> {
  const unfinished = versionFolder(parts.folders.unfinished, key);
  try {
    const version = await make(unfinished);
    work.signal?.throwIfAborted();
    await parts.files.commit(unfinished, version, work);
    // The next reader of the version finds its row file, or at least part of it.
    await parts.rowFiles.find(openVersion(parts, version));
    return version;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // It may have its final name already: not every failure comes before that.
    await removeFiles(parts, key);
    work.signal?.throwIfAborted();
    throw error;
  }
}

/** The reading process writes only into its own folder, which is removed with its files if it is killed. */
async function handOverRejects(folder: string, target: string): Promise<void> {
  const written = join(folder, rejectsFileName);
  if (!existsSync(written)) return;
  await writeUserFile(target, (part) => copyFile(written, part));
  await rm(written);
}

/** A file's name for the user. */
function nameOf({ path, name }: Pick<ReadingOptions, 'path' | 'name'>): string {
  return name ?? basename(path);
}

async function survey(
  { isolated, folders }: StoreParts,
  file: ReadingOptions,
  options: SurveyOptions,
  work: LongWork,
): Promise<TableSurvey> {
  const scratch = await mkdtemp(join(folders.unfinished, 'survey-'));
  try {
    return await isolated.run({ kind: 'survey', file, options, scratch }, nameOf(file), work);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function preview(
  { isolated }: StoreParts,
  file: ReadingOptions,
  purpose: 'show' | 'take-in',
  scratchParent: string,
  signal: AbortSignal | undefined,
): Promise<TablePreview> {
  const scratch = await mkdtemp(join(scratchParent, `preview-${process.pid}-`));
  try {
    const work = signal === undefined ? {} : { signal };
    return await isolated.run({ kind: 'preview', file, purpose, scratch }, nameOf(file), work);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function removeFiles(parts: StoreParts, key: VersionKey): Promise<void> {
  await clearCache(parts, key);
  await parts.files.remove(key);
}

/** Cancels the building of cached files of a version, and removes these. */
async function clearCache(parts: StoreParts, key: VersionKey): Promise<void> {
  const cached = versionFolder(parts.folders.cache, key);
  // Work that continues would keep adding files to the folder.
  const reason = new DOMException('The version is removed.', 'AbortError');
  await Promise.all([
    parts.rowFiles.end(cached, reason),
    parts.views.end(cached, reason),
    parts.groups.end(cached, reason),
    parts.diffs.end(key, reason),
  ]);
  parts.cache.invalidate(cached);
  await parts.readers.release(cached);
  // Cancelled work may still be removing its files from the folder.
  await rm(cached, { recursive: true, force: true, maxRetries: 5 });
}

async function keepOnly(
  parts: StoreParts,
  keys: ReadonlySet<VersionKey>,
  putAside: (name: string) => Promise<void>,
): Promise<readonly VersionKey[]> {
  // Results that a killed process left are of no use.
  for (const name of await readdir(parts.folders.versions)) if (isResultKey(name)) await parts.files.remove(name);
  const aside = await parts.files.keepOnly(keys, putAside);
  const cached = await readdir(parts.folders.cache);
  for (const name of new Set([...aside, ...cached])) if (!keys.has(name)) await clearCache(parts, name);
  return aside;
}

async function closeParts(parts: StoreParts): Promise<void> {
  await parts.isolated.close();
  await parts.rowFiles.close();
  await parts.views.close();
  await parts.groups.close();
  await parts.diffs.close();
  await parts.readers.close();
  await parts.engine.close();
  await parts.pipes.close();
  await parts.files.close();
}
