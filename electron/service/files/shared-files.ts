import type { RowFilePaths } from './parquet-file.ts';
import type { StoredVersion } from './stored-version.ts';

/**
 * Derived files of the cache that machines exchange; none of its failures prevents building a file here. Files that
 * belong together are listed in the order in which they appear: where the last one is, the others are.
 */
export interface SharedFiles {
  /**
   * Fetches files to their paths in the cache.
   * @returns false if they cannot be had
   */
  fetch(files: readonly string[], signal?: AbortSignal): Promise<boolean>;
  /**
   * Waits until no other machine is building files.
   * @returns a function that lets other machines build them; these wait until it is called or this process ends
   */
  waitToBuild(files: readonly string[], signal?: AbortSignal): Promise<() => void>;
  /**
   * Gives finished files of the cache to the others, soon.
   * @returns when they are sent, or could not be; never rejects
   */
  offer(files: readonly string[]): Promise<void>;
  /** Fetches the row file of a version. @returns false if it cannot be had @throws {DiskFullError} */
  fetchRowFile(version: StoredVersion, paths: RowFilePaths, signal?: AbortSignal): Promise<boolean>;
  /** Whether the row file of a version takes more than the whole cache, so that it is better read in ranges. */
  isTooLarge(version: StoredVersion): Promise<boolean>;
  /** Gives a finished row file to the others, soon. */
  offerRowFile(version: StoredVersion, paths: RowFilePaths): void;
  /** Raw rows `from` to `to` (exclusive) of a row file that is not on this machine; null if they cannot be had. */
  readRows(version: StoredVersion, from: number, to: number): Promise<Buffer | null>;
  /** As {@link readRows}, by the numbers of rows and in their order. */
  readNumbered(version: StoredVersion, numbers: Int32Array): Promise<Buffer | null>;
}
