import { LRUCache } from 'lru-cache';
import { RemovedVersionError, type StoredVersion, type VersionKey } from './row-store.ts';

/** Far more than can be removed during a single read. */
const maxKeys = 10_000;

/** Recently removed versions, so that their readers get that error instead of one about missing files. */
export class RemovedVersions {
  readonly #keys = new LRUCache<VersionKey, true>({ max: maxKeys });
  readonly #clear: (key: VersionKey) => Promise<void>;

  /** @param clear removes files that a late reader has rebuilt for a removed version */
  constructor(clear: (key: VersionKey) => Promise<void>) {
    this.#clear = clear;
  }

  add(key: VersionKey): void {
    this.#keys.set(key, true);
  }

  /** Reads versions. @throws {RemovedVersionError} if one of them was removed, instead of the resulting error */
  async read<Result>(versions: readonly StoredVersion[], work: () => Promise<Result>): Promise<Result> {
    this.#assertThere(versions);
    try {
      return await work();
    } catch (error) {
      this.#assertThere(versions);
      throw error;
    } finally {
      for (const { key } of versions) if (this.#keys.has(key)) await this.#clear(key);
    }
  }

  #assertThere(versions: readonly StoredVersion[]): void {
    if (versions.some(({ key }) => this.#keys.has(key))) throw new RemovedVersionError();
  }
}
