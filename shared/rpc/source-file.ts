import { type Static, Type } from 'typebox';
import { columnTypes } from '../api/column.ts';
import { Explanation } from '../failures.ts';
import { momentKinds } from '../time/moment-kind.ts';
import { BadValueRecord } from './bad-value.ts';
import { oneOf, orNull } from './one-of.ts';

const ColumnTypeSchema = oneOf(...columnTypes);

/** The formats that come in. */
export const FileFormat = oneOf('csv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx');
export type FileFormat = Static<typeof FileFormat>;

/** What a user says of a column of the file; what is left out stays as it was found. */
export const FileColumnOptions = Type.Object({
  /** Name in the file. */
  source: Type.String(),
  name: Type.Optional(Type.String({ minLength: 1 })),
  label: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  type: Type.Optional(ColumnTypeSchema),
  drop: Type.Optional(Type.Boolean()),
});
export type FileColumnOptions = Static<typeof FileColumnOptions>;

/** How a file is to be read. Whatever is left out is detected from the file itself. */
export const FileOptions = Type.Object({
  format: Type.Optional(FileFormat),
  /** Delimited text: one character or more. */
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 4 })),
  /** Empty: nothing is quoted. */
  quote: Type.Optional(Type.String({ maxLength: 1 })),
  header: Type.Optional(Type.Boolean()),
  /** Lines above the header, or above the first record where there is none. */
  skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** Lines of a delimited text, or rows of a sheet, at which records begin that are left out; from 1. Of several files, of each. */
  leaveOut: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 100_000 })),
  /** What lines begin with that are comments; empty for none. */
  comment: Type.Optional(Type.String({ maxLength: 8 })),
  /** An IANA name: `utf-8`, `windows-1252`, `utf-16le`, … */
  encoding: Type.Optional(Type.String()),
  decimalComma: Type.Optional(Type.Boolean()),
  /** Character between groups of three digits; empty for none. */
  thousands: Type.Optional(Type.String({ maxLength: 1 })),
  /** What comes first in dates such as 01/02/2020; `as-text`: dates stay as they are written. */
  dates: Type.Optional(oneOf('day-first', 'month-first', 'as-text')),
  /** Texts that mean "missing" beside the empty one, in every column; left out: those among numbers and dates are found. */
  missing: Type.Optional(Type.Array(Type.String())),
  /** Path of one file within a ZIP archive; left out where the archive holds one data file. */
  entry: Type.Optional(Type.String({ minLength: 1 })),
  /** Name of the sheet of a workbook; its first one with records where it is left out. */
  sheet: Type.Optional(Type.String()),
  /** JSON: names, parted by `/`, that lead to the member that holds the records. */
  records: Type.Optional(Type.String()),
  /** GeoJSON: the coordinate system of its positions, such as `EPSG:25832`. */
  crs: Type.Optional(Type.String()),
  /** Two columns that together make a point column `name`; null for none, although there are some that look like it. */
  point: Type.Optional(
    orNull(Type.Object({ longitude: Type.String(), latitude: Type.String(), name: Type.String({ minLength: 1 }) })),
  ),
  /**
   * Files of one format with the same columns as one table, in the order of their names: these (absolute paths), or where
   * there are none all data files of the folder or archive. `fileColumn`: a column with the name of the file.
   */
  combine: Type.Optional(
    Type.Object({ files: Type.Array(Type.String()), fileColumn: Type.Optional(Type.String({ minLength: 1 })) }),
  ),
  columns: Type.Optional(Type.Array(FileColumnOptions)),
});
export type FileOptions = Static<typeof FileOptions>;

/** Why a column is what it is. Counts are of the records that were looked at. */
export const ColumnEvidence = Type.Object({
  /** Whether every record of the file was looked at; the first ones otherwise. */
  whole: Type.Boolean(),
  /** Values, missing ones left out. */
  values: Type.Integer(),
  /** How many of them are of the column's type; in a column of text, how many look like numbers or dates. */
  fitting: Type.Integer(),
  /** Texts that were taken as missing, and how often. */
  missing: Type.Array(Type.Object({ text: Type.String(), count: Type.Integer() })),
  /** In a column of text, the first values that are no numbers or dates where most are. Records count from 1. */
  exceptions: Type.Array(Type.Object({ record: Type.Integer(), text: Type.String() })),
  /** How its numbers are written; null for other columns. */
  numbers: orNull(Type.Object({ decimalComma: Type.Boolean(), thousands: Type.String() })),
});
export type ColumnEvidence = Static<typeof ColumnEvidence>;

