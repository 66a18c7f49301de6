import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../disk-full.ts';

interface Entry {
  readonly path: string;
  bytes: number;
  used: number;
}

/**
 * Tracks the size of rebuildable files in a folder, and evicts the least recently used ones beyond a quota. An entry is
 * a file or a folder directly within a version's folder. The time of its last use is stored as its modification time,
 * across restarts.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #quota: (cachedBytes: number) => Promise<number>;
  readonly #beforeDrop: (path: string) => Promise<void>;
  readonly #entries = new Map<string, Entry>();
  #working: Promise<void> = Promise.resolve();

  /** @param quota maximum number of bytes, given the present size; called whenever something is added */
  constructor(
    folder: string,
    quota: (cachedBytes: number) => Promise<number>,
    beforeDrop: (path: string) => Promise<void>,
  ) {
    this.#folder = folder;
    this.#quota = quota;
    this.#beforeDrop = beforeDrop;
  }

  /** Counts existing entries; removes unfinished ones. */
  async open(): Promise<void> {
    for (const version of await readdir(this.#folder)) {
      for (const name of await readdir(join(this.#folder, version))) {
        const path = join(this.#folder, version, name);
        if (name.includes('.part') || name.startsWith('tmp_')) await rm(path, { recursive: true, force: true });
        else await this.#count(path);
      }
    }
    await this.#shrink(await this.#quota(this.bytes), null);
  }

  async #count(path: string): Promise<void> {
    const found = await stat(path);
    const bytes = found.isDirectory() ? await folderBytes(path) : found.size;
    this.#entries.set(path, { path, bytes, used: found.mtimeMs });
  }

  /** Adds an entry; older ones may be evicted for it. */
  async add(path: string): Promise<void> {
    await this.#count(path);
    this.touch(path);
    this.#working = this.#working
      .then(async () => void (await this.#shrink(await this.#quota(this.bytes), path)))
      .catch(() => {});
    await this.#working;
  }

  /**
   * Evicts the least recently used entries until some bytes are free.
   * @returns the freed bytes, more or fewer than requested
   */
  async makeRoom(bytes: number): Promise<number> {
    const freeing = this.#working.then(() => this.#shrink(Math.max(0, this.bytes - bytes), null));
    this.#working = freeing.then(
      () => undefined,
      () => undefined,
    );
    return freeing;
  }

  /** Runs work that needs disk space; if the disk is full, evicts rebuildable files and tries once more. */
  async withRoom<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error) || (await this.makeRoom(Number.POSITIVE_INFINITY)) === 0) throw error;
      return await work();
    }
  }

  /** Records that an entry is used. */
  touch(path: string): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    const now = Date.now();
    if (now - entry.used > 60_000) utimes(path, now / 1000, now / 1000).catch(() => {});
    entry.used = now;
  }

  /** Removes the entries of a removed folder. */
  invalidate(folder: string): void {
    for (const path of this.#entries.keys()) if (path.startsWith(folder)) this.#entries.delete(path);
  }

  get bytes(): number {
    return [...this.#entries.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async #shrink(quota: number, kept: string | null): Promise<number> {
    const before = this.bytes;
    let total = before;
    const oldestFirst = [...this.#entries.values()].sort((one, other) => one.used - other.used);
    for (const { path, bytes } of oldestFirst) {
      if (total <= quota) break;
      if (path === kept) continue;
      this.#entries.delete(path);
      await this.#beforeDrop(path);
      await rm(path, { recursive: true, force: true });
      total -= bytes;
    }
    return before - total;
  }
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
