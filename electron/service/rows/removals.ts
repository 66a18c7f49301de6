import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { RemovedVersionError, type StoredVersion, type VersionKey } from '../files/stored-version.ts';

/** Milliseconds before further attempts: soon, because most obstacles pass, and then ever less often. */
const [firstPauseMs, maxPauseMs] = [100, 60_000];

/**
 * Removes the files of versions that the catalogue no longer names. For a caller they are removed whatever happens to
 * their files: what cannot be removed now is tried again until it is. The next start finds what is left after that.
 */
export class Removals {
  readonly #remove: (key: VersionKey) => Promise<void>;
  readonly #log: (message: string, error?: unknown) => void;
  readonly #closing = new AbortController();
  readonly #pending = new Map<VersionKey, Promise<void>>();

  constructor(remove: (key: VersionKey) => Promise<void>, log: (message: string, error?: unknown) => void) {
    this.#remove = remove;
    this.#log = log;
  }

  /** Returns when the files are removed, or could not be for the first time. Never rejects. */
  async remove(key: VersionKey): Promise<void> {
    try {
      await this.#remove(key);
    } catch (error) {
      this.#log(`Files of the removed version ${key} could not be removed. It is tried again.`, error);
      if (this.#pending.has(key)) return;
      this.#pending.set(
        key,
        this.#continue(key).finally(() => this.#pending.delete(key)),
      );
    }
  }

  /** Tries until it succeeds or the store is closed, and then once more. */
  async #continue(key: VersionKey): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(maxPauseMs, pauseMs * 4)) {
      await this.#pause(pauseMs);
      const isRemoved = await this.#remove(key).then(
        () => true,
        () => false,
      );
      if (isRemoved) return;
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
  }

  /** Ends the waiting for further attempts. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#pending.values());
  }
}

/** Far more than can be removed during a single read. */
const maxKeys = 10_000;

/** Recently removed versions, whose readers get a {@link RemovedVersionError} and none about missing files. */
export class RemovedVersions {
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