/** What dates and times a column of text holds, all of them as ISO 8601 has them. */
const MomentKindSchema = oneOf(...momentKinds);

/** A column as it was found in a file. */
export const FoundColumn = Type.Object({
  /** Name in the file. */
  source: Type.String(),
  /** Name that it would have in the version. */
  name: Type.String(),
  type: ColumnTypeSchema,
  /** Why the type is what it is, where that is worth a word ("codes with leading zeros stay text"); null otherwise. */
  reason: orNull(Explanation),
  /** Null for what is neither date nor time. */
  moment: Type.Optional(orNull(MomentKindSchema)),
  /** Left out where the format itself says the type, or the user. */
  evidence: Type.Optional(ColumnEvidence),
  /** What two readings fit: until the user decides, the column stays text. Each choice answers it. */
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
export type FoundColumn = Static<typeof FoundColumn>;

/** What was found of how a file is read, and what it could be instead. Alternatives are likely ones, not all that there are. */
export const Finding = Type.Object({
  option: oneOf('encoding', 'delimiter', 'quote', 'header', 'skip', 'comment'),
  /** As the option of the same name has it, as text. */
  value: Type.String(),
  /** The user should look at it: another reading is nearly as likely. */
  unsure: Type.Boolean(),
  alternatives: Type.Array(
    Type.Object({
      value: Type.String(),
      /** Lines of the file, or records as they would be parted. */
      sample: Type.Array(Type.String()),
    }),
  ),
  /** Lines as they are read now. */
  sample: Type.Array(Type.String()),
});
export type Finding = Static<typeof Finding>;

/** A line of the file, or a row of the sheet, that is left out. */
export const LeftOutLine = Type.Object({
  line: Type.Integer(),
  text: Type.String(),
  why: oneOf('above', 'comment', 'below', 'chosen'),
});
export type LeftOutLine = Static<typeof LeftOutLine>;

/** The beginning of a file, and how it would be read. */
export const FilePreview = Type.Object({
  path: Type.String(),
  name: Type.String(),
  bytes: Type.Integer(),
  format: FileFormat,
  compression: oneOf('none', 'gzip', 'zstd', 'zip'),
  /** Sheets of a workbook; empty for every other format. */
  sheets: Type.Array(Type.String()),
  /** The options in force: what was given, completed by what was detected. */
  options: FileOptions,
  /** Whether the file begins with a byte order mark. */
  byteOrderMark: Type.Boolean(),
  columns: Type.Array(FoundColumn),
  /** The first records as they would be stored, as text by column position; null for a missing value. */
  rows: Type.Array(Type.Array(orNull(Type.String()))),
  /** The line of the file, or row of the sheet, at which each of `rows` begins; empty for other formats. */
  lines: Type.Array(Type.Integer()),
  /** The line of the first record where that is evidently a row of units, and not left out; null otherwise. */
  unitsLine: orNull(Type.Integer()),
  /** True when `rows` are all that there are. */
  whole: Type.Boolean(),
  /** Records among the first that cannot be read: all of them counted, the first described. */
  broken: Type.Object({ count: Type.Integer(), first: Type.Array(BadValueRecord) }),
  /** How a delimited text is read; empty for every other format. */
  findings: Type.Array(Finding),
  /** The first lines that are left out, as far as the file was read for the preview. */
  leftOut: Type.Array(LeftOutLine),
  /** What the user should know; usually empty. */
  notices: Type.Array(Explanation),
});
export type FilePreview = Static<typeof FilePreview>;

/** What the whole of a file says of its columns, as far as it has been read. */
export const FileSurvey = Type.Object({
  state: oneOf('reading', 'done', 'failed'),
  /** 0 to 1; null where unknown. */
  fraction: orNull(Type.Number()),
  /** Records of the file; null until they have been counted. */
  rows: orNull(Type.Integer()),
  /** Empty until `state` is `done`. */
  columns: Type.Array(FoundColumn),
  /** Why it failed; null otherwise. */
  problem: orNull(Explanation),
});
export type FileSurvey = Static<typeof FileSurvey>;
