import { setTimeout as sleep } from 'node:timers/promises';
import type { VersionKey } from './row-store.ts';

/** Milliseconds before further attempts: soon, because most obstacles pass, and then ever less often. */
const [secondAttemptMs, firstPauseMs, maxPauseMs] = [100, 1_000, 60_000];

/**
 * Removes the files of versions that the catalogue no longer names. For a caller these are gone whatever happens to their
 * files, so that what cannot be removed now is tried again until it is; the next start finds what is left after that.
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

  /** Returns as soon as the files are removed, or after two attempts. Never rejects. */
  async remove(key: VersionKey): Promise<void> {
    if (await this.#attempt(key)) return;
    await this.#pause(secondAttemptMs);
    if ((await this.#attempt(key, true)) || this.#pending.has(key)) return;
    this.#pending.set(
      key,
      this.#continue(key).finally(() => this.#pending.delete(key)),
    );
  }

  /** Whether the files are removed. */
  async #attempt(key: VersionKey, isReported = false): Promise<boolean> {
    try {
      await this.#remove(key);
      return true;
    } catch (error) {
      if (isReported) this.#log(`Files of the removed version ${key} could not be removed. It is tried again.`, error);
      return false;
    }
  }

  /** Tries until it succeeds or the store is closed, and then once more. */
  async #continue(key: VersionKey): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      await this.#pause(pauseMs);
      if (await this.#attempt(key)) return;
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
