import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import type { ObjectStore } from '../../../../lib/objects/object-store.ts';
import { ObjectStoreError } from '../../../../lib/objects/object-store-error.ts';
import { runFileTask } from '../../../ingest/file-task.ts';
import { checksumOf } from '../../files/checksum.ts';
import type { DiskCache } from '../../files/disk-cache.ts';
import { unfinishedName } from '../../files/unfinished-name.ts';
import type { RowFilePaths } from '../../pages/page-request.ts';
import { offsetFileBytes } from '../../pages/row-file/row-file.ts';
import type { StoredVersion } from '../../row-store.ts';
import type { SharedFiles } from '../version-files.ts';
import { writeHashed } from './local-copies.ts';
import { derivedKey, rowIndexKey, rowsKey } from './object-keys.ts';
import { RowObjects } from './row-objects.ts';

/** Files that are sent at a time, and that wait; more are not offered, since they can be built elsewhere too. */
const [sentAtOnce, maxWaiting] = [2, 200];

/** How long a store that has failed is not asked for what can be built, in milliseconds. */
const awayMs = 10_000;

/** Derived files as objects: views, groups, facts and row files that one node has built for all. */
export class SharedObjects implements SharedFiles {
  readonly #store: ObjectStore;
  readonly #cache: DiskCache;
  readonly #unfinished: string;
  readonly #log: (message: string, error?: unknown) => void;
  readonly #sending = new PQueue({ concurrency: sentAtOnce });
  readonly #closing = new AbortController();
  #awayUntil = 0;
  readonly rows: RowObjects;

  /**
   * @param store asked with little patience: what it does not have can be built
   * @param unfinished folder for temporary files
   */
  constructor(
    store: ObjectStore,
    cache: DiskCache,
    unfinished: string,
    log: (message: string, error?: unknown) => void,
  ) {
    this.#store = store;
    this.#cache = cache;
    this.#unfinished = unfinished;
    this.#log = log;
    this.rows = new RowObjects(store);
  }

  async fetch(path: string, signal?: AbortSignal): Promise<boolean> {
    return this.#attempt(false, signal, () => this.#fetchTo(derivedKey(path), path, signal));
  }

  offer(path: string): void {
    this.#send(path, async (signal) => {
      await this.#store.putFile(derivedKey(path), path, await checksumOf(path, signal), { signal });
    });
  }

  async fetchRowFile(version: StoredVersion, paths: RowFilePaths, signal?: AbortSignal): Promise<boolean> {
    const bytes = await this.#attempt(null, signal, () => this.rows.bytes(version));
    if (bytes === null) return false;
    // Building it would take as much, and the stored file.
    await this.#cache.assertRoom(bytes + offsetFileBytes(version.rows, bytes));
    return this.#attempt(false, signal, async () => {
      if (!(await this.#fetchTo(rowsKey(version.key), paths.rows, signal))) return false;
      const rows = await runFileTask<'offsets'>(
        { kind: 'offsets', from: paths.rows, to: paths.offsets, complete: null },
        signal,
      );
      return rows === version.rows;
    });
  }

  async isTooLarge(version: StoredVersion): Promise<boolean> {
    const bytes = await this.#attempt(null, undefined, () => this.rows.bytes(version));
    return bytes !== null && !(await this.#cache.mayKeep(bytes + offsetFileBytes(version.rows, bytes)));
  }

  offerRowFile(version: StoredVersion, { rows }: RowFilePaths): void {
    this.#send(dirname(rows), async (signal) => {
      // Another node may have built the same one.
      if ((await this.rows.bytes(version)) !== null) return;
      const index = unfinishedName(join(this.#unfinished, `${version.key}.idx`));
      try {
        const counted = await runFileTask<'index'>({ kind: 'index', from: rows, to: index }, signal);
        if (counted !== version.rows) throw new Error(`A row file has ${counted} rows instead of ${version.rows}.`);
        await this.#store.putFile(rowsKey(version.key), rows, await checksumOf(rows, signal), { signal });
        // Written last: readers that find the index find the rows.
        await this.#store.putFile(rowIndexKey(version.key), index, await checksumOf(index, signal), { signal });
      } finally {
        await rm(index, { force: true });
      }
    });
  }

  async readRows(version: StoredVersion, from: number, to: number): Promise<Buffer | null> {
    return this.rows.range(version, from, to);
  }

  async readNumbered(version: StoredVersion, numbers: Int32Array): Promise<Buffer | null> {
    return this.rows.numbered(version, numbers);
  }

  /** Copies an object to a file that appears only when it is complete and verified. @returns false if there is none */
  async #fetchTo(key: string, path: string, signal: AbortSignal | undefined): Promise<boolean> {
    const object = await this.#store.open(key, signal);
    if (object === null) return false;
    const part = unfinishedName(path);
    try {
      await this.#cache.assertRoom(object.bytes);
      await mkdir(dirname(path), { recursive: true });
      const sha256 = await writeHashed(object.body, part, signal);
      if (sha256 !== object.sha256) throw new Error(`The object ${key} is not what was written.`);
      await rename(part, path);
      return true;
    } finally {
      object.body.destroy();
      await rm(part, { force: true });
    }
  }

  /**
   * Whatever fails here, the file can be built: without asking a store that did not answer a moment ago.
   * @param none what is returned then
   */
  async #attempt<Result>(none: Result, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    if (performance.now() < this.#awayUntil) return none;
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ObjectStoreError) this.#awayUntil = performance.now() + awayMs;
      this.#log('A derived file could not be fetched from the object storage, so it is built.', error);
      return none;
    }
  }

  #send(path: string, work: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#closing;
    if (signal.aborted || this.#sending.size >= maxWaiting) return;
    const release = this.#cache.hold(path);
    const sent = this.#sending.add(() => work(signal));
    sent
      .catch((error: unknown) => {
        const isRemoved = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (!signal.aborted && !isRemoved)
          this.#log(
            'A derived file could not be written to the object storage: every node builds it for itself.',
            error,
          );
      })
      .finally(release);
  }

  /** Waits until all that was offered is sent. */
  async settled(): Promise<void> {
    await this.#sending.onIdle();
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The row store is closed.', 'AbortError'));
    await this.#sending.onIdle();
  }
}
