import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { ColumnType } from '#shared/api/column.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Explanation } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { TimeStep } from '#shared/time/time-steps.ts';

/** Names the rows of one immutable version: letters, digits, `-` and `_`, chosen by the catalogue, never reused. */
export type VersionKey = string;

/** Progress of long work. `total` is null while it is unknown. */
export interface Progress {
  /** What is being done now, for a user: "reading", "sorting", "writing", "checking". */
  readonly phase: string;
  readonly rows: number;
  readonly bytes: number;
  /** 0 to 1, or null where unknown. */
  readonly fraction: number | null;
}

/** What every long call takes: an abort rejects with the signal's reason and leaves nothing behind. */
export interface LongWork {
  readonly signal?: AbortSignal;
  /** Who asks for it: callers take turns, so that the work of one does not keep another waiting. */
  readonly caller?: string;
  readonly onProgress?: (progress: Progress) => void;
}

/** A column as the row store keeps it. */
export interface StoredColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Longest value in characters for char and text, 8 for integer and float, null for geometry. */
  readonly size: number | null;
  /** Of a text column all of whose values are dates or times. */
  readonly moment?: MomentKind;
}

/** What is known of a stored version: all that the catalogue needs to write down. */
export interface StoredVersion {
  readonly key: VersionKey;
  /** SHA-256 of the stored file, 64 hexadecimal characters. */
  readonly checksum: string;
  readonly rows: number;
  /** Size of the stored file. */
  readonly bytes: number;
  readonly columns: readonly StoredColumn[];
  /** What was changed on the way in, in words for a user ("day: date to ISO 8601 text"). */
  readonly conversions: readonly Explanation[];
  /** Rows left out because `rejects` allowed it. */
  readonly rejected: number;
}

/** What a user may say of a source column; what is left out is found out from the file. */
export interface ColumnOverride {
  readonly source: string;
  readonly name?: string;
  readonly type?: ColumnType;
  readonly drop?: boolean;
}

/** The file formats that come in. Compression (gzip, zstd, zip) is seen from the file's content. */
export type SourceFormat = 'csv' | 'json' | 'ndjson' | 'geojson' | 'parquet' | 'xlsx';

/** How a file is compressed, seen from its first bytes, whatever its name says. */
export type Packing = 'none' | 'gzip' | 'zstd' | 'zip';

/** A file of the user's that is to become a version, and how to read it. */
export interface Source {
  readonly path: string;
  /** What a user knows the file by, where that is not the last part of its path. */
  readonly name?: string;
  readonly format: SourceFormat;
  /** Delimited text only; what is left out is detected. */
  readonly delimiter?: string;
  readonly quote?: string;
  readonly header?: boolean;
  /** Lines above the header, or above the first record where there is none. */
  readonly skip?: number;
  /** Lines of a delimited text, or rows of a sheet, at which records begin that are left out; from 1. */
  readonly leaveOut?: readonly number[];
  /** What lines begin with that are comments; empty for none. */
  readonly comment?: string;
  readonly encoding?: string;
  /** Whether the encoding was found out from the bytes, so that what it cannot decode is no loss that anybody asked for. */
  readonly encodingGuessed?: boolean;
  /** Delimited text only, as what follows: what is left out is found out of each column. */
  readonly decimalComma?: boolean;
  /** Character between groups of three digits; empty for none. */
  readonly thousands?: string;
  /** Whether the day or the month comes first where both could; `as-text` keeps dates as they are written. */
  readonly dates?: 'day-first' | 'month-first' | 'as-text';
  /** Name of the sheet of a workbook; the first one with records where it is left out. */
  readonly sheet?: string;
  /** JSON only: names, parted by `/`, that lead to the member that holds the records. */
  readonly records?: string;
  /** GeoJSON and Parquet: the coordinate system of geometries, such as `EPSG:25832`, whatever the file says. */
  readonly crs?: string;
  /** The file is the beginning of a longer one: a record at its end that is not whole is left out. */
  readonly beginningOnly?: boolean;
  /** Texts that mean "missing" beside the empty one, in every column; left out: those among numbers and dates are found. */
  readonly missing?: readonly string[];
  /** Names of the two columns that together make a point column `geometry`. */
  readonly point?: { readonly longitude: string; readonly latitude: string; readonly name: string };
  readonly columns?: readonly ColumnOverride[];
  /** Whether a column that is said to be `text` stays it however short its values are; `char` otherwise. */
  readonly keepTypes?: boolean;
  /**
   * Parquet only: a second Parquet file, whose rows the column `by` numbers from 0. Its columns stand in the place of that
   * one; a number without a row gives missing values.
   */
  readonly lookup?: { readonly path: string; readonly by: string };
  /** Name of the file that is meant within the ZIP archive at `path`, of which there may be several. */
  readonly entry?: string;
  /** Several files are to become one table: these, or where there are none all data files of the folder or archive at `path`. */
  readonly combine?: { readonly files: readonly string[]; readonly fileColumn?: string };
  /** The files that become one table, each with how it is read; what else is said here holds for their values. */
  readonly parts?: readonly Source[];
  /** Of files that become one table: what the column with their names is called; left out for none. */
  readonly fileColumn?: string;
}

