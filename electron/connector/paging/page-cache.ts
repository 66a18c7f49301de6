import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';
import type { Row } from '#shared/cell.ts';

/** Pages of one query's rows, by the index of their first row; undefined for an evicted page. */
export interface CachedPages {
  get(start: number): Promise<readonly Row[] | undefined>;
  /**
   * `memory` for pages that one request can fetch again, `disk` for those that only a long sequence of requests leads
   * to.
   */
  put(start: number, rows: readonly Row[], where: 'memory' | 'disk'): Promise<void>;
  clear(): void;
}

export interface PageCache {
  openPages(): CachedPages;
  /** Limits the size on disk from now on; the excess is deleted at once, least recently used first. */
  limitDisk(bytes: number): void;
  /** Deletes everything. */
  close(): Promise<void>;
}

export interface PageCacheSizes {
  readonly memory: number;
  readonly disk: number;
}

/** The default sizes, in bytes. */
export const defaultSizes: PageCacheSizes = { memory: 48 * 1024 * 1024, disk: 512 * 1024 * 1024 };

/** Creates or empties a folder; null when that fails, because the cache is optional. */
async function emptyFolder(folder: string): Promise<string | null> {
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return null;
  }
}

/** Pages in a folder of their own; none without a folder. */
class PagesOnDisk {
  readonly #home: string | null;
  #maxBytes: number;
  /** Limited by {@link limit}: the cache's own limit can neither be changed nor be zero. */
  readonly #sizes: LRUCache<string, number>;

  constructor(home: string | null, maxBytes: number) {
    this.#home = home;
    this.#maxBytes = maxBytes;
    this.#sizes = new LRUCache({
      maxSize: Number.MAX_SAFE_INTEGER,
      sizeCalculation: (size) => size + 1,
      dispose: (_size, name, reason) => {
        if (home !== null && reason !== 'set') unlink(path.join(home, name)).catch(() => undefined);
      },
    });
  }

  async get(name: string): Promise<Buffer | undefined> {
    if (this.#home === null || !this.#sizes.has(name)) return undefined;
    try {
      return await readFile(path.join(this.#home, name));
    } catch {
      this.delete(name);
      return undefined;
    }
  }

  async put(name: string, page: Buffer): Promise<void> {
    if (this.#home === null || page.length > this.#maxBytes / 4) return;
    try {
      await writeFile(path.join(this.#home, name), page, { mode: 0o600 });
      this.#sizes.set(name, page.length);
      this.limit(this.#maxBytes);
    } catch {
      // A full disk costs speed, not rows.
    }
  }

  delete(name: string): void {
    this.#sizes.delete(name);
  }

  limit(bytes: number): void {
    this.#maxBytes = bytes;
    while (this.#sizes.calculatedSize > bytes) this.#sizes.pop();
  }

  async close(): Promise<void> {
    this.#sizes.clear();
    if (this.#home !== null) await rm(this.#home, { recursive: true, force: true });
  }
}

/**
 * A bounded store of pages: the latest in memory, the rest in a folder of its own that is deleted at the end (and
 * found empty at the next start). Only this user may read it. Without a folder, or when the disk is full, the pages
 * that do not fit in memory are simply fetched again.
 */
export async function openPageCache(folder: string | null, sizes: PageCacheSizes = defaultSizes): Promise<PageCache> {
  const home = folder === null ? null : await emptyFolder(path.join(folder, 'pages'));
  const memory = new LRUCache<string, Buffer>({ maxSize: sizes.memory, sizeCalculation: (page) => page.length + 100 });
  const disk = new PagesOnDisk(home, sizes.disk);
  return {
    openPages() {
      const own = randomUUID();
      const names = new Set<string>();
      return {
        async get(start) {
          const name = `${own}-${start}`;
          const page = memory.get(name) ?? (await disk.get(name));
          return page === undefined ? undefined : (deserialize(page) as Row[]);
        },
        async put(start, rows, where) {
          const name = `${own}-${start}`;
          const page = serialize(rows);
          names.add(name);
          memory.set(name, page);
          if (where === 'disk') await disk.put(name, page);
        },
        clear() {
          for (const name of names) {
            memory.delete(name);
            disk.delete(name);
          }
          names.clear();
        },
      };
    },
    limitDisk: (bytes) => disk.limit(bytes),
    async close() {
      memory.clear();
      await disk.close();
    },
  };
}
