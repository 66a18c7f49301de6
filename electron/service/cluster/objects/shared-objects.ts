import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import { ObjectStoreError } from '../../../lib/objects/object-store-error.ts';
import { checksumOf } from '../../files/checksum.ts';
import type { DiskCache } from '../../files/disk-cache.ts';
import type { RowFilePaths } from '../../files/parquet-file.ts';
import type { SharedFiles } from '../../files/shared-files.ts';
import type { StoreFolders } from '../../files/store-folders.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { unfinishedName } from '../../files/unfinished-name.ts';
import { offsetFileBytes, type writeOffsetTable } from '../../rows/pages/row-file/row-file.ts';
import { type Leases, takeLease } from '../../rows/version-files/leases.ts';
import { runFilePass } from '../../work/file-pass.ts';
import { type Absence, writeHashed } from './local-copies.ts';
import { cacheEntry, derivedKey, rowIndexKey, rowsKey } from './object-keys.ts';
import type { writeRowIndex } from './row-index.ts';
import { RowObjects } from './row-objects.ts';

/** Files that are sent at a time while readers wait for them, and that wait; more are not offered. */
const [urgentAtOnce, maxWaiting] = [3, 200];

/** How long a store that has failed is not asked for what can be built, in milliseconds. */
const awayMs = 10_000;

interface SharedObjectsParts {
  /** With short limits: what it does not have can be built. */
  readonly store: ObjectStore;
  readonly cache: DiskCache;
  readonly folders: StoreFolders;
  /** Null if no other node uses the same store. */
  readonly leases: Leases | null;
  readonly log: (message: string, error?: unknown) => void;
  readonly absence: Absence;
}

/** Derived files as objects: what one node has built for all. */
export class SharedObjects implements SharedFiles {
  readonly #parts: SharedObjectsParts;
  readonly #urgent = new PQueue({ concurrency: urgentAtOnce });
  /** Files that take long, one after the other. */
  readonly #others = new PQueue({ concurrency: 1 });
  readonly #closing = new AbortController();
  #awayUntil = 0;
  readonly rows: RowObjects;

  constructor(parts: SharedObjectsParts) {
    this.#parts = parts;
    this.rows = new RowObjects(parts.store);
  }

  async fetch(files: readonly string[], signal?: AbortSignal): Promise<boolean> {
    return this.#attempt(false, signal, () => this.#fetchAll(files, signal));
  }

  async waitToBuild(files: readonly string[], signal?: AbortSignal): Promise<() => void> {
    if (this.#parts.leases === null) return () => {};
    try {
      const lease = await takeLease(this.#parts.leases, this.#keyOf(files.at(-1) ?? ''), signal);
      return () => void lease.release();
    } catch (error) {
      signal?.throwIfAborted();
      this.#parts.log('It is not known whether another node is building a derived file, so it is built.', error);
      return () => {};
    }
  }

  async offer(files: readonly string[]): Promise<void> {
    await this.#send(true, files[0] ?? '', async (signal) => {
      for (const path of files)
        await this.#parts.store.putFile(this.#keyOf(path), path, await checksumOf(path, signal), { signal });
    });
  }

  async fetchRowFile(version: StoredVersion, paths: RowFilePaths, signal?: AbortSignal): Promise<boolean> {
    const bytes = await this.#attempt(null, signal, () => this.rows.bytes(version));
    if (bytes === null) return false;
    // Building it would take as much, and the stored file.
    await this.#parts.cache.assertRoom(bytes + offsetFileBytes(version.rows, bytes));
    return this.#attempt(false, signal, async () => {
      if (!(await this.#fetchTo(rowsKey(version.key), paths.rows, signal))) return false;
      const rows = await runFilePass<typeof writeOffsetTable>(
        'offsets',
        { from: paths.rows, to: paths.offsets },
        signal,
      );
      return rows === version.rows;
    });
  }

