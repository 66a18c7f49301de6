import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Engine } from '../duckdb/engine.ts';
import { BlockSums, sharedSums } from '../files/block-checksums.ts';
import type { DiskCache } from '../files/disk-cache.ts';
import { unfinishedName } from '../files/unfinished-name.ts';
import type { PageReaders } from '../pages/page-readers.ts';
import type { NumberFile } from '../pages/page-request.ts';
import type { ParquetFile } from '../pages/parquet-rows.ts';
import { numberBytes } from '../pages/row-reading.ts';
import type { LongWork } from '../row-store.ts';
import type { Selection } from '../selection.ts';
import { SharedWork } from '../shared-work.ts';
import { readViewNumbers } from './view-index.ts';

/**
 * The stored index of a view: consecutive 32-bit row numbers, followed by their CRC-32. That is verified when the view
 * is opened; the checksums of its blocks, held in memory, whenever it is read.
 */
export interface ViewFile extends NumberFile {
  readonly sums: SharedArrayBuffer;
}

/** Maximum number of views that continue to be built when no caller waits for them. */
const maxBackgroundViews = 2;

/** The indexes of views: built once, stored as files, the least recently used evicted. */
export class ViewFiles {
  readonly #engine: Engine;
  readonly #cache: DiskCache;
  readonly #readers: PageReaders;
  readonly #building = new SharedWork<ViewFile>();
  readonly #known = new Map<string, ViewFile>();
  readonly #left = new Set<AbortController>();

  constructor(engine: Engine, cache: DiskCache, readers: PageReaders) {
    this.#engine = engine;
    this.#cache = cache;
    this.#readers = readers;
  }

  /** The view, if it is already built. */
  known(folder: string, identity: string): ViewFile | null {
    const view = this.#known.get(viewPath(folder, identity)) ?? null;
    if (view) this.#cache.touch(view.path);
    return view;
  }

  /** The view; built if missing. Concurrent callers wait for the same work. */
  async get(file: ParquetFile, folder: string, selection: Selection, work: LongWork): Promise<ViewFile> {
    const identity = selection.identity ?? '';
    const path = viewPath(folder, identity);
    return (
      this.known(folder, identity) ??
      this.#building.join(path, work.signal, async (signal) => {
        const view =
          (await this.#reopen(path)) ??
          (await this.#cache.withRoom(() => this.#build(file, path, selection, { ...work, signal })));
        this.#known.set(path, view);
        await this.#cache.add(path);
        return view;
      })
    );
  }

  /**
   * Continues building a view that no caller waits for any more, because it is likely to be requested again. Only the latest few
   * continue, so that a user who tries one order after the other does not keep the engine busy with all of them.
   */
  leave(stop: AbortController, work: Promise<unknown>): void {
    this.#left.add(stop);
    work.catch(() => {}).finally(() => this.#left.delete(stop));
    for (const oldest of this.#left) {
      if (this.#left.size <= maxBackgroundViews) break;
      this.#left.delete(oldest);
      oldest.abort(new DOMException('Other views were asked for since.', 'AbortError'));
    }
  }

  /** A view from an earlier run, if it is intact. */
  async #reopen(path: string): Promise<ViewFile | null> {
    const found = await stat(path).catch(() => null);
    if (found === null || found.size % numberBytes !== 0) return null;
    const file = await open(path, 'r');
    try {
      const trailer = Buffer.alloc(numberBytes);
      await file.read(trailer, 0, numberBytes, found.size - numberBytes);
      const sums = await this.#readers.ask({ kind: 'check', path });
      if (sums instanceof SharedArrayBuffer && new Uint32Array(sums)[0] === trailer.readUInt32LE(0)) {
        return { path, count: found.size / numberBytes - 1, sums };
      }
    } finally {
      await file.close();
    }
    await this.discard(path);
    return null;
  }

  /** Removes a damaged view; it is rebuilt on demand. */
  async discard(path: string): Promise<void> {
    this.#known.delete(path);
    // A reader may still have the damaged file open.
    await this.#readers.release(path);
    await rm(path, { force: true });
  }

  async #build(file: ParquetFile, path: string, selection: Selection, work: LongWork): Promise<ViewFile> {
    await mkdir(join(path, '..'), { recursive: true });
    const unfinished = unfinishedName(path);
    const target = await open(unfinished, 'w');
    try {
      let checksum = 0;
      const sums = new BlockSums();
      const count = await readViewNumbers(this.#engine, file, selection, work, async (numbers) => {
        checksum = crc32(numbers, checksum);
        sums.add(numbers);
        await target.write(numbers);
      });
      const trailer = Buffer.alloc(numberBytes);
      trailer.writeUInt32LE(checksum);
      await target.write(trailer);
      await target.close();
      await rename(unfinished, path);
      return { path, count, sums: sharedSums(checksum, sums.finish()) };
    } catch (error) {
      await target.close().catch(() => {});
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** Removes the entries of a removed folder or file. */
  invalidate(folder: string): void {
    for (const path of this.#known.keys()) if (path.startsWith(folder)) this.#known.delete(path);
  }

  /** Cancels the building of views in a folder that is about to be removed, and clears its files from memory. */
  async end(folder: string, reason: Error): Promise<void> {
    await this.#building.end((path) => dirname(path) === folder, reason);
    this.invalidate(folder);
  }

  /** Cancels the building of all views, and waits for it to end. */
  async close(): Promise<void> {
    await this.#building.end(() => true, new DOMException('The row store is closed.', 'AbortError'));
    await this.#building.settled();
  }
}

function viewPath(folder: string, identity: string): string {
  return join(folder, `${createHash('sha256').update(identity).digest('hex').slice(0, 40)}.view`);
}
