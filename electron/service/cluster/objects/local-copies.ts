import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import { ObjectStoreError } from '../../../lib/objects/object-store-error.ts';
import { SharedWork } from '../../../lib/shared-work.ts';
import type { DiskCache } from '../../files/disk-cache.ts';
import { StoredFiles } from '../../files/stored-files.ts';
import { DamagedVersionError, type StoredFile, type VersionKey } from '../../files/stored-version.ts';
import { unfinishedName } from '../../files/unfinished-name.ts';
import { dataKey } from './object-keys.ts';

/** Transfers of a file whose content differs from its checksum, before it counts as damaged in the store. */
const maxTransfers = 2;

/**
 * Copies of stored files in the cache of this machine. Each is verified while it is fetched and, like a stored file in
 * a folder, again if its metadata show a write; a damaged copy is fetched again.
 */
export class LocalCopies {
  readonly #store: ObjectStore;
  readonly #cache: DiskCache;
  readonly #files: StoredFiles;
  readonly #absence: Absence;
  readonly #fetching = new SharedWork<void>();

  /** @param folder the cache, with a folder per version */
  constructor(store: ObjectStore, cache: DiskCache, folder: string, absence: Absence) {
    this.#store = store;
    this.#cache = cache;
    this.#files = new StoredFiles({ versions: folder });
    this.#absence = absence;
  }

  /** The copies as stored files, for work within {@link use}. */
  get files(): StoredFiles {
    return this.#files;
  }

  path(version: Pick<StoredFile, 'key'>): string {
    return this.#files.path(version);
  }

  /** Runs work that reads the copy, which is fetched if it is missing or damaged, and not evicted meanwhile. */
  async use<Result>(version: StoredFile, work: LongWork, read: () => Promise<Result>): Promise<Result> {
    const path = this.path(version);
    const release = this.#cache.hold(path);
    try {
      if (await this.isIntact(version)) this.#cache.touch(path);
      else await this.#fetching.join(version.key, work.signal, (signal) => this.#fetch(version, { ...work, signal }));
      return await read();
    } finally {
      release();
    }
  }

  /** Whether there is a copy; a damaged one is removed. */
  async isIntact(version: StoredFile): Promise<boolean> {
    if ((await stat(this.path(version)).catch(() => null)) === null) return false;
    try {
      await this.#files.assertWhole(version);
      return true;
    } catch (error) {
      if (!(error instanceof DamagedVersionError)) throw error;
      await this.discard(version);
      return false;
    }
  }

  /** Takes a file that was just written and sent as the copy of a version. */
  async adopt(version: StoredFile, path: string): Promise<void> {
    const target = this.path(version);
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
    await this.#files.noteWritten(version);
    await this.#cache.add(target);
  }

  async discard(version: Pick<StoredFile, 'key'>): Promise<void> {
    this.#files.invalidate(version.key);
    await rm(this.path(version), { force: true });
  }

  /** @throws {DamagedVersionError | DiskFullError | ObjectStoreError} */
  async #fetch(version: StoredFile, work: LongWork): Promise<void> {
    // Another caller may have fetched it while this one looked for it.
    if (await this.isIntact(version)) return;
    await this.#cache.assertRoom(version.bytes);
    await this.#cache.withRoom(async () => {
      const part = unfinishedName(this.path(version));
      await mkdir(dirname(part), { recursive: true });
      try {
        const transferred = () => this.#absence.ask(() => this.#transfer(version, part, work));
        for (let transfer = 1; (await transferred()) !== version.checksum; transfer += 1)
          if (transfer === maxTransfers) throw new DamagedVersionError(version.key, explain('version-file-altered'));
        await this.adopt(version, part);
      } finally {
        await rm(part, { force: true });
      }
    });
  }

  /** Copies the object to a file. @returns the SHA-256 of its content */
  async #transfer(version: StoredFile, path: string, { signal, onProgress }: LongWork): Promise<string> {
    const object = await openData(this.#store, version, signal);
    return writeHashed(object, path, signal, (bytes) =>
      onProgress?.({ phase: 'reading', rows: 0, bytes, fraction: version.bytes === 0 ? 1 : bytes / version.bytes }),
    );
  }

  /** Ends the fetching of a version that is about to be removed, and clears what is known about it. */
  async end(key: VersionKey, reason: Error): Promise<void> {
    await this.#fetching.end((fetched) => fetched === key, reason);
    this.#files.invalidate(key);
  }

  async close(): Promise<void> {
    await this.#fetching.close();
  }
}

/** The content of a version's object. @throws {DamagedVersionError} if there is none, or one of another size */
export async function openData(
  store: ObjectStore,
  version: StoredFile,
  signal: AbortSignal | undefined,
): Promise<Readable> {
  const object = await store.open(dataKey(version.key), signal);
  if (object === null) throw new DamagedVersionError(version.key, explain('version-file-missing'));
  if (object.bytes === version.bytes) return object.body;
  object.body.destroy();
  const sizes = { found: object.bytes, expected: version.bytes };
  throw new DamagedVersionError(version.key, explain('version-file-size', sizes));
}

/** Writes a stream to a new file, durably. @returns its SHA-256 */
export async function writeHashed(
  content: Readable,
  path: string,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void = () => {},
): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  let bytes = 0;
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      hash.update(piece);
      await file.writeFile(piece);
      bytes += piece.length;
      onBytes(bytes);
    }
    await file.datasync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** Milliseconds in which a store that did not answer all attempts is not asked again: only one reader waits. */
const awayMs = 5_000;

/** Remembers that a store is away, so that readers of what only it has are answered at once. */
export class Absence {
  #known: { readonly error: ObjectStoreError; readonly until: number } | null = null;

  /** Runs what asks the store, unless that did not answer a moment ago. @throws {ObjectStoreError} */
  async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#known !== null && performance.now() < this.#known.until) throw this.#known.error;
    try {
      return await work();
    } catch (error) {
      if (error instanceof ObjectStoreError && error.fault === 'unreachable')
        this.#known = { error, until: performance.now() + awayMs };
      throw error;
    }
  }

  /** The store has answered. */
  end(): void {
    this.#known = null;
  }
}