  async isTooLarge(version: StoredVersion): Promise<boolean> {
    const bytes = await this.#attempt(null, undefined, () => this.rows.bytes(version));
    return bytes !== null && !(await this.#parts.cache.mayKeep(bytes + offsetFileBytes(version.rows, bytes)));
  }

  offerRowFile(version: StoredVersion, { rows }: RowFilePaths): void {
    void this.#send(false, rows, async (signal) => {
      // Another node may have built the same one.
      if ((await this.rows.bytes(version)) !== null) return;
      const index = unfinishedName(join(this.#parts.folders.unfinished, `${version.key}.idx`));
      try {
        const counted = await runFilePass<typeof writeRowIndex>('index', { from: rows, to: index }, signal);
        if (counted !== version.rows) throw new Error(`A row file has ${counted} rows instead of ${version.rows}.`);
        await this.#parts.store.putFile(rowsKey(version.key), rows, await checksumOf(rows, signal), { signal });
        // Written last: readers that find the index find the rows.
        await this.#parts.store.putFile(rowIndexKey(version.key), index, await checksumOf(index, signal), { signal });
      } finally {
        await rm(index, { force: true });
      }
    });
  }

  async readRows(version: StoredVersion, from: number, to: number): Promise<Buffer | null> {
    return this.#parts.absence.ask(() => this.rows.range(version, from, to));
  }

  async readNumbered(version: StoredVersion, numbers: Int32Array): Promise<Buffer | null> {
    return this.#parts.absence.ask(() => this.rows.numbered(version, numbers));
  }

  #keyOf(path: string): string {
    return derivedKey(this.#parts.folders.cache, path);
  }

  /** The last file is fetched first, because it shows whether there are any, and appears last. */
  async #fetchAll(files: readonly string[], signal: AbortSignal | undefined): Promise<boolean> {
    const parts = files.map((path) => ({ path, part: unfinishedName(path), key: this.#keyOf(path) }));
    try {
      for (const { key, part } of parts.toReversed()) if (!(await this.#fetchTo(key, part, signal))) return false;
      for (const { path, part } of parts) await rename(part, path);
      return true;
    } finally {
      for (const { part } of parts) await rm(part, { force: true });
    }
  }

  /** Copies an object to a file, and verifies it if its checksum is stored with it. @returns false if there is none */
  async #fetchTo(key: string, path: string, signal: AbortSignal | undefined): Promise<boolean> {
    const object = await this.#parts.store.open(key, signal);
    if (object === null) return false;
    try {
      await this.#parts.cache.assertRoom(object.bytes);
      await mkdir(dirname(path), { recursive: true });
      const sha256 = await writeHashed(object.body, path, signal);
      if (object.sha256 !== null && sha256 !== object.sha256)
        throw new Error(`The object ${key} is not what was written.`);
      return true;
    } finally {
      object.body.destroy();
    }
  }

  /**
   * Runs work with the store. Whatever fails in it, the file can be built instead; a store that did not answer a moment
   * ago is not asked.
   * @param none the result if the work fails or is not run
   */
  async #attempt<Result>(none: Result, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    if (performance.now() < this.#awayUntil) return none;
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ObjectStoreError) this.#awayUntil = performance.now() + awayMs;
      this.#parts.log('A derived file could not be fetched from the object storage, so it is built.', error);
      return none;
    }
  }

  /**
   * Sends a file, unless too many are waiting.
   * @param path of the file, or of the one that it belongs to, which is not evicted meanwhile
   */
  async #send(isUrgent: boolean, path: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    const queue = isUrgent ? this.#urgent : this.#others;
    if (signal.aborted || queue.size >= maxWaiting) return;
    const release = this.#parts.cache.hold(cacheEntry(this.#parts.folders.cache, path));
    try {
      await queue.add(() => work(signal));
    } catch (error) {
      const isRemoved = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!signal.aborted && !isRemoved)
        this.#parts.log(
          'A derived file could not be written to the object storage: every node builds it for itself.',
          error,
        );
    } finally {
      release();
    }
  }

  /** Waits until all that was offered is sent. */
  async settled(): Promise<void> {
    await Promise.all([this.#urgent.onIdle(), this.#others.onIdle()]);
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The row store is closed.', 'AbortError'));
    await this.settled();
  }
}