/** How much of a source is looked at. */
export interface SurveyOptions {
  /** First records to give. */
  readonly rows: number;
  /** Every record decides on the types; otherwise the first ones do. */
  readonly whole: boolean;
  /** Takes what is to be guessed as text: enough to see how values are written, and sooner there. */
  readonly untyped?: boolean;
}

/** A column as it would come in. */
export interface SurveyedColumn {
  /** Name in the file. */
  readonly source: string;
  readonly name: string;
  /** `text` stands for `char` too. */
  readonly type: ColumnType;
  /** Why the type is what it is, where that is worth a word; may be empty. */
  readonly reason: Explanation | null;
  /** Dates and times as ISO 8601 has them; null for other columns. */
  readonly moment: MomentKind | null;
  /** Absent where the format or the user says the type. */
  readonly evidence?: ColumnEvidence;
  /** What two readings fit. */
  readonly question?: ColumnQuestion;
}

/** Why a column is what it is; counts are of the records that were looked at. */
export interface ColumnEvidence {
  readonly whole: boolean;
  /** Missing ones left out. */
  readonly values: number;
  /** Of the column's type; in a column of text those that look like numbers or dates. */
  readonly fitting: number;
  readonly missing: readonly { readonly text: string; readonly count: number }[];
  /** The first values of a column of text that are no numbers or dates, where most are. */
  readonly exceptions: readonly { readonly record: number; readonly text: string }[];
  readonly numbers: { readonly decimalComma: boolean; readonly thousands: string } | null;
}

/** Two readings fit all values of a column: it stays text until one is chosen. */
export interface ColumnQuestion {
  readonly kind: 'decimal-or-thousands' | 'day-or-month-first';
  readonly choices: readonly {
    readonly options: Pick<Source, 'decimalComma' | 'thousands' | 'dates'>;
    /** The first values as they would be stored then. */
    readonly sample: readonly string[];
  }[];
}

/** What was found of how a delimited text is read, and what it could be instead. */
export interface Finding {
  readonly option: 'encoding' | 'delimiter' | 'quote' | 'header' | 'skip' | 'comment';
  readonly value: string;
  /** Another reading is nearly as likely. */
  readonly unsure: boolean;
  readonly alternatives: readonly { readonly value: string; readonly sample: readonly string[] }[];
  readonly sample: readonly string[];
}

/** A line of a delimited text, or a row of a sheet, that is left out. */
export interface LeftOutLine {
  readonly line: number;
  readonly text: string;
  readonly why: 'above' | 'comment' | 'below' | 'chosen';
}

