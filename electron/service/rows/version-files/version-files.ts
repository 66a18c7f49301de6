import type { Readable } from 'node:stream';
import type { LongWork } from '../../../lib/long-work.ts';
import type { ReaderHeaders } from '../../../lib/objects/object-store.ts';
import type { SharedFiles } from '../../files/shared-files.ts';
import type {
  ByteRange,
  CheckVerdict,
  LastCheck,
  StoredFile,
  StoredVersion,
  VersionKey,
} from '../../files/stored-version.ts';

/** Returns the keys among some that belong to versions of the catalogue. */
export type NamedKeys = (keys: readonly VersionKey[]) => Promise<ReadonlySet<VersionKey>>;

/**
 * Keeps the files of versions: in a folder of this machine, or as objects that several machines share. Everything else
 * of the row store works with local files: the stored file by its path while {@link VersionFiles.use} runs, and derived
 * files in the cache.
 */
export interface VersionFiles {
  /** Path of a version's stored file, which exists at least while {@link VersionFiles.use} runs. */
  path(version: Pick<StoredFile, 'key'>): string;
  /**
   * Runs work that reads the stored file by its path; the file is fetched first if this machine does not have it.
   * @throws {DamagedVersionError | DiskFullError}
   */
  use<Result>(version: StoredFile, work: LongWork, read: () => Promise<Result>): Promise<Result>;
  /** Checks that a version may be served, without reading it. @throws {DamagedVersionError} */
  assertWhole(version: StoredFile): Promise<void>;
  /**
   * Verifies the bytes of the stored file before others are derived from them; within {@link VersionFiles.use}.
   * @param force even if that was done recently
   * @throws {DamagedVersionError}
   */
  assertContent(version: StoredFile, work: LongWork, force?: boolean): Promise<void>;
  /** The verified bytes of the stored file. @throws {DamagedVersionError} now, or as an error of the stream */
  read(version: StoredVersion, range?: ByteRange): Promise<Readable>;
  /**
   * An address at which a client gets the stored file without this process; null if there is none.
   * @throws {DamagedVersionError} if it is known to be damaged
   */
  readerAddress(version: StoredVersion, headers: ReaderHeaders): Promise<string | null>;
  /** Reads the stored file and compares it with its checksum. @param gently at a limited rate */
  verify(version: StoredFile, work: LongWork, gently?: boolean): Promise<CheckVerdict>;
  /** Outcome of the last verification; null if there was none. */
  lastCheck(version: Pick<StoredFile, 'key'>): Promise<LastCheck | null>;
  /** Moves a folder, whose files become those of a new version: complete and durable when this resolves. */
  commit(folder: string, version: StoredVersion, work: LongWork): Promise<void>;
  /** Removes the files of a version, whose use has ended. Not an error if there are none. */
  remove(key: VersionKey): Promise<void>;
  /**
   * Called at the start: moves aside the files of every version that is not in `keys`, if none but this process can
   * have made them.
   * @returns their keys
   */
  keepOnly(keys: ReadonlySet<VersionKey>, setAside: (name: string) => Promise<void>): Promise<readonly VersionKey[]>;
  /**
   * Removes files that have belonged to no version for some time; other processes may use the same ones meanwhile.
   * @param named returns the keys among some that the catalogue names; called after their files were listed
   * @returns the keys whose files were removed
   */
  collectGarbage(named: NamedKeys, signal: AbortSignal): Promise<readonly VersionKey[]>;
  /** Keeps other processes from removing files that this one is reading, however long that has taken already. */
  keepWhatIsRead(signal: AbortSignal): Promise<void>;
  /** Bytes of the stored files on this machine; null if they do not determine the size of the cache. */
  localBytes(): Promise<number | null>;
  /** Derived files that other machines have made or need; null if there are no others. */
  readonly shared: SharedFiles | null;
  /** @throws if the files cannot be reached now, or could not a moment ago */
  assertReachable(): Promise<void>;
  close(): Promise<void>;
}
