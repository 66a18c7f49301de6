import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Tally } from '../../lib/tally.ts';
import { DiskFullError, freeBytes, isDiskFull } from './disk-full.ts';

interface Entry {
  readonly path: string;
  bytes: number;
  used: number;
}

/** How a cache is used, since it was opened. */
export interface CacheFigures {
  readonly bytes: number;
  /** How often a file was there when it was needed, and how many were added because they were not. */
  readonly hits: number;
  readonly added: number;
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
  readonly #free: () => Promise<number>;
  readonly #entries = new Map<string, Entry>();
  /** How many are using each entry that must not be evicted. */
  readonly #held = new Tally();
  #working: Promise<void> = Promise.resolve();
  #lastUse = 0;
  #hits = 0;
  #added = 0;

  /**
   * @param quota maximum number of bytes, given the present size; called whenever something is added
   * @param free returns the bytes that may still be written to the disk
   */
  constructor(
    folder: string,
    quota: (cachedBytes: number) => Promise<number>,
    beforeDrop: (path: string) => Promise<void>,
    free: () => Promise<number> = () => freeBytes(folder),
  ) {
    this.#folder = folder;
    this.#quota = quota;
    this.#beforeDrop = beforeDrop;
    this.#free = free;
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
    this.#added += 1;
    this.#markUsed(path);
    this.#working = this.#working
      .then(async () => void (await this.#shrink(await this.#quota(this.bytes), path)))
      .catch(() => {});
    await this.#working;
  }

  /** Evicts the least recently used entries. @returns the freed bytes, more or fewer than requested */
  async makeRoom(bytes: number): Promise<number> {
    const freeing = this.#working.then(() => this.#shrink(Math.max(0, this.bytes - bytes), null));
    this.#working = freeing.then(
      () => undefined,
      () => undefined,
    );
    return freeing;
  }

  /**
   * Provides space for what is about to be written to this disk, before work that would take long to find out: evicts
   * the least recently used entries if there is too little. Space that other work is going to use is not known.
   * @throws {DiskFullError} if there would be too little without all of them; then none is evicted
   */
  async assertRoom(bytes: number): Promise<void> {
    const free = await this.#free();
    if (free >= bytes) return;
    if (free + this.bytes >= bytes) {
      await this.makeRoom(bytes - free);
      if ((await this.#free()) >= bytes) return;
    }
    throw new DiskFullError(bytes, (await this.#free()) + this.bytes);
  }

  /** Whether an entry of this size may stay, if necessary instead of all others. */
  async mayKeep(bytes: number): Promise<boolean> {
    return bytes <= (await this.#quota(this.bytes));
  }

  /** Whether there is space for some bytes without evicting anything. */
  async hasRoom(bytes: number): Promise<boolean> {
    return (await this.#free()) >= bytes;
  }

  /** Runs work that needs disk space; if the disk is full, evicts rebuildable files and tries once more. */
  async withRoom<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // Without space for it from the outset, all that could be evicted has been considered.
      if (!isDiskFull(error) || error instanceof DiskFullError || (await this.makeRoom(Number.POSITIVE_INFINITY)) === 0)
        throw error;
      return await work();
    }
  }

  /** Prevents an entry from being evicted, also before it is there. @returns the function that permits it again */
  hold(path: string): () => void {
    return this.#held.hold(path);
  }

  /** Records that an entry is used. */
  touch(path: string): void {
    if (this.#markUsed(path)) this.#hits += 1;
  }

  #markUsed(path: string): boolean {
    const entry = this.#entries.get(path);
    if (entry === undefined) return false;
    // Later than every use before: many fit into a millisecond, and a clock may be set back.
    const now = Math.max(Date.now(), this.#lastUse + 1);
    this.#lastUse = now;
    if (now - entry.used > 60_000) utimes(path, now / 1000, now / 1000).catch(() => {});
    entry.used = now;
    return true;
  }

  /** Removes the entries of a removed folder. */
  invalidate(folder: string): void {
    for (const path of this.#entries.keys()) if (path.startsWith(folder)) this.#entries.delete(path);
  }

  get figures(): CacheFigures {
    return { bytes: this.bytes, hits: this.#hits, added: this.#added };
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
      if (path === kept || this.#held.of(path) > 0) continue;
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

/** A file of the cache is damaged. It is removed and rebuilt, so that callers never see this error. */
export class DamagedCacheError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`A file of the cache is damaged: ${path}.`);
    this.name = 'DamagedCacheError';
    this.path = path;
  }
}
