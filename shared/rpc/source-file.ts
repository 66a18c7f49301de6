import { type Static, Type } from 'typebox';
import { columnTypes } from '../api/column.ts';
import { ExplanationSchema } from '../failures/schemas.ts';
import type { Immutable } from '../immutable.ts';
import { oneOf, orNull } from '../schema-parts.ts';
import { sourceFormats } from '../source-formats.ts';
import { momentKinds } from '../time/moment-kind.ts';
import { BadValue } from './backend-failure.ts';

const ColumnTypeSchema = oneOf(...columnTypes);

export const SourceFormat = oneOf(...sourceFormats);
export type SourceFormat = Static<typeof SourceFormat>;

/** The user's choices for a column of the file; missing ones are detected. */
export const FileColumnOptions = Type.Object({
  /** Name in the file. */
  source: Type.String(),
  name: Type.Optional(Type.String({ minLength: 1 })),
  label: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  type: Type.Optional(ColumnTypeSchema),
  drop: Type.Optional(Type.Boolean()),
});
export type FileColumnOptions = Immutable<Static<typeof FileColumnOptions>>;

/** Which columns become rows; those of the headings that are periods if there is no pattern. */
export const ColumnsToRows = Type.Object({
  /** A heading, in which `*` stands for any text and `{}` for one that becomes the value of a new column. */
  pattern: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  /** Names of the new columns: one for each `{}`, or for the heading, and the last one for the values. */
  into: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 2, maxItems: 20 })),
});
export type ColumnsToRows = Immutable<Static<typeof ColumnsToRows>>;

/** Lines of a text or rows of a sheet, from 1; to the end if there is no last one. */
export const LineRange = Type.Object({
  first: Type.Integer({ minimum: 1 }),
  last: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Of a sheet: the columns with the table, from 1. */
  columns: Type.Optional(
    Type.Object({ first: Type.Integer({ minimum: 1 }), last: Type.Integer({ minimum: 1, maximum: 16_384 }) }),
  ),
});
export type LineRange = Immutable<Static<typeof LineRange>>;

/** Headings that are periods, or groups of people, places or industries. */
export const FoundPeriods = Type.Object({
  /** Missing for periods. */
  group: Type.Optional(oneOf('sex', 'age', 'country', 'state', 'region', 'industry')),
  /** Whether the columns become rows. */
  applied: Type.Boolean(),
  /** Number of such columns. */
  count: Type.Integer(),
  first: Type.String(),
  last: Type.String(),
});
export type FoundPeriods = Immutable<Static<typeof FoundPeriods>>;

/** Marks of status beside or instead of numbers: `12.3 p`, `[c]`. */
export const StatusMarks = Type.Object({
  /** Whether they are read apart from the numbers. */
  applied: Type.Boolean(),
  /** Whether they are kept in columns of their own. */
  kept: Type.Boolean(),
  columns: Type.Array(Type.String()),
  marks: Type.Array(Type.Object({ mark: Type.String(), meaning: orNull(Type.String()) })),
});

