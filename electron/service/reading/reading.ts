import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Explanation } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type {
  FileOptions,
  Finding,
  FoundColumn,
  FoundPeriods,
  FoundTable,
  FoundTotal,
  LeftOutLine,
  SourceFormat,
  TableNotes,
} from '#shared/rpc/source-file.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import { PassError } from '../work/file-pass.ts';
import type { JsonLayout, LongLayout, SheetLayout, TextLayout } from './formats/layouts.ts';

/** Columns of numbers with marks of status. */
export interface FoundMarks {
  /** Names in the file. */
  readonly columns: readonly string[];
  /** Whether the marks are certain, so that they are read unless that is refused. */
  readonly certain: boolean;
  /** The marks, and what they mean as far as that is known. */
  readonly meanings: readonly { readonly mark: string; readonly meaning: string | null }[];
}

/** Columns whose marks of status are read apart from their numbers. */
export interface PlannedMarks {
  readonly columns: readonly string[];
  /** Whether the marks become a column beside each; otherwise they are dropped. */
  readonly keep: boolean;
}

/** How a file is compressed, judging by its first bytes, whatever its name. */
export type Packing = 'none' | 'gzip' | 'zstd' | 'zip';

/**
 * A file, and what a person or a program says about how to read it. What is not said is detected; for a {@link Plan} all
 * of that is done, and it is followed.
 */
export interface ReadingOptions extends Omit<FileOptions, 'plan'> {
  readonly path: string;
  /** The file's name, if not the last part of its path: for messages, and where the content allows several formats. */
  readonly name?: string;
  /** Whether a column with the type `text` keeps it however short its values are; otherwise it becomes `char`. */
  readonly keepTypes?: boolean;
  /**
   * Parquet only: a second Parquet file, whose rows the column `by` numbers from 0. Its columns replace that one; a
   * number without a row yields missing values.
   */
  readonly lookup?: { readonly path: string; readonly by: string };
}

/** What a file was when it was read, to notice that it has changed. */
export interface SeenFile {
  readonly bytes: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  /** SHA-256 of its beginning, in hexadecimal. */
  readonly head: string;
}

/** How a file is read: what was said about it, and what was decided. It is made once, and followed to the end. */
export interface Plan extends ReadingOptions {
  readonly format: SourceFormat;
  readonly decided: {
    /** The version of the program that decided it: another one plans again. */
    readonly by: string;
    /** What the file was: it is refused if it has changed since. Null for several files, each of which has its own. */
    readonly seen: SeenFile | null;
    readonly encoding: PlannedEncoding;
    readonly layout: PlannedLayout;
    /** Columns whose labels are repeated in the empty cells below them; missing for none. */
    readonly labels?: readonly string[];
    /** Columns that become rows; missing if none do. */
    readonly rows?: LongLayout;
    /** Columns whose marks of status are read apart from their numbers; missing for none. */
    readonly marks?: PlannedMarks;
  };
}

/** The encoding of a text, with the evidence for it. Formats without texts have UTF-8. */
export interface PlannedEncoding {
  readonly name: string;
  /** Whether the user stated it, so that undecodable bytes are replaced, instead of being an error of the guess. */
  readonly isStated: boolean;
  /** The second best guess, if it is nearly as likely. */
  readonly second?: string;
}

/** Where the records of a file are. */
export type PlannedLayout =
  | ({ readonly kind: 'delimited' } & TextLayout)
  | { readonly kind: 'eurostat' }
  /** `isPlain`: one object a line, which the engine reads by itself. */
  | { readonly kind: 'json'; readonly records: JsonLayout; readonly isPlain: boolean }
  | { readonly kind: 'sheet'; readonly position: number; readonly rows: SheetLayout }
  /** The format itself says where they are. */
  | { readonly kind: 'stated' }
  /** The files of a combined table, each with its own plan; the options of the table apply to the values of all. */
  | { readonly kind: 'combined'; readonly parts: readonly Plan[] };

/** How much of a file to read. */
export interface SurveyOptions {
  /** Number of first records to return. */
  readonly rows: number;
  /** Whether types are determined from all records instead of the first ones. */
  readonly whole: boolean;
  /**
   * Whether to read ambiguous values as text: enough to detect the notation of values, and faster. Without rows only
   * the layout is described.
   */
  readonly untyped?: boolean;
}

