import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { writeUserFile } from '../../lib/user-file.ts';
import { explainMemory } from '../engine/session.ts';
import type { CacheFigures } from '../files/disk-cache.ts';
import { versionFolder } from '../files/store-folders.ts';
import { rejectsFileName } from '../files/stored-files.ts';
import {
  type CheckVerdict,
  type LastCheck,
  RemovedVersionError,
  type StoredFile,
  type StoredVersion,
  type VersionKey,
} from '../files/stored-version.ts';
import type { IngestOptions, ReadingOptions, SurveyOptions, TablePreview, TableSurvey } from '../reading/reading.ts';
import { type CheckedStatement, isResultKey, maxStatementMs, type Statement } from '../reading/statements/statement.ts';
import { openVersion } from './open-version.ts';
import type { StoreParts } from './store-parts.ts';
import type { NamedKeys } from './version-files/version-files.ts';
import { VersionRows } from './version-rows.ts';

/** Checking a statement reads no rows. */
const checkLimitMs = 10_000;

/**
 * Stores and reads the rows of immutable versions. No type, text or path of the engine passes this class (the only
 * paths are the user's own files), so that the engine can be replaced. All calls may run concurrently; the same view
 * requested twice at the same time is built once.
 */
export class RowStore {
  readonly #parts: StoreParts;
  readonly #putAside: (name: string) => Promise<void>;
  readonly #removed = new RemovedVersions();
  /** Whether the versions are in storage that other machines may use too. */
  readonly isShared: boolean;

  /** @param putAside moves unreferenced rows aside, by their path below the folder */
  constructor(parts: StoreParts, putAside: (name: string) => Promise<void>) {
    this.#parts = parts;
    this.#putAside = putAside;
    this.isShared = parts.files.shared !== null;
  }

