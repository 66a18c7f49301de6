import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { ColumnType } from '#shared/api/column.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Explanation } from '#shared/failures.ts';
import type { Phase } from '#shared/phases.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { TimeStep } from '#shared/time/time-steps.ts';
import type { ReaderHeaders } from '../../lib/objects/object-store.ts';
import type { CacheFigures } from '../files/disk-cache.ts';

/** Names the rows of one immutable version: letters, digits, `-` and `_`, chosen by the catalogue, never reused. */
export type VersionKey = string;

/** Progress of long work. `total` is null while it is unknown. */
export interface Progress {
  readonly phase: Phase;
  readonly rows: number;
  readonly bytes: number;
  /** 0 to 1, or null if unknown. */
  readonly fraction: number | null;
}

/** Options of every long call: aborting rejects with the signal's reason and leaves nothing behind. */
export interface LongWork {
  readonly signal?: AbortSignal;
  /** The caller: callers take turns, so that the work of one does not delay another. */
  readonly caller?: string;
  readonly onProgress?: (progress: Progress) => void;
}

/** How a page is read. */
export interface PageWork extends LongWork {
  /**
   * Whether the first rows may be returned before all are counted: {@link RowStore.viewProgress} then reports the number
   * of rows. By default the page waits for it.
   */
  readonly countLater?: boolean;
  /**
   * Texts to put around the rows, given the number of rows of the query: without copying the page once more.
   * @param count null if it follows
   */
  readonly frame?: (count: number | null) => PageFrame;
}

/** Texts around the rows of a page. */
export interface PageFrame {
  readonly before: string;
  readonly after: string;
}

/** A column in the row store. */
export interface StoredColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Length of the longest value in characters for char and text, 8 for integer and float, null for geometry. */
  readonly size: number | null;
  /** Of a text column all of whose values are dates or times. */
  readonly moment?: MomentKind;
}

/** Everything that the catalogue stores about a version. */
export interface StoredVersion {
  readonly key: VersionKey;
  /** SHA-256 of the stored file, 64 hexadecimal characters. */
  readonly checksum: string;
  readonly rows: number;
  /** Size of the stored file. */
  readonly bytes: number;
  readonly columns: readonly StoredColumn[];
  /** Conversions while reading, for the user ("day: date to ISO 8601 text"). */
  readonly conversions: readonly Explanation[];
  /** Number of rows omitted because `rejects` allowed it. */
  readonly rejected: number;
}

/** The user's options for a source column; missing ones are detected. */
export interface ColumnOverride {
  readonly source: string;
  readonly name?: string;
  readonly type?: ColumnType;
  readonly drop?: boolean;
}

/** The file formats for import. Compression (gzip, zstd, zip) is detected from the file's content. */
export type SourceFormat = 'csv' | 'json' | 'ndjson' | 'geojson' | 'parquet' | 'xlsx' | 'xls' | 'ods' | 'px';

/** How a file is compressed, judging by its first bytes, whatever its name. */
export type Packing = 'none' | 'gzip' | 'zstd' | 'zip';