/** A column as it would be imported; its type `text` includes `char`. */
export interface SurveyedColumn extends Omit<FoundColumn, 'moment'> {
  readonly moment: MomentKind | null;
}

/** All values of a column are ambiguous: it stays text until a reading is chosen. */
export type ColumnQuestion = NonNullable<FoundColumn['question']>;

/** What reading a file finds out about its table. */
export interface TableSurvey {
  /** The dialect of a delimited text; null for other formats. */
  readonly dialect: Required<
    Pick<ReadingOptions, 'delimiter' | 'quote' | 'header' | 'headerRows' | 'skip' | 'comment'>
  > | null;
  /** Unreadable records among those read: the total count, details of the first. */
  readonly broken: { readonly count: number; readonly first: readonly BadValue[] };
  /** The first omitted lines below the records, and omitted comments. */
  readonly leftOut: readonly LeftOutLine[];
  /** Names of all columns of the file, including dropped ones. */
  readonly names: readonly string[];
  readonly columns: readonly SurveyedColumn[];
  /** Number of records; null unless the whole file was read. */
  readonly records: number | null;
  /** The first records as in the file, by position in `columns`. */
  readonly texts: readonly (readonly (string | null)[])[];
  /** The same records as they would be stored. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly conversions: readonly Explanation[];
  /** Records that sum up others; empty for a table that is not short, or not written for people. */
  readonly totals?: readonly FoundTotal[];
  /** What the lines around the table say about it; missing for nothing, and unless the whole file was read. */
  readonly notes?: TableNotes;
  /** If columns become rows: the line, or row of the sheet, of each of the first rows. */
  readonly lines?: readonly (number | null)[];
}

/** The first records of a file, and the plan that they were read by. */
export interface TablePreview {
  readonly plan: Plan;
  /** What was said, completed by what was decided, as a user would say it. */
  readonly options: ReadingOptions;
  readonly bytes: number;
  readonly packing: Packing;
  readonly byteOrderMark: boolean;
  readonly sheets: readonly string[];
  /** The sheet that is read; null for other formats. */
  readonly sheet: string | null;
  /** A title for people that the file has; empty if it has none. */
  readonly title: string;
  /** Periods in the headings, whether or not they become rows; null for none. */
  readonly periods: FoundPeriods | null;
  /** Marks of status among numbers, whether or not they are read apart; null for none. */
  readonly marks: FoundMarks | null;
  /** The survey, without types and values if only the plan was requested and they do not affect it. */
  readonly survey: TableSurvey;
  /** The row of the sheet of each of the first records; empty for other formats. */
  readonly lines: readonly number[];
  /** How many of the first records evidently hold units or descriptions of the columns. */
  readonly unitsRows: number;
  /** Whether the survey contains all records of the file. */
  readonly whole: boolean;
  readonly findings: readonly Finding[];
  readonly leftOut: readonly LeftOutLine[];
  /** The tables below or beside each other, if there are several. */
  readonly tables: readonly FoundTable[];
  /** What the omitted lines say about the table; null if there are none. */
  readonly notes: TableNotes | null;
  /** Lines of a delimited text that are empty, and therefore no records. */
  readonly emptyLines: readonly number[];
  /** Its first lines, if they are cut into columns of fixed width, before that. */
  readonly uncut: readonly string[];
  readonly notices: readonly Explanation[];
}

/** A file that could not be ingested: the first bad values and the total count. */
export class IngestError extends ExplainedError {
  readonly badValues: readonly BadValue[];
  readonly count: number;
  constructor(reason: Explanation, badValues: readonly BadValue[] = [], count: number = badValues.length) {
    super(reason, { kind: 'bad-input' });
    this.badValues = badValues;
    this.count = count;
  }
}

/** Throws the error of a pass over a file as what it was in its thread. @throws {IngestError} if it was one */
export function throwIngestError(error: unknown): never {
  if (!(error instanceof PassError) || error.details === null) throw error;
  const { badValues, count } = error.details as Pick<IngestError, 'badValues' | 'count'>;
  throw new IngestError(error.reason, badValues, count);
}

/** Special options of an ingest. */
export interface IngestOptions {
  /** Append the new rows to those of this version; columns are matched by name. */
  readonly appendTo?: StoredVersion;
  /** File for rows with bad values; without it, a bad value fails the import. */
  readonly rejects?: string;
}