/** How to read a file. Missing options are detected from the file itself. */
export const FileOptions = Type.Object({
  format: Type.Optional(SourceFormat),
  /** Delimiter of delimited text: one character or more. */
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 4 })),
  /** Quote of delimited text; empty if nothing is quoted. */
  quote: Type.Optional(Type.String({ maxLength: 1 })),
  /** Positions of characters, from 1, at which columns of fixed width begin: each line is cut there. */
  columnStarts: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), { minItems: 1, maxItems: 10_000 }),
  ),
  /** Whether values may touch those of the next column of fixed width; otherwise they are refused. */
  packed: Type.Optional(Type.Boolean()),
  header: Type.Optional(Type.Boolean()),
  /** Number of records that the names of the columns are joined from (`2019 / men`). */
  headerRows: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  /** Lines above the header, or above the first record if there is none. */
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** The lines, or rows of the sheet, that hold the table: all others are not read. */
  range: Type.Optional(LineRange),
  /** Whether the value of merged cells, or of a label that is written once for several records, is in each of them. */
  fillMerged: Type.Optional(Type.Boolean()),
  /** Lines of a delimited text, or rows of a sheet, whose records are omitted; 1-based, in each of several files. */
  leaveOut: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 100_000 })),
  /** Such lines, or rows, whose records are totals: a column `level` distinguishes these from the others. */
  totals: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 10_000 })),
  /** Prefix of comment lines; empty for none. */
  comment: Type.Optional(Type.String({ maxLength: 8 })),
  /** An IANA name: `utf-8`, `windows-1252`, `utf-16le`, … */
  encoding: Type.Optional(Type.String()),
  decimalComma: Type.Optional(Type.Boolean()),
  /** Character between groups of three digits; empty for none. */
  thousands: Type.Optional(Type.String({ maxLength: 1 })),
  /** What comes first in dates such as 01/02/2020; `as-text` leaves dates as they are written. */
  dates: Type.Optional(oneOf('day-first', 'month-first', 'as-text')),
  /**
   * Texts that mean "missing" besides the empty one, in every column; by default those among numbers and dates are
   * detected.
   */
  missing: Type.Optional(Type.Array(Type.String())),
  /** Path of one file within a ZIP archive; may be missing if the archive contains one data file. */
  entry: Type.Optional(Type.String({ minLength: 1 })),
  /** Name of the sheet of a workbook; by default the first one with records. */
  sheet: Type.Optional(Type.String()),
  /** JSON: names, separated by `/`, that lead to the member with the records. */
  records: Type.Optional(Type.String()),
  /** JSON: whether each value of an object within a record becomes a column, named after both: `country.id`. */
  flatten: Type.Optional(Type.Boolean()),
  /** GeoJSON and Parquet: the coordinate system of geometries, such as `EPSG:25832`, whatever the file says. */
  crs: Type.Optional(Type.String()),
  /**
   * Two columns that together make a point column `name`; null for none, although some columns look like coordinates.
   */
  point: Type.Optional(
    orNull(Type.Object({ longitude: Type.String(), latitude: Type.String(), name: Type.String({ minLength: 1 }) })),
  ),
  /**
   * Files of one format with the same columns as one table, sorted by name: these (absolute paths), or if there are
   * none all data files of the folder or archive. `fileColumn`: a column with the name of the file.
   */
  combine: Type.Optional(
    Type.Object({ files: Type.Array(Type.String()), fileColumn: Type.Optional(Type.String({ minLength: 1 })) }),
  ),
  /** Whether marks of status among numbers, such as `12.3 p`, are kept in columns of their own; null to look for none. */
  marks: Type.Optional(orNull(oneOf('keep', 'drop'))),
  /** Columns that become rows; null for none, although the headings of some are periods. */
  rowsFrom: Type.Optional(orNull(ColumnsToRows)),
  columns: Type.Optional(Type.Array(FileColumnOptions)),
  /** The plan of a preview with these options, which is followed; a file that has changed since is refused. */
  plan: Type.Optional(Type.Unknown()),
});
export type FileOptions = Immutable<Static<typeof FileOptions>>;

/** Why a column has its type. Counts refer to the records that were read. */
export const ColumnEvidence = Type.Object({
  /** Whether every record of the file was read, or only the first ones. */
  whole: Type.Boolean(),
  /** The format itself states the type. */
  stated: Type.Optional(Type.Literal(true)),
  /** Number of values without missing ones. */
  values: Type.Integer(),
  /** How many of them have the column's type; in a column of text that was inferred, how many look like numbers or dates. */
  fitting: Type.Integer(),
  /** Texts that were read as missing, and how often. */
  missing: Type.Array(Type.Object({ text: Type.String(), count: Type.Integer() })),
  /** In a column of text, the first values that are not numbers or dates although others are. Records count from 1. */
  exceptions: Type.Array(Type.Object({ record: Type.Integer(), text: Type.String() })),
  /** How its numbers are written; null for other columns. */
  numbers: orNull(Type.Object({ decimalComma: Type.Boolean(), thousands: Type.String() })),
});
export type ColumnEvidence = Immutable<Static<typeof ColumnEvidence>>;