/** What a source says of itself. */
export interface SourceSurvey {
  /** Null for what is no delimited text. */
  readonly dialect: Required<Pick<Source, 'delimiter' | 'quote' | 'header' | 'skip' | 'comment'>> | null;
  /** Records that cannot be read, of those that were looked at: all of them counted, the first described. */
  readonly broken: { readonly count: number; readonly first: readonly BadValue[] };
  /** The first lines below the records and comments that are left out. */
  readonly leftOut: readonly LeftOutLine[];
  /** Names of all columns of the file, those that are dropped too. */
  readonly names: readonly string[];
  readonly columns: readonly SurveyedColumn[];
  /** Null unless the whole was read. */
  readonly records: number | null;
  /** The first records as the file has them, by position in `columns`. */
  readonly texts: readonly (readonly (string | null)[])[];
  /** The same records as they would be stored. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly conversions: readonly Explanation[];
}

/** How a user wants a file to be read; what is left out is detected. A point of null means: none, whatever it looks like. */
export type PreviewRequest = Omit<Source, 'path' | 'format' | 'point'> & {
  readonly path: string;
  readonly format?: Source['format'];
  readonly point?: Source['point'] | null;
};

/** The beginning of a file, and how all of it is to be read. */
export interface SourcePreview {
  /** What was requested, completed by what was detected: fit to be ingested. */
  readonly source: Source;
  readonly bytes: number;
  readonly packing: Packing;
  readonly byteOrderMark: boolean;
  readonly sheets: readonly string[];
  /** The sheet that is read; null for other formats. */
  readonly sheet: string | null;
  /** Without types and values where only the source was asked for and these say nothing of it. */
  readonly survey: SourceSurvey;
  /** The row of the sheet of each of the first records; empty for other formats. */
  readonly lines: readonly number[];
  /** Whether the first record is evidently a row of units. */
  readonly unitsRow: boolean;
  /** Whether the records of the survey are all of the file's. */
  readonly whole: boolean;
  readonly findings: readonly Finding[];
  readonly leftOut: readonly LeftOutLine[];
  readonly notices: readonly Explanation[];
}

/** One value that could not be read. */
export interface BadValue {
  /** 1-based number of the record in the file, header not counted; null where the format has none. */
  readonly row: number | null;
  /** 1-based line of the file where the record starts; null where the format has no lines. */
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
  /** Why it could not be read. */
  readonly reason: Explanation;
}

/** A file that could not be taken in: the first bad values and the count of all. */
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

/** A stored file that is missing, cut off or altered. It is never served. */
export class DamagedVersionError extends ExplainedError {
  readonly key: VersionKey;
  constructor(key: VersionKey, reason: Explanation) {
    super(reason);
    this.name = 'DamagedVersionError';
    this.key = key;
  }
}

/** What was asked for takes more memory than the engine has. */
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

/** A query whose value a column cannot hold, or that asks what the column's type cannot answer. */
export class InvalidFilterError extends ExplainedError {
  /** The parameter as an address names it: `<column>__<lookup>`, or `<column>` for the lookup `exact`. */
  readonly parameter: string;
  constructor(parameter: string, reason: Explanation) {
    super(reason);
    this.name = 'InvalidFilterError';
    this.parameter = parameter;
  }
}

/** A page of rows already encoded as JSON objects, joined by commas and without brackets. */
export interface EncodedPage {
  /** Rows that the query has in all. */
  readonly count: number;
  /** Rows in this page. */
  readonly rows: number;
  /** UTF-8; one object a row with a key per asked column, in column order. */
  readonly json: Buffer;
}

/** A page of groups, encoded as rows are, and the columns that each has. */
export interface GroupPage extends EncodedPage {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
}

/** How groups become a file. */
export interface GroupsExportOptions extends Pick<ExportOptions, 'spreadsheet'> {
  /** For writers that know no truth values. */
  readonly booleansAsText?: boolean;
}

/** The formats that rows go out in. XLSX is written by the service's own `render/`. */
export type ExportFormat = 'csv' | 'tsv' | 'ndjson' | 'json' | 'geojson' | 'parquet';

/** CSV as a spreadsheet opens it by itself: with a byte order mark, and the separator of the user's language. */
export interface SpreadsheetDialect {
  readonly separator: ',' | ';';
  /** Whether texts that a spreadsheet calculates are left as they are, in place of an apostrophe in front of them. */
  readonly formulas?: boolean;
}

/** How rows become a file. */
export interface ExportOptions {
  /** CSV alone. */
  readonly spreadsheet?: SpreadsheetDialect | undefined;
  /**
   * Only rows by their positions in the version, `from` to `to`, the end not included. The files of ranges that follow one
   * another from 0, one behind the other, are the file of all: for the formats of one line a row (csv, tsv, ndjson), and
   * without an order.
   */
  readonly range?: { readonly from: number; readonly to: number };
  /** Texts that are kept in the file, by their keys. Parquet alone. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** A frequent value and how often it occurs; geometry and long text are not listed. */
export interface FrequentValue {
  readonly value: string | number | bigint;
  readonly count: number;
}

/**
 * Counts of equally wide bins from `from` to `to` (the last includes its end). Those of times are `size` units of the
 * calendar each, and `to` is the beginning of the next.
 */
export interface Histogram extends Partial<TimeStep> {
  /** Numbers, times in milliseconds since 1970, or the lengths of texts of which none is frequent. */
  readonly of: 'values' | 'times' | 'lengths';
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

/** What is known of one column of a version or of a view. */
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
    /** False where the quartiles are estimated from a random sample of the values. */
    readonly quartilesExact: boolean;
  } | null;
  readonly lengths: { readonly min: number; readonly max: number } | null;
  /** Where every text is an ISO 8601 date or time of one form: the earliest and the latest. */
  readonly dates: { readonly min: string; readonly max: string } | null;
  readonly histogram: Histogram | null;
  /** Most frequent first, empty where nearly every value is another one; null for geometry. */
  readonly frequent: readonly FrequentValue[] | null;
  readonly geometry: {
    readonly box: readonly [west: number, south: number, east: number, north: number];
    readonly kinds: readonly { readonly kind: string; readonly count: number }[];
    /** How many begin in each of equally large parts of the box: row by row, the north-west first. */
    readonly grid: { readonly columns: number; readonly rows: number; readonly counts: readonly number[] };
  } | null;
}

/** What is known of a column of a whole version without reading a row. */
export interface ColumnOutline {
  readonly column: string;
  readonly type: ColumnType;
  readonly rows: number;
  /** Null where the stored file does not say. */
  readonly missing: number | null;
  /** Numbers only, and null where there are none. */
  readonly min: number | bigint | null;
  readonly max: number | bigint | null;
  /** What the column takes of the stored file; null where the file does not say. */
  readonly bytes: number | null;
}

/** How two versions differ, counted. */
export interface DiffSummary {
  /** Key columns that rows were matched by; empty where whole rows were compared. */
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

/** One differing row: JSON objects of the row before and after, null where it is not there. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: string | null;
  readonly after: string | null;
  /** Names of the columns whose values differ; empty unless `kind` is "changed". */
  readonly changed: readonly string[];
}

/** The stored file of a version, as its record has it. */
export type StoredFile = Pick<StoredVersion, 'key' | 'checksum' | 'bytes'>;

/** Whether a stored file is what was written. */
export type CheckVerdict = 'verified' | 'differs' | 'missing';

/** What came of reading a stored file through. */
export interface LastCheck {
  readonly verdict: CheckVerdict;
  /** When, ISO 8601. */
  readonly at: string;
  /** Whether that was while it was written, and not checked since. */
  readonly asWritten: boolean;
}

/** A range of bytes, the end not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps and reads the rows of immutable versions. No type, text or path of the engine behind it passes through here
 * (the only paths are the user's own files), so that another engine can stand in its place.
 * All calls may run at once; the same view asked for twice at once is built once.
 */
export interface RowStore {
  /** Reads a file into a new version: whole, checked and durable when this resolves, and otherwise nothing. @throws {IngestError} */
  ingest(key: VersionKey, source: Source, options: IngestOptions, work: LongWork): Promise<StoredVersion>;
  /** Says how a file would be taken in. @throws {IngestError} */
  survey(source: Source, options: SurveyOptions, work: LongWork): Promise<SourceSurvey>;
  /**
   * Reads the beginning of a file and finds out what is not said of it: its cost does not grow with the file.
   * @param purpose `take-in`: what is not to be shown is examined only as far as reading the file needs it
   * @param scratchParent folder in which one is made for the time of the work, named by this process's number
   * @throws {IngestError}
   */
  preview(
    request: PreviewRequest,
    purpose: 'show' | 'take-in',
    scratchParent: string,
    signal?: AbortSignal,
  ): Promise<SourcePreview>;
  /** Rows `offset` to `offset + limit`, the end not included, of what the query selects. @throws {InvalidFilterError | DamagedVersionError} */
  page(version: StoredVersion, query: RowQuery, offset: number, limit: number, work?: LongWork): Promise<EncodedPage>;
  /**
   * Groups `offset` to `offset + limit`, the end not included, of the rows that the query selects; kept, so that other
   * pages need not count again. @throws {InvalidFilterError | DamagedVersionError}
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
  /** Makes ready what pages are served from, which otherwise happens beside them; resolves at once when that is done. */
  prepare(version: StoredVersion, work: LongWork): Promise<void>;
  /** What is known of all columns at once, to be shown until their profiles are there. */
  outline(version: StoredVersion, work?: LongWork): Promise<readonly ColumnOutline[]>;
  /** Profile of one column over what the query selects; kept with the version where the query selects all. */
  profile(version: StoredVersion, query: RowQuery, column: string, work: LongWork): Promise<ColumnProfile>;
  /** How `after` differs from `before`; kept, so that {@link diffPage} need not count again. */
  diff(before: StoredVersion, after: StoredVersion, key: readonly string[], work: LongWork): Promise<DiffSummary>;
  /** Differing rows `offset` to `offset + limit`: changed, then added, then removed, each in the order of its file. */
  diffPage(
    before: StoredVersion,
    after: StoredVersion,
    key: readonly string[],
    offset: number,
    limit: number,
    work: LongWork,
  ): Promise<readonly DiffRow[]>;
  /** Writes what the query selects to `target` (a new file of the user's): whole and durable when this resolves, and otherwise absent. */
  exportTo(
    version: StoredVersion,
    query: RowQuery,
    format: ExportFormat,
    target: string,
    work: LongWork,
    options?: ExportOptions,
  ): Promise<{ readonly rows: number; readonly bytes: number; readonly checksum: string }>;
  /**
   * The stored file's bytes: what a download of the whole version as Parquet gives. Where they are not what was written,
   * this or the stream fails, before the last of them. @throws {DamagedVersionError}
   */
  storedFile(version: StoredVersion, range?: ByteRange): Promise<NodeJS.ReadableStream>;
  /**
   * Reads the stored file again and compares its SHA-256 with the record. A version whose file differs is not served
   * until it is put back. `gently`: at a pace that leaves the disk to others.
   */
  verify(file: StoredFile, work: LongWork, gently?: boolean): Promise<CheckVerdict>;
  /** What came of reading the stored file through the last time; null where it never was. */
  lastCheck(file: Pick<StoredFile, 'key'>): Promise<LastCheck | null>;
  /** Removes everything that is kept of a version. Removing what is not there is no error. */
  remove(key: VersionKey): Promise<void>;
  /** Puts the rows of every version that is not in `keys` aside, as a crash may have left them; what can be made again goes. Gives their keys. */
  keepOnly(keys: ReadonlySet<VersionKey>): Promise<readonly VersionKey[]>;
  /** Frees disk that is used for what can be made again. @returns the bytes that were freed */
  makeRoom(bytes: number): Promise<number>;
  close(): Promise<void>;
}

/** What an ingest may do beyond the plain case. */
export interface IngestOptions {
  /** Put the new rows behind those of this version; columns are matched by name. */
  readonly appendTo?: StoredVersion;
  /** Where rows with bad values go instead of failing the whole; absent: a bad value fails it. */
  readonly rejects?: string;
}