/** A user's file to import as a version, and how to read it. */
export interface Source {
  readonly path: string;
  /** The file's name for the user, if not the last part of its path. */
  readonly name?: string;
  readonly format: SourceFormat;
  /** Delimited text only; missing options are detected. */
  readonly delimiter?: string;
  readonly quote?: string;
  /** Positions of characters, from 1, at which columns of fixed width begin: each line is cut there. */
  readonly columnStarts?: readonly number[];
  /** Whether values may touch those of the next such column; otherwise they are refused. */
  readonly packed?: boolean;
  readonly header?: boolean;
  /** Number of records that the names of the columns are joined from, the first record among them. */
  readonly headerRows?: number;
  /** Lines above the header, or above the first record if there is none. */
  readonly skip?: number;
  /** 1-based lines of a delimited text, or rows of a sheet, whose records are omitted. */
  readonly leaveOut?: readonly number[];
  /** Prefix of comment lines; empty for none. */
  readonly comment?: string;
  readonly encoding?: string;
  /** Whether the encoding was detected, so that undecodable bytes are an error and not the user's choice. */
  readonly encodingGuessed?: boolean;
  /** The second best guess, if it is nearly as likely. */
  readonly encodingSecond?: string;
  /** Delimited text only, like the following: missing options are detected per column. */
  readonly decimalComma?: boolean;
  /** Character between groups of three digits; empty for none. */
  readonly thousands?: string;
  /** Whether the day or the month comes first if both are possible; `as-text` leaves dates unchanged. */
  readonly dates?: 'day-first' | 'month-first' | 'as-text';
  /** Name of the sheet of a workbook; by default the first one with records. */
  readonly sheet?: string;
  /** JSON only: names, separated by `/`, that lead to the member with the records. */
  readonly records?: string;
  /** JSON only: whether each value of an object within a record becomes a column, named after both: `country.id`. */
  readonly flatten?: boolean;
  /** GeoJSON and Parquet: the coordinate system of geometries, such as `EPSG:25832`, whatever the file says. */
  readonly crs?: string;
  /** Whether the file is the beginning of a longer one: an incomplete record at its end is omitted. */
  readonly beginningOnly?: boolean;
  /**
   * Texts that mean "missing" besides the empty one, in every column; by default those among numbers and dates are
   * detected.
   */
  readonly missing?: readonly string[];
  /** Names of the two columns that together make a point column `geometry`. */
  readonly point?: { readonly longitude: string; readonly latitude: string; readonly name: string };
  readonly columns?: readonly ColumnOverride[];
  /** Whether a column with the type `text` keeps it however short its values are; otherwise it becomes `char`. */
  readonly keepTypes?: boolean;
  /**
   * Parquet only: a second Parquet file, whose rows the column `by` numbers from 0. Its columns replace that one; a
   * number without a row yields missing values.
   */
  readonly lookup?: { readonly path: string; readonly by: string };
  /** Name of the file within the ZIP archive at `path`. */
  readonly entry?: string;
  /**
   * Combine several files into one table: these, or if there are none all data files of the folder or archive at
   * `path`.
   */
  readonly combine?: { readonly files: readonly string[]; readonly fileColumn?: string };
  /** The files of a combined table, each with its own options for reading; the other options apply to all values. */
  readonly parts?: readonly Source[];
  /** Name of the column with the file names of a combined table; missing for none. */
  readonly fileColumn?: string;
}

/** How much of a source to read. */
export interface SurveyOptions {
  /** Number of first records to return. */
  readonly rows: number;
  /** Whether types are determined from all records instead of the first ones. */
  readonly whole: boolean;
  /**
   * Whether to read ambiguous values as text: sufficient to detect the notation of values, and faster. Without rows only
   * the layout is described.
   */
  readonly untyped?: boolean;
}

/** A column as it would be imported. */
export interface SurveyedColumn {
  /** Name in the file. */
  readonly source: string;
  readonly name: string;
  /** `text` includes `char`. */
  readonly type: ColumnType;
  /** Why it has this type, if that needs an explanation; may be empty. */
  readonly reason: Explanation | null;
  /** Kind of dates and times in ISO 8601; null for other columns. */
  readonly moment: MomentKind | null;
  /** Missing if the format or the user determines the type. */
  readonly evidence?: ColumnEvidence;
  /** The ambiguous values. */
  readonly question?: ColumnQuestion;
  /** The sign of a unit that all its numbers have, and their type without it. */
  readonly unit?: { readonly sign: string; readonly type: 'integer' | 'float' };
}

/** Why a column has its type; counts refer to the records that were read. */
export interface ColumnEvidence {
  readonly whole: boolean;
  /** The format itself states the type. */
  readonly stated?: true;
  /** Excluding missing ones. */
  readonly values: number;
  /** Number of values of the column's type; in an inferred column of text, of those that look like numbers or dates. */
  readonly fitting: number;
  readonly missing: readonly { readonly text: string; readonly count: number }[];
  /** In a column of text of which some values are numbers or dates, the first ones that are not. */
  readonly exceptions: readonly { readonly record: number; readonly text: string }[];
  readonly numbers: { readonly decimalComma: boolean; readonly thousands: string } | null;
}

/** All values of a column are ambiguous: it stays text until a reading is chosen. */
export interface ColumnQuestion {
  readonly kind: 'decimal-or-thousands' | 'day-or-month-first';
  readonly choices: readonly {
    readonly options: Pick<Source, 'decimalComma' | 'thousands' | 'dates'>;
    /** The first values as they would be stored then. */
    readonly sample: readonly string[];
  }[];
}