/** Kind of dates and times in a column of text, all in ISO 8601. */
const MomentKindSchema = oneOf(...momentKinds);

export const FoundColumn = Type.Object({
  /** Name in the file. */
  source: Type.String(),
  /** Name in the version. */
  name: Type.String(),
  type: ColumnTypeSchema,
  /** Why it has this type, if that needs an explanation ("codes with leading zeros stay text"); null otherwise. */
  reason: orNull(ExplanationSchema),
  /** Kind of the dates or times; null if the column has neither. */
  moment: Type.Optional(orNull(MomentKindSchema)),
  /** Why the column has its type; missing if the user determines it. */
  evidence: Type.Optional(ColumnEvidence),
  /** If the file states codes for it: which values of the first rows are none of them. */
  unlisted: Type.Optional(Type.Object({ count: Type.Integer(), values: Type.Array(Type.String()) })),
  /** The sign of a unit that all its numbers have, and their type without it: it stays text until the user decides. */
  unit: Type.Optional(Type.Object({ sign: Type.String(), type: oneOf('integer', 'float') })),
  /** An ambiguity: until the user decides, the column stays text. Each choice resolves it. */
  question: Type.Optional(
    Type.Object({
      kind: oneOf('decimal-or-thousands', 'day-or-month-first'),
      choices: Type.Array(
        Type.Object({
          options: Type.Object({
            decimalComma: Type.Optional(Type.Boolean()),
            thousands: Type.Optional(Type.String()),
            dates: Type.Optional(oneOf('day-first', 'month-first', 'as-text')),
          }),
          /** The first values as they would be stored then. */
          sample: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});
export type FoundColumn = Immutable<Static<typeof FoundColumn>>;

/** A detected option, and what it could be instead. Alternatives are the likely ones, not all. */
export const Finding = Type.Object({
  option: oneOf('encoding', 'delimiter', 'quote', 'header', 'skip', 'comment'),
  /** The value of the option of the same name, as text. */
  value: Type.String(),
  /** The user should check it: another reading is nearly as likely. */
  unsure: Type.Boolean(),
  alternatives: Type.Array(
    Type.Object({
      value: Type.String(),
      /** Lines of the file, or records as they would be split. */
      sample: Type.Array(Type.String()),
    }),
  ),
  /** Lines as they are read now. */
  sample: Type.Array(Type.String()),
});
export type Finding = Immutable<Static<typeof Finding>>;

/** A line of the file, or a row of the sheet, that is omitted. */
export const LeftOutLine = Type.Object({
  line: Type.Integer(),
  text: Type.String(),
  /** `sheet`: it is in another sheet of the workbook, without a table. */
  why: oneOf('above', 'comment', 'below', 'chosen', 'sheet'),
});
export type LeftOutLine = Immutable<Static<typeof LeftOutLine>>;

/** One of several tables below or beside each other. */
export const FoundTable = Type.Object({
  /** The line, or row of the sheet, of its header. */
  line: Type.Integer(),
  /** With its titles and notes. */
  range: LineRange,
  /** Number of records, as far as the file was read. */
  rows: Type.Integer(),
  columns: Type.Integer(),
  /** Empty for none. */
  title: Type.String(),
});
export type FoundTable = Immutable<Static<typeof FoundTable>>;

/** A record that sums up others. */
export const FoundTotal = Type.Object({
  /** The line of the file, or row of the sheet. */
  line: Type.Integer(),
  /** What the record calls itself: `Total`, `Deutschland`. */
  label: Type.String(),
  /** Whether its numbers are the sums of those of other records; otherwise only its name says so. */
  isSum: Type.Boolean(),
});
export type FoundTotal = Immutable<Static<typeof FoundTotal>>;

/** What the lines around a table say about it; empty texts for nothing. */
export const TableNotes = Type.Object({
  title: Type.String(),
  description: Type.String(),
  source: Type.String(),
  licence: Type.String(),
  contact: Type.String(),
  /** Columns that a note or a unit describes, by their name in the file; `name`: without the mark of the note. */
  columns: Type.Array(
    Type.Object({ source: Type.String(), name: Type.Optional(Type.String()), description: Type.String() }),
  ),
});
export type TableNotes = Immutable<Static<typeof TableNotes>>;

/** The first records of a file, and how it would be read. */
export const FilePreview = Type.Object({
  path: Type.String(),
  name: Type.String(),
  bytes: Type.Integer(),
  format: SourceFormat,
  compression: oneOf('none', 'gzip', 'zstd', 'zip'),
  /** Sheets of a workbook; empty for every other format. */
  sheets: Type.Array(Type.String()),
  /** A title for people that the file has; missing if it has none. */
  title: Type.Optional(Type.String()),
  /** The effective options: the given ones, completed by detection. */
  options: FileOptions,
  /** How the file was read, in detail: for publishing exactly that. */
  plan: Type.Optional(Type.Unknown()),
  byteOrderMark: Type.Boolean(),
  columns: Type.Array(FoundColumn),
  /** The first records as they would be stored, as text by column position; null for a missing value. */
  rows: Type.Array(Type.Array(orNull(Type.String()))),
  /** The line of the file, or row of the sheet, at which each of `rows` starts; empty for other formats. */
  lines: Type.Array(Type.Integer()),
  /** The lines of the first records if these evidently hold units or descriptions, and are not omitted. */
  unitsLines: Type.Array(Type.Integer()),
  /** Headings that are periods, whose columns become rows unless that is refused or uncertain; missing for none. */
  periods: Type.Optional(FoundPeriods),
  /** Marks of status among numbers; missing for none. */
  marks: Type.Optional(StatusMarks),
  /** Whether `rows` are all records. */
  whole: Type.Boolean(),
  /** Unreadable records among the first: the count of all, details of some. */
  broken: Type.Object({ count: Type.Integer(), first: Type.Array(BadValue) }),
  /** How a delimited text is read; empty for every other format. */
  findings: Type.Array(Finding),
  /** The first lines of a text that is cut into columns of fixed width, as they are before that; missing otherwise. */
  uncut: Type.Optional(Type.Array(Type.String())),
  /** The first omitted lines, as far as the file was read for the preview. */
  leftOut: Type.Array(LeftOutLine),
  /** Records that sum up others, as far as the file was read for the preview; missing for none. */
  totals: Type.Optional(Type.Array(FoundTotal)),
  /** The tables below or beside each other, if there are several. */
  tables: Type.Optional(Type.Array(FoundTable)),
  /** What the lines around the table say about it; missing if there are none. */
  notes: Type.Optional(TableNotes),
  /** What the user should know; usually empty. */
  notices: Type.Array(ExplanationSchema),
});
export type FilePreview = Immutable<Static<typeof FilePreview>>;

/** What the whole file reveals about its columns, as far as it has been read. */
export const FileSurvey = Type.Object({
  state: oneOf('reading', 'done', 'failed'),
  /** 0 to 1; null where unknown. */
  fraction: orNull(Type.Number()),
  /** Number of records in the file; null until counted. */
  rows: orNull(Type.Integer()),
  /** The columns; empty until `state` is `done`. */
  columns: Type.Array(FoundColumn),
  /** What the user should know about all records; empty until `state` is `done`. */
  notices: Type.Array(ExplanationSchema),
  /** What the lines around the table say about it, also those below a long one; missing for nothing. */
  notes: Type.Optional(TableNotes),
  /** Why it failed; null otherwise. */
  problem: orNull(ExplanationSchema),
});
export type FileSurvey = Immutable<Static<typeof FileSurvey>>;
