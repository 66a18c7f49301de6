import type { StatedCodes } from '#shared/codes/stated-codes.ts';
import type { Explanation } from '#shared/failures.ts';
import type { ColumnEvidence, LeftOutLine } from '#shared/rpc/source-file.ts';
import type { ValueOptions } from '../values/column-reading.ts';
import type { NumberSpelling } from '../values/text-conversion.ts';
import type { BrokenRecords } from './delimited/normalise-text.ts';
import type { Dialect, SourceColumn } from './layouts.ts';

/** Where the values of a column are in objects, one per line. */
export interface JsonField {
  readonly name: string;
  /** The name of the member, in the record itself or in the line written for it. */
  readonly member: {
    readonly of: 'record' | 'line';
    readonly name: string;
    /** Names that lead to the value within that member, if it is an object. */
    readonly within?: readonly string[];
  };
  readonly kind: Extract<SourceColumn, { form: 'text' }>['kind'];
  /** Texts that mean a missing value in it. */
  readonly missing?: readonly string[];
  /** The engine's type of all its numbers, if every other value means a missing one. */
  readonly onlyNumbers?: 'HUGEINT' | 'DOUBLE';
  readonly evidence?: ColumnEvidence;
}

/** Objects, one per line. */
export interface JsonLines {
  /** How the lines were written by the `RecordWriter`; null for plain objects. */
  readonly cut: { readonly features: boolean } | null;
  /** Where the values of the columns are, in the order of the columns. */
  readonly fields: readonly JsonField[];
}

/** Rows that the engine reads in file order. */
export interface Relation {
  /** What follows FROM. The path is a literal: the plan of a statement with a bound path is made twice. */
  readonly from: string;
  readonly columns: readonly SourceColumn[];
  readonly form: 'delimited' | 'json' | 'parquet';
  /**
   * Expressions for the line on which a record begins and its number in the file, and for the name of the file if there
   * are several; absent if not available.
   */
  readonly place?: { readonly line: string; readonly record: string; readonly file?: string };
  /** Whether the records that are examined for the types of the columns are all there are. */
  readonly isExamined?: boolean;
  /** If columns became rows: how many a record became. */
  readonly rowsPerRecord?: number;
  /** And the names of the columns that hold what the headings said. */
  readonly keys?: readonly string[];
  /** JSON: the lines that the columns come from. */
  readonly lines?: JsonLines;
  /** How numbers are written, if the format specifies it. */
  readonly numbers: NumberSpelling;
  /** The user's options for values; absent if there are none. */
  readonly valueOptions?: ValueOptions;
  readonly delimiter?: string;
  /** Of a sheet: rows whose values are all bold, or below a line. */
  readonly emphasised?: readonly number[];
  /** Notes for the user on what opening the file has changed already. */
  readonly conversions: readonly Explanation[];
}

/** A source that the engine can read. */
export interface OpenedTable {
  readonly relation: Relation;
  /** The dialect; null for formats other than delimited text. */
  readonly dialect: Dialect | null;
  /** The file that the engine reads: the user's own, or a converted copy. */
  readonly path: string;
  /** Line of the first record if every record has one line; null if the format has no lines. */
  readonly firstLine: number | null;
  /** Unreadable records of a text, if they were searched; `fields`: whether the file at `path` has their fields. */
  readonly broken: (BrokenRecords & { readonly path: string; readonly fields: boolean }) | null;
  /** Lines of a delimited text that are omitted as comments or notes below the records; the first of them. */
  readonly leftOut: readonly LeftOutLine[];
  /** Opens a text so that every record is examined; null if that was done or is not needed. */
  readonly normalise: (() => Promise<OpenedTable>) | null;
  /** The codes that the file states for its columns. */
  readonly codes?: readonly StatedCodes[];
}

/** A source that the engine can read, without a dialect, lines and broken records unless these are given. */
export function openedTable(relation: Relation, path: string, more: Partial<OpenedTable> = {}): OpenedTable {
  return { relation, path, dialect: null, firstLine: null, broken: null, leftOut: [], normalise: null, ...more };
}

/** A source with changes, which also apply once its text has been rewritten. */
export function withChange(opened: OpenedTable, change: (opened: OpenedTable) => Partial<OpenedTable>): OpenedTable {
  const { normalise } = opened;
  return {
    ...opened,
    ...change(opened),
    normalise: normalise === null ? null : async () => withChange(await normalise(), change),
  };
}
