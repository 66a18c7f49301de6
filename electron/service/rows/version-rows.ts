import type { ProfileProgress } from '#shared/api/profile.ts';
import type { ViewProgress } from '#shared/api/view-progress.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { ColumnOutline, ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { ReaderHeaders } from '../../lib/objects/object-store.ts';
import type { ByteRange, StoredVersion } from '../files/stored-version.ts';
import type { ColumnLabels } from './codes/code-tables.ts';
import { contentDigest, isKey, readDiffPage } from './diffs/diff-page.ts';
import type { DiffRow, DiffSummary, Pair } from './diffs/diff-plan.ts';
import { diffSelected } from './diffs/diff-versions.ts';
import { exportRows } from './export/export-rows.ts';
import type { ExportedFile, ExportFormat, ExportOptions, GroupsExportOptions } from './export/export-sql.ts';
import type { CodedGroups } from './groups/group-sql.ts';
import { exportGroups, readGroupPage } from './groups/read-groups.ts';
import { type OpenVersion, openVersion } from './open-version.ts';
import type { EncodedPage, FoundPage, GroupPage, PageWork } from './pages/encoded-page.ts';
import { findPage } from './pages/read-page.ts';
import { outlineVersion, profileVersion } from './profiles/cached-profiles.ts';
import { type CodedRows, selectionOf } from './selection.ts';
import type { StoreParts } from './store-parts.ts';

/** Reads versions; if one of them was removed meanwhile, its error is that. @throws {RemovedVersionError} */
export type ReadVersions = <Result>(versions: readonly StoredVersion[], read: () => Promise<Result>) => Promise<Result>;

/** The rows of one version, in every form in which they are read. All calls may run concurrently. */
export class VersionRows {
  readonly #parts: StoreParts;
  readonly #open: OpenVersion;
  readonly #reading: ReadVersions;

  constructor(parts: StoreParts, version: StoredVersion, reading: ReadVersions) {
    this.#parts = parts;
    this.#open = openVersion(parts, version);
    this.#reading = reading;
  }