  /** Imports a file as a new version: complete, checked and durable, or not at all. @throws {IngestError} */
  ingest(key: VersionKey, file: ReadingOptions, options: IngestOptions, work: LongWork): Promise<StoredVersion> {
    const { cache, files, isolated } = this.#parts;
    const { appendTo, rejects = null } = options;
    return this.#store(key, work, async (unfinished) => {
      const { storedSize } = await import('../reading/stored-size.ts');
      await cache.assertRoom(await storedSize(file, appendTo?.bytes));
      const ingest = { kind: 'ingest', key, file, folder: unfinished, rejects: rejects !== null } as const;
      const run = (before: { readonly version: StoredVersion; readonly path: string } | null) =>
        cache.withRoom(async () => {
          await rm(unfinished, { recursive: true, force: true });
          return isolated.run({ ...ingest, appendTo: before }, nameOf(file), work);
        });
      const append = async (before: StoredVersion) => {
        // Its rows are copied to a file with a new checksum, which would otherwise hide the damage.
        await files.assertContent(before, work, true);
        return run({ version: before, path: files.path(before) });
      };
      const version = await (appendTo ? files.use(appendTo, work, () => append(appendTo)) : run(null));
      work.signal?.throwIfAborted();
      if (rejects !== null) await handOverRejects(unfinished, rejects);
      return version;
    });
  }

  /** Checks a statement by a reader of versions, without running it. @throws {IngestError | IsolatedProcessError} */
  check(sql: string, work: LongWork): Promise<CheckedStatement> {
    return this.#parts.isolated.run({ kind: 'check', sql, limitMs: checkLimitMs }, '', work);
  }

  /**
   * Stores the result of a statement as a new version, as {@link ingest} stores a file. The inputs are verified and
   * kept on this machine while the statement reads them.
   * @throws {IngestError | IsolatedProcessError | DamagedVersionError}
   */
  derive(key: VersionKey, { inputs, limitMs, ...statement }: Statement, work: LongWork): Promise<StoredVersion> {
    const { cache, files, isolated } = this.#parts;
    const long = limitMs > maxStatementMs;
    const versions = inputs.map(({ version }) => version);
    const located = inputs.map(({ name, version }) => ({ name, path: files.path(version), columns: version.columns }));
    const make = (folder: string) => {
      const run = () =>
        cache.withRoom(async () => {
          await rm(folder, { recursive: true, force: true });
          const read = { ...statement, inputs: located };
          return await isolated.run({ kind: 'statement', key, statement: read, long, limitMs, folder }, '', work);
        });
      const use = versions.reduceRight<() => Promise<StoredVersion>>(
        (inner, version) => () =>
          files.use(version, work, async () => {
            await files.assertContent(version, work);
            return await inner();
          }),
        run,
      );
      return use();
    };
    return this.#read(versions, () => this.#store(key, work, make));
  }

  /** Reports how a file would be ingested. @throws {IngestError} */
  survey(file: ReadingOptions, options: SurveyOptions, work: LongWork): Promise<TableSurvey> {
    return inScratch(join(this.#parts.folders.unfinished, 'survey-'), (scratch) =>
      this.#parts.isolated.run({ kind: 'survey', file, options, scratch }, nameOf(file), work),
    );
  }

  /**
   * Reads the first records of a file and detects the options that are not given: the cost does not grow with the file.
   * @param purpose `take-in`: examine only what reading the file needs, nothing for display
   * @param scratchParent folder for a temporary one, named after the id of this process
   * @throws {IngestError}
   */
  preview(
    file: ReadingOptions,
    purpose: 'show' | 'take-in',
    scratchParent: string,
    signal?: AbortSignal,
  ): Promise<TablePreview> {
    return inScratch(join(scratchParent, `preview-${process.pid}-`), (scratch) =>
      this.#parts.isolated.run({ kind: 'preview', file, purpose, scratch }, nameOf(file), given({ signal })),
    );
  }

  /** The rows of a version; nothing is read yet. */
  open(version: StoredVersion): VersionRows {
    return new VersionRows(this.#parts, version, (versions, read) => this.#read(versions, read));
  }

  /**
   * Reads the stored file again and compares its SHA-256 with the record. A version whose file differs is not served
   * until it is restored. `gently`: at a limited rate, to leave the disk to other work.
   */
  verify(file: StoredFile, work: LongWork, gently?: boolean): Promise<CheckVerdict> {
    return this.#parts.files.verify(file, work, gently);
  }

  /** Outcome of the last verification of the stored file; null if there was none. */
  lastCheck(file: Pick<StoredFile, 'key'>): Promise<LastCheck | null> {
    return this.#parts.files.lastCheck(file);
  }

  /**
   * Removes all files of a version that is no longer in the catalogue; its readers fail with
   * {@link RemovedVersionError}. What cannot be removed now is no error: the next start moves it aside.
   */
  async remove(key: VersionKey): Promise<void> {
    this.#removed.add(key);
    await this.#removeFiles(key).catch((error: unknown) =>
      this.#parts.log(
        `Files of the removed version ${key} could not be removed. The next start moves them aside.`,
        error,
      ),
    );
  }

  /** Moves aside the rows of versions that are not in `keys`, and removes rebuildable files. Returns their keys. */
  async keepOnly(keys: ReadonlySet<VersionKey>): Promise<readonly VersionKey[]> {
    const { folders, files } = this.#parts;
    // Results that a killed process left are of no use.
    for (const name of await readdir(folders.versions)) if (isResultKey(name)) await files.remove(name);
    const aside = await files.keepOnly(keys, this.#putAside);
    const cached = await readdir(folders.cache);
    for (const name of new Set([...aside, ...cached])) if (!keys.has(name)) await this.#clearCache(name);
    return aside;
  }

  /**
   * Removes files in shared storage that have belonged to no version for some time.
   * @param named called after their files were listed
   * @returns the keys whose files were removed
   */
  collectGarbage(named: NamedKeys, signal: AbortSignal): Promise<readonly VersionKey[]> {
    return this.#parts.files.collectGarbage(named, signal);
  }

  /** Keeps other machines from removing files in shared storage that this one is reading. */
  keepWhatIsRead(signal: AbortSignal): Promise<void> {
    return this.#parts.files.keepWhatIsRead(signal);
  }

  /** @throws if the versions cannot be reached now, or could not a moment ago */
  assertReachable(): Promise<void> {
    return this.#parts.files.assertReachable();
  }

  /** How the cache of rebuildable files, and of copies of objects, is used. */
  cacheFigures(): CacheFigures {
    return this.#parts.cache.figures;
  }

  /** Bytes of memory that the engine uses; 0 while no statement has needed it. */
  engineMemory(): Promise<number> {
    return this.#parts.engine.memoryBytes();
  }

  /** Evicts rebuildable files. @returns the freed bytes */
  makeRoom(bytes: number): Promise<number> {
    return this.#parts.cache.makeRoom(bytes);
  }

  async close(): Promise<void> {
    const { isolated, rowFiles, views, groups, diffs, readers, engine, files } = this.#parts;
    for (const part of [isolated, rowFiles, views, groups, diffs, readers, engine, files]) await part.close();
  }

  async #read<Result>(versions: readonly StoredVersion[], work: () => Promise<Result>): Promise<Result> {
    this.#removed.assertThere(versions);
    try {
      return await work();
    } catch (error) {
      this.#removed.assertThere(versions);
      throw explainMemory(error, versions);
    } finally {
      // A late reader may have rebuilt files of a removed version.
      for (const { key } of versions) if (this.#removed.has(key)) await this.#clearCache(key);
    }
  }

  /** Makes the files of a version in a folder of its own, and then makes them the version's. */
  async #store(
    key: VersionKey,
    work: LongWork,
    make: (unfinished: string) => Promise<StoredVersion>,
  ): Promise<StoredVersion> {
    const unfinished = versionFolder(this.#parts.folders.unfinished, key);
    try {
      const version = await make(unfinished);
      work.signal?.throwIfAborted();
      await this.#parts.files.commit(unfinished, version, work);
      // The next reader of the version finds its row file, or at least part of it.
      await this.#parts.rowFiles.find(openVersion(this.#parts, version));
      return version;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // It may have its final name already: not every failure comes before that.
      await this.#removeFiles(key);
      work.signal?.throwIfAborted();
      throw error;
    }
  }

  async #removeFiles(key: VersionKey): Promise<void> {
    await this.#clearCache(key);
    await this.#parts.files.remove(key);
  }

  /** Cancels the building of cached files of a version, and removes these. */
  async #clearCache(key: VersionKey): Promise<void> {
    const { folders, cache, readers, rowFiles, views, groups, diffs } = this.#parts;
    const cached = versionFolder(folders.cache, key);
    // Work that continues would keep adding files to the folder.
    const reason = new DOMException('The version is removed.', 'AbortError');
    const building = [rowFiles, views, groups].map((derived) => derived.end(cached, reason));
    await Promise.all([...building, diffs.end((compared) => compared.split(' ', 2).includes(key), reason)]);
    cache.invalidate(cached);
    await readers.release(cached);
    // Cancelled work may still be removing its files from the folder.
    await rm(cached, { recursive: true, force: true, maxRetries: 5 });
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

/** Works in a temporary folder. @param prefix of its path */
async function inScratch<Result>(prefix: string, work: (scratch: string) => Promise<Result>): Promise<Result> {
  const scratch = await mkdtemp(prefix);
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Far more than can be removed during a single read. */
const maxKeys = 10_000;

/** Recently removed versions, whose readers get a {@link RemovedVersionError} and none about missing files. */
class RemovedVersions {
  readonly #keys = new LRUCache<VersionKey, true>({ max: maxKeys });

  add(key: VersionKey): void {
    this.#keys.set(key, true);
  }

  has(key: VersionKey): boolean {
    return this.#keys.has(key);
  }

  /** @throws {RemovedVersionError} if one of them was removed */
  assertThere(versions: readonly StoredVersion[]): void {
    if (versions.some(({ key }) => this.has(key))) throw new RemovedVersionError();
  }
}
