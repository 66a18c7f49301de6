import type { LongWork } from '../../lib/long-work.ts';
import type { CacheFigures } from '../files/disk-cache.ts';
import type {
  CheckVerdict,
  LastCheck,
  RemovedVersionError,
  StoredFile,
  StoredVersion,
  VersionKey,
} from '../files/stored-version.ts';
import type { IngestOptions, ReadingOptions, SurveyOptions, TablePreview, TableSurvey } from '../reading/reading.ts';
import type { CheckedStatement, Statement } from '../reading/statements/statement.ts';
import type { NamedKeys } from './version-files/version-files.ts';
import type { VersionRows } from './version-rows.ts';

/**
 * Stores and reads the rows of immutable versions. No type, text or path of the engine passes this interface (the only
 * paths are the user's own files), so that the engine can be replaced. All calls may run concurrently; the same view
 * requested twice at the same time is built once.
 */
export interface RowStore {
  /**
   * Imports a file as a new version: complete, checked and durable when this resolves, otherwise nothing remains.
   * @throws {IngestError}
   */
  ingest(key: VersionKey, file: ReadingOptions, options: IngestOptions, work: LongWork): Promise<StoredVersion>;
  /** Checks a statement by a reader of versions, without running it. @throws {IngestError | IsolatedProcessError} */
  check(sql: string, work: LongWork): Promise<CheckedStatement>;
  /**
   * Stores the result of a statement as a new version, as {@link ingest} stores a file.
   * @throws {IngestError | IsolatedProcessError | DamagedVersionError}
   */
  derive(key: VersionKey, statement: Statement, work: LongWork): Promise<StoredVersion>;
  /** Reports how a file would be ingested. @throws {IngestError} */
  survey(file: ReadingOptions, options: SurveyOptions, work: LongWork): Promise<TableSurvey>;
  /**
   * Reads the first records of a file and detects missing options: the cost does not grow with the file.
   * @param purpose `take-in`: examine only what reading the file needs, nothing for display
   * @param scratchParent folder for a temporary one, named after the id of this process
   * @throws {IngestError}
   */
  preview(
    file: ReadingOptions,
    purpose: 'show' | 'take-in',
    scratchParent: string,
    signal?: AbortSignal,
  ): Promise<TablePreview>;
  /** The rows of a version; nothing is read yet. */
  open(version: StoredVersion): VersionRows;
  /**
   * Reads the stored file again and compares its SHA-256 with the record. A version whose file differs is not served
   * until it is restored. `gently`: at a limited rate, to leave the disk to other work.
   */
  verify(file: StoredFile, work: LongWork, gently?: boolean): Promise<CheckVerdict>;
  /** Outcome of the last verification of the stored file; null if there was none. */
  lastCheck(file: Pick<StoredFile, 'key'>): Promise<LastCheck | null>;
  /**
   * Removes all files of a version that is no longer in the catalogue; its readers fail with
   * {@link RemovedVersionError}. What cannot be removed now is tried again in the background; that is no error.
   */
  remove(key: VersionKey): Promise<void>;
  /**
   * Moves aside the rows of every version that is not in `keys`, which a crash may leave; removes rebuildable
   * files. Returns their keys.
   */
  keepOnly(keys: ReadonlySet<VersionKey>): Promise<readonly VersionKey[]>;
  /**
   * Removes files in shared storage that have belonged to no version for some time.
   * @param named called after their files were listed
   * @returns the keys whose files were removed
   */
  collectGarbage(named: NamedKeys, signal: AbortSignal): Promise<readonly VersionKey[]>;
  /** Keeps other machines from removing files in shared storage that this one is reading. */
  keepWhatIsRead(signal: AbortSignal): Promise<void>;
  /** Whether the versions are in storage that other machines may use too. */
  readonly isShared: boolean;
  /** @throws if the versions cannot be reached now, or could not a moment ago */
  assertReachable(): Promise<void>;
  /** How the cache of rebuildable files, and of copies of objects, is used. */
  cacheFigures(): CacheFigures;
  /** Bytes of memory that the engine uses; 0 while no statement has needed it. */
  engineMemory(): Promise<number>;
  /** Evicts rebuildable files. @returns the freed bytes */
  makeRoom(bytes: number): Promise<number>;
  close(): Promise<void>;
}