  #read<Result>(read: () => Promise<Result>): Promise<Result> {
    return this.#reading([this.#open.version], read);
  }

  /**
   * Finds rows `offset` to `offset + limit` (exclusive) of the query's result, and how many there are in all, before
   * they are read. @param labels to return beside values @throws {InvalidFilterError | DamagedVersionError}
   */
  async find(
    query: CodedRows,
    offset: number,
    limit: number,
    work: PageWork = {},
    labels: readonly ColumnLabels[] = [],
  ): Promise<FoundPage> {
    const range = { offset, limit, labels };
    const found = await this.#read(() => findPage(this.#parts, this.#open, query, range, work));
    return { ...found, read: (frame) => this.#read(() => found.read(frame)) };
  }

  /** As {@link find}, and reads them. */
  async page(query: RowQuery, offset: number, limit: number, work: PageWork = {}): Promise<EncodedPage> {
    const { count, rows, read } = await this.find(query, offset, limit, work);
    return { count, rows, json: await read() };
  }

  /** How far the index of the query's result is; starts nothing. @throws {InvalidFilterError} */
  viewProgress(query: CodedRows): ViewProgress {
    return this.#parts.views.progress(this.#open, selectionOf(query, this.#open.columns));
  }

  /**
   * Groups `offset` to `offset + limit` (exclusive) of the rows that the query selects; cached for other pages. @throws
   * {InvalidFilterError | DamagedVersionError}
   */
  groups(
    query: CodedGroups,
    offset: number,
    limit: number,
    work: LongWork = {},
    labels: readonly ColumnLabels[] = [],
  ): Promise<GroupPage> {
    return this.#read(() => readGroupPage(this.#parts, this.#open, query, { offset, limit, labels }, work));
  }

  /** Writes all groups to a new file, as {@link exportTo} writes rows. */
  exportGroups(
    query: CodedGroups,
    format: ExportFormat,
    target: string,
    work: LongWork,
    options: GroupsExportOptions = {},
  ): Promise<ExportedFile> {
    const file = { format, target, ...options };
    return this.#read(() => this.#parts.cache.withRoom(() => exportGroups(this.#parts, this.#open, query, file, work)));
  }

  /** Builds the row file that pages are read from, which otherwise happens in the background. */
  prepare(work: LongWork): Promise<void> {
    return this.#parts.rowFiles.make(this.#open, work);
  }

  /** Outlines of all columns without reading rows, to show until their profiles are ready. */
  outline(work: LongWork = {}): Promise<readonly ColumnOutline[]> {
    return this.#read(() => outlineVersion(this.#parts, this.#open, work));
  }

  /** Profile of one column over the rows of the query; cached if the query selects all rows. */
  profile(query: RowQuery, column: string, work: LongWork): Promise<ColumnProfile> {
    return this.#read(() => profileVersion(this.#parts, this.#open, query, column, work));
  }

  /** How far the profiles of the rows of a query are that are being calculated: starts nothing. */
  profileProgress(query: RowQuery): readonly ProfileProgress[] {
    const { version, columns } = this.#open;
    return this.#parts.profiles.progress(version.key, selectionOf(query, columns).unorderedIdentity);
  }

  #pair(after: StoredVersion, key: readonly string[]): Pair {
    return { before: this.#open, after: openVersion(this.#parts, after), key };
  }

  /**
   * How another version differs from this one, in the rows that a query selects in either of them; cached for
   * {@link diffPage}.
   * @param rows every row by default; its ordering, fields and version are ignored
   */
  diff(after: StoredVersion, key: readonly string[], work: LongWork, rows: RowQuery = everyRow): Promise<DiffSummary> {
    const compare = () => diffSelected(this.#parts, this.#pair(after, key), rows, work);
    return this.#reading([this.#open.version, after], async () => (await compare()).summary);
  }

  /** Differing rows `offset` to `offset + limit`: changed, then added, then removed, each in the order of its file. */
  diffPage(
    after: StoredVersion,
    key: readonly string[],
    range: { readonly offset: number; readonly limit: number },
    work: LongWork,
    rows: RowQuery = everyRow,
  ): Promise<readonly DiffRow[]> {
    return this.#reading([this.#open.version, after], () =>
      readDiffPage(this.#parts, this.#pair(after, key), rows, range, work),
    );
  }

  /** Whether every row has values in these columns, different ones in each. Reads them unless it soon fails. */
  isKey(key: readonly string[], work: LongWork): Promise<boolean> {
    return this.#read(() => isKey(this.#parts, this.#open, key, work));
  }

  /** A digest of the columns and rows that is the same in whatever order the rows are. Reads all rows. */
  contentDigest(work: LongWork): Promise<string> {
    return this.#read(() => contentDigest(this.#parts, this.#open, work));
  }

  /** Writes the rows of the query to a new file: complete and durable when this resolves, otherwise missing. */
  exportTo(
    query: CodedRows,
    format: ExportFormat,
    target: string,
    work: LongWork,
    options: ExportOptions = {},
  ): Promise<ExportedFile> {
    const file = { format, target, ...options };
    return this.#read(() =>
      this.#open.use(work, () =>
        this.#parts.cache.withRoom(() => exportRows(this.#parts, this.#open, query, file, work)),
      ),
    );
  }

  /**
   * The stored file's bytes, as a download of the whole version as Parquet. If they are damaged, this call or the
   * stream fails before the last of them. @throws {DamagedVersionError}
   */
  storedFile(range?: ByteRange): Promise<NodeJS.ReadableStream> {
    return this.#read(() => this.#parts.files.read(this.#open.version, range));
  }

  /**
   * An address at which a client without any rights gets the same bytes from the object storage for some minutes; null
   * if the operator has not allowed it, or the file is not there.
   * @throws {DamagedVersionError} if it is known to be damaged
   */
  storedAddress(headers: ReaderHeaders): Promise<string | null> {
    return this.#read(() => this.#parts.files.readerAddress(this.#open.version, headers));
  }
}
