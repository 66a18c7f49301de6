import { LRUCache } from 'lru-cache';
import { RemovedVersionError, type StoredVersion, type VersionKey } from '../files/stored-version.ts';

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
