import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../disk-full.ts';

interface Entry {
  readonly path: string;
  bytes: number;
  used: number;
}

/**
 * Counts what a folder of things that can be made again takes, and drops what was not used for longest when that is
 * more than a quota. An entry is a file or a folder directly within a folder of a version. When it was used is kept as its time of change, over restarts.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #quota: (cachedBytes: number) => Promise<number>;
  readonly #beforeDrop: (path: string) => Promise<void>;
  readonly #entries = new Map<string, Entry>();
  #working: Promise<void> = Promise.resolve();

  /** @param quota bytes that may be kept, given how many are; asked again whenever something is added */
  constructor(
    folder: string,
    quota: (cachedBytes: number) => Promise<number>,
    beforeDrop: (path: string) => Promise<void>,
  ) {
    this.#folder = folder;
    this.#quota = quota;
    this.#beforeDrop = beforeDrop;
  }

  /** Counts what is there; what was not finished goes. */
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

  /** Takes in a new entry; older ones may have to go for it. */
  async add(path: string): Promise<void> {
    await this.#count(path);
    this.touch(path);
    this.#working = this.#working
      .then(async () => void (await this.#shrink(await this.#quota(this.bytes), path)))
      .catch(() => {});
    await this.#working;
  }

  /**
   * Drops what was not used for longest until some bytes are free.
   * @returns the bytes that were freed, more or less than those asked for
   */
  async makeRoom(bytes: number): Promise<number> {
    const freeing = this.#working.then(() => this.#shrink(Math.max(0, this.bytes - bytes), null));
    this.#working = freeing.then(
      () => undefined,
      () => undefined,
    );
    return freeing;
  }

  /** Does something that needs the disk; when that is full, drops what can be made again and does it once more. */
  async withRoom<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error) || (await this.makeRoom(Number.POSITIVE_INFINITY)) === 0) throw error;
      return await work();
    }
  }

  /** Notes that an entry is used. */
  touch(path: string): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    const now = Date.now();
    if (now - entry.used > 60_000) utimes(path, now / 1000, now / 1000).catch(() => {});
    entry.used = now;
  }

  /** Drops the entries of a removed folder. */
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