/** A detected option of a delimited text, and its alternatives. */
export interface Finding {
  readonly option: 'encoding' | 'delimiter' | 'quote' | 'header' | 'skip' | 'comment';
  readonly value: string;
  /** Another reading is nearly as likely. */
  readonly unsure: boolean;
  readonly alternatives: readonly { readonly value: string; readonly sample: readonly string[] }[];
  readonly sample: readonly string[];
}

/** A line of a delimited text, or a row of a sheet, that is omitted. */
export interface LeftOutLine {
  readonly line: number;
  readonly text: string;
  readonly why: 'above' | 'comment' | 'below' | 'chosen';
}

/** The detected properties of a source. */
export interface SourceSurvey {
  /** Null unless it is delimited text. */
  readonly dialect: Required<Pick<Source, 'delimiter' | 'quote' | 'header' | 'headerRows' | 'skip' | 'comment'>> | null;
  /** Unreadable records among those read: the total count, details of the first. */
  readonly broken: { readonly count: number; readonly first: readonly BadValue[] };
  /** The first omitted lines below the records, and omitted comments. */
  readonly leftOut: readonly LeftOutLine[];
  /** Names of all columns of the file, including dropped ones. */
  readonly names: readonly string[];
  readonly columns: readonly SurveyedColumn[];
  /** Null unless the whole file was read. */
  readonly records: number | null;
  /** The first records as in the file, by position in `columns`. */
  readonly texts: readonly (readonly (string | null)[])[];
  /** The same records as they would be stored. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly conversions: readonly Explanation[];
}

/**
 * The user's options for reading a file; missing options are detected. A point of null means none, whatever the columns
 * look like.
 */
export type PreviewRequest = Omit<Source, 'path' | 'format' | 'point'> & {
  readonly path: string;
  readonly format?: Source['format'];
  readonly point?: Source['point'] | null;
};

/** The first records of a file, and how to read all of it. */
export interface SourcePreview {
  /** The requested options, completed by detection: ready to be ingested. */
  readonly source: Source;
  readonly bytes: number;
  readonly packing: Packing;
  readonly byteOrderMark: boolean;
  readonly sheets: readonly string[];
  /** The sheet that is read; null for other formats. */
  readonly sheet: string | null;
  /** A title for people that the file has; empty if it has none. */
  readonly title: string;
  /** Without types and values if only the source was requested and they do not affect it. */
  readonly survey: SourceSurvey;
  /** The row of the sheet of each of the first records; empty for other formats. */
  readonly lines: readonly number[];
  /** How many of the first records evidently hold units or descriptions of the columns. */
  readonly unitsRows: number;
  /** Whether the survey contains all records of the file. */
  readonly whole: boolean;
  readonly findings: readonly Finding[];
  readonly leftOut: readonly LeftOutLine[];
  /** Lines of a delimited text that are empty, and therefore no records. */
  readonly emptyLines: readonly number[];
  readonly notices: readonly Explanation[];
}

/** One value that could not be read. */
export interface BadValue {
  /** 1-based number of the record in the file, not counting the header; null if the format has none. */
  readonly row: number | null;
  /** 1-based line of the file where the record starts; null if the format has no lines. */
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
  /** Why it could not be read. */
  readonly reason: Explanation;
}

/** A file that could not be ingested: the first bad values and the total count. */
export class IngestError extends ExplainedError {
  readonly badValues: readonly BadValue[];
  readonly count: number;
  constructor(reason: Explanation, badValues: readonly BadValue[] = [], count: number = badValues.length) {
    super(reason);
    this.name = 'IngestError';
    this.badValues = badValues;
    this.count = count;
  }
}

/** A stored file that is missing, truncated or altered. It is never served. */
export class DamagedVersionError extends ExplainedError {
  readonly key: VersionKey;
  constructor(key: VersionKey, reason: Explanation) {
    super(reason);
    this.name = 'DamagedVersionError';
    this.key = key;
  }
}

/** The request needs more memory than the engine has. */
export class EngineMemoryError extends ExplainedError {
  override readonly name = 'EngineMemoryError';
}

/** A version that was removed before or while it was read. */
export class RemovedVersionError extends Error {
  constructor() {
    super('The version was deleted meanwhile.');
    this.name = 'RemovedVersionError';
  }
}

/** A query with a value that a column cannot contain, or a lookup that its type does not support. */
export class InvalidFilterError extends ExplainedError {
  /** The parameter as in an address: `<column>__<lookup>`, or `<column>` for the lookup `exact`. */
  readonly parameter: string;
  constructor(parameter: string, reason: Explanation) {
    super(reason);
    this.name = 'InvalidFilterError';
    this.parameter = parameter;
  }
}

/** A page of rows already encoded as JSON objects, joined by commas, within its frame if one was requested. */
export interface EncodedPage {
  /** Total number of rows of the query; null if it follows: see {@link PageWork}. */
  readonly count: number | null;
  /** Number of rows in this page. */
  readonly rows: number;
  /** UTF-8; one object per row with a key per requested column, in column order. */
  readonly json: Buffer;
}

/** How far the index of a query's result is: until it is ready, pages far from both ends wait for it. */
export interface ViewProgress {
  /** `none`: it is not being built; the next page that needs it starts that. */
  readonly state: 'ready' | 'preparing' | 'none';
  /** What is being done; null unless it is being prepared. */
  readonly phase: 'filtering' | 'sorting' | null;
  /** 0 to 1 of this phase; null while unknown. */
  readonly fraction: number | null;
  /** How long it has been prepared. */
  readonly seconds: number;
  /** Number of rows found so far: at least so many are in the result. */
  readonly found: number;
  /** Number of rows of the result; null while unknown. */
  readonly count: number | null;
}

/** How far the profile of a column is that is being calculated. */
export interface ProfileProgress {
  readonly column: string;
  /** Number of rows of the version, all of which are read. */
  readonly rows: number;
  /** 0 to 1; null while it waits for other work. */
  readonly fraction: number | null;
  /** Time since it was requested. */
  readonly seconds: number;
}

/** A page of groups, encoded like rows, and their columns. */
export interface GroupPage extends EncodedPage {
  readonly count: number;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}

/** How to write groups to a file. */
export interface GroupsExportOptions extends Pick<ExportOptions, 'spreadsheet'> {
  /** For formats without booleans. */
  readonly booleansAsText?: boolean;
}

/** The export formats of the row store. XLSX is written from NDJSON (`export/xlsx/`). */
export type ExportFormat = 'csv' | 'tsv' | 'ndjson' | 'json' | 'geojson' | 'parquet';

/** CSV that spreadsheets open directly: with a byte order mark, and the separator of the user's language. */
export interface SpreadsheetDialect {
  readonly separator: ',' | ';';
  /** Whether to leave formulas as they are, instead of putting an apostrophe in front. */
  readonly formulas?: boolean;
}

/** How to write rows to a file. */
export interface ExportOptions {
  /** CSV only. */
  readonly spreadsheet?: SpreadsheetDialect | undefined;
  /**
   * Only rows by their positions in the version, `from` to `to` (exclusive). The files of consecutive ranges from 0,
   * concatenated, are the file of all rows: for the formats with one line per row (csv, tsv, ndjson), and without an
   * order.
   */
  readonly range?: { readonly from: number; readonly to: number };
  /** Texts to store in the file, by key. Parquet only. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** A frequent value and how often it occurs; geometry and long text are not listed. */
export interface FrequentValue {
  readonly value: string | number | bigint;
  readonly count: number;
}

/**
 * Counts of equally wide bins from `from` to `to` (the last includes its end). Those of times are `size` units of the
 * calendar each, and `to` is the start of the next.
 */
export interface Histogram extends Partial<TimeStep> {
  /** Numbers, times in milliseconds since 1970, or the lengths of texts of which none is frequent. */
  readonly of: 'values' | 'times' | 'lengths';
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

/** The profile of one column of a version or a view. */
export interface ColumnProfile {
  readonly column: string;
  readonly type: ColumnType;
  /** Rows read for this profile, of `of` rows in all: equal unless the profile is a sample. */
  readonly rows: number;
  readonly of: number;
  readonly missing: number;
  readonly distinct: { readonly count: number; readonly exact: boolean } | null;
  readonly numbers: {
    readonly min: number | bigint;
    readonly max: number | bigint;
    readonly mean: number;
    readonly quartiles: readonly [number, number, number];
    /** False if the quartiles are estimated from a random sample of all values. */
    readonly quartilesExact: boolean;
  } | null;
  readonly lengths: { readonly min: number; readonly max: number } | null;
  /** If all texts are ISO 8601 dates or times of one form: the earliest and the latest. */
  readonly dates: { readonly min: string; readonly max: string } | null;
  readonly histogram: Histogram | null;
  /** Most frequent first, empty if nearly all values are distinct; null for geometry. */
  readonly frequent: readonly FrequentValue[] | null;
  readonly geometry: {
    readonly box: readonly [west: number, south: number, east: number, north: number];
    readonly kinds: readonly { readonly kind: string; readonly count: number }[];
    /** Counts by the equal part of the box that contains the first position: row by row, from the north-west. */
    readonly grid: { readonly columns: number; readonly rows: number; readonly counts: readonly number[] };
  } | null;
}

/** Statistics of a column of a whole version that need no reading of rows. */
export interface ColumnOutline {
  readonly column: string;
  readonly type: ColumnType;
  readonly rows: number;
  /** Null if the stored file does not contain it. */
  readonly missing: number | null;
  /** Numbers only; null if there are none. */
  readonly min: number | bigint | null;
  readonly max: number | bigint | null;
  /** The column's size in the stored file; null if unknown. */
  readonly bytes: number | null;
}

/** Counts of the differences between two versions. */
export interface DiffSummary {
  /** Key columns that rows were matched by; empty if whole rows were compared. */
  readonly key: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly columnsAdded: readonly string[];
  readonly columnsRemoved: readonly string[];
  readonly columnsRetyped: readonly {
    readonly name: string;
    readonly before: ColumnType;
    readonly after: ColumnType;
  }[];
}

/** One differing row: JSON objects of the row before and after, null if it is missing there. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: string | null;
  readonly after: string | null;
  /** Names of the columns whose values differ; empty unless `kind` is "changed". */
  readonly changed: readonly string[];
  /** By how much each of those values changed, in the same order; null unless both are numbers. */
  readonly changes: readonly (number | null)[];
  /** The row's values in the key columns, as texts, in the order of {@link DiffSummary.key}. */
  readonly key: readonly string[];
}

/** The stored file of a version, as in its record. */
export type StoredFile = Pick<StoredVersion, 'key' | 'checksum' | 'bytes'>;

/** Whether a stored file is intact. */
export type CheckVerdict = 'verified' | 'differs' | 'missing';

/** The outcome of verifying a stored file. */
export interface LastCheck {
  readonly verdict: CheckVerdict;
  /** When, ISO 8601. */
  readonly at: string;
  /** Whether it was only verified when it was written. */
  readonly asWritten: boolean;
}

/** A range of bytes; the end is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores and reads the rows of immutable versions. No type, text or path of the engine passes this interface (the only
 * paths are the user's own files), so that the engine can be replaced. All calls may run concurrently; the same view
 * requested twice at the same time is built once.
 */
export interface RowStore {
  /** Imports a file as a new version: complete, checked and durable when this resolves, otherwise nothing remains. @throws {IngestError} */
  ingest(key: VersionKey, source: Source, options: IngestOptions, work: LongWork): Promise<StoredVersion>;
  /** Reports how a file would be ingested. @throws {IngestError} */
  survey(source: Source, options: SurveyOptions, work: LongWork): Promise<SourceSurvey>;
  /**
   * Reads the first records of a file and detects missing options: the cost does not grow with the file.
   * @param purpose `take-in`: examine only what reading the file needs, nothing for display
   * @param scratchParent folder for a temporary one, named after the id of this process
   * @throws {IngestError}
   */
  preview(
    request: PreviewRequest,
    purpose: 'show' | 'take-in',
    scratchParent: string,
    signal?: AbortSignal,
  ): Promise<SourcePreview>;
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
  /** Whether every row has values in these columns, and no two rows the same ones. Reads the columns unless it soon fails. */
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
  /**
   * Writes the rows of the query to `target` (a new file of the user): complete and durable when this resolves,
   * otherwise missing.
   */
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
   * An address at which a client without any rights gets the same bytes from the object storage for some minutes; null if
   * the operator has not allowed it, or the file is not there. @throws {DamagedVersionError} if it is known to be damaged
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
   * Removes all files of a version that is no longer in the catalogue; its readers fail with {@link RemovedVersionError}.
   * What cannot be removed now is tried again in the background, and no error.
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

/** Special options of an ingest. */
export interface IngestOptions {
  /** Append the new rows to those of this version; columns are matched by name. */
  readonly appendTo?: StoredVersion;
  /** File for rows with bad values; without it, a bad value fails the import. */
  readonly rejects?: string;
}
