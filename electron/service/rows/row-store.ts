import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { ReaderHeaders } from '../../lib/objects/object-store.ts';
import type { CacheFigures } from '../files/disk-cache.ts';
import type {
  ByteRange,
  CheckVerdict,
  LastCheck,
  RemovedVersionError,
  StoredFile,
  StoredVersion,
  VersionKey,
} from '../files/stored-version.ts';
import type {
  IngestOptions,
  ReadingOptions,
  SurveyOptions,
  TablePreview,
  TableSurvey,
} from '../reading/reading.ts';
import type { ColumnOutline } from '../reading/write/stored-statistics.ts';
import type { DiffRow, DiffSummary } from './diffs/row-differences.ts';
import type { ExportFormat, ExportOptions, GroupsExportOptions } from './export/export-options.ts';
import type { EncodedPage, GroupPage, PageWork, ViewProgress } from './pages/encoded-page.ts';
import type { ColumnProfile, ProfileProgress } from './profiles/column-profile.ts';

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
  /**
   * Rows `offset` to `offset + limit` (exclusive) of the query's result. @throws
   * {InvalidFilterError | DamagedVersionError}
   */
  page(version: StoredVersion, query: RowQuery, offset: number, limit: number, work?: PageWork): Promise<EncodedPage>;
  /** How far the index of the query's result is; starts nothing. @throws {InvalidFilterError} */
  viewProgress(version: StoredVersion, query: RowQuery): ViewProgress;
  /**
   * Groups `offset` to `offset + limit` (exclusive) of the rows that the query selects; cached for other pages. @throws
   * {InvalidFilterError | DamagedVersionError}
   */
  groups(
    version: StoredVersion,
    query: AggregateQuery,
    offset: number,
    limit: number,
    work?: LongWork,
  ): Promise<GroupPage>;
  /** Writes all groups to a new file, as {@link exportTo} writes rows. */
  exportGroups(
    version: StoredVersion,
    query: AggregateQuery,
    format: ExportFormat,
    target: string,
    work: LongWork,
    options?: GroupsExportOptions,
  ): Promise<{ readonly rows: number; readonly bytes: number; readonly checksum: string }>;
  /** Builds the row file that pages are read from, which otherwise happens in the background. */
  prepare(version: StoredVersion, work: LongWork): Promise<void>;
  /** Outlines of all columns without reading rows, to show until their profiles are ready. */
  outline(version: StoredVersion, work?: LongWork): Promise<readonly ColumnOutline[]>;
  /** Profile of one column over the rows of the query; cached if the query selects all rows. */
  profile(version: StoredVersion, query: RowQuery, column: string, work: LongWork): Promise<ColumnProfile>;
  /** How far the profiles of the rows of a query are that are being calculated: starts nothing. */
  profileProgress(version: StoredVersion, query: RowQuery): readonly ProfileProgress[];
  /**
   * How `after` differs from `before`, in the rows that a query selects in either of them; cached for
   * {@link diffPage}.
   * @param rows every row by default; its ordering, fields and version are ignored
   */
  diff(
    before: StoredVersion,
    after: StoredVersion,
    key: readonly string[],
    work: LongWork,
    rows?: RowQuery,
  ): Promise<DiffSummary>;
  /** Whether every row has values in these columns, different ones in each. Reads them unless it soon fails. */
  isKey(version: StoredVersion, key: readonly string[], work: LongWork): Promise<boolean>;
  /** A digest of the columns and rows that is the same in whatever order the rows are. Reads all rows. */
  contentDigest(version: StoredVersion, work: LongWork): Promise<string>;
  /** Differing rows `offset` to `offset + limit`: changed, then added, then removed, each in the order of its file. */
  diffPage(
    before: StoredVersion,
    after: StoredVersion,
    key: readonly string[],
    offset: number,
    limit: number,
    work: LongWork,
    rows?: RowQuery,
  ): Promise<readonly DiffRow[]>;
  /** Writes the rows of the query to a new file: complete and durable when this resolves, otherwise missing. */
  exportTo(
    version: StoredVersion,
    query: RowQuery,
    format: ExportFormat,
    target: string,
    work: LongWork,
    options?: ExportOptions,
  ): Promise<{ readonly rows: number; readonly bytes: number; readonly checksum: string }>;
  /**
   * The stored file's bytes, as a download of the whole version as Parquet. If they are damaged, this call or the
   * stream fails before the last of them. @throws {DamagedVersionError}
   */
  storedFile(version: StoredVersion, range?: ByteRange): Promise<NodeJS.ReadableStream>;
  /**
   * An address at which a client without any rights gets the same bytes from the object storage for some minutes; null
   * if the operator has not allowed it, or the file is not there.
   * @throws {DamagedVersionError} if it is known to be damaged
   */
  storedAddress(version: StoredVersion, headers: ReaderHeaders): Promise<string | null>;
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

/** Returns the keys among some that belong to versions of the catalogue. */
export type NamedKeys = (keys: readonly VersionKey[]) => Promise<ReadonlySet<VersionKey>>;
