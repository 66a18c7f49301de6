import type { ColumnType } from '#shared/api/column.ts';
import type { Explanation } from '#shared/failures.ts';
import type { ColumnEvidence } from '#shared/rpc/source-file.ts';

/**
 * How the fields of a delimited text are separated. All texts here are byte strings (one character per byte, `latin1`):
 * positions are byte positions, and bytes beyond ASCII pass through unchanged in any encoding.
 */
export interface Quoting {
  readonly delimiter: string;
  /** The quote; empty if nothing is quoted. */
  readonly quote: string;
  /** What makes the next character part of a value: the quote itself if it is doubled; empty if nothing does. */
  readonly escaping: string;
  /** What ends a record; a carriage return before a line feed is part of it. */
  readonly newline: '\n' | '\r';
}

/** Evidence that a text has other columns than those detected. Texts are byte strings. */
export type Unseparated =
  | { readonly kind: 'sign'; readonly sign: string }
  /** `starts`: positions of characters at which columns begin, from 1. */
  | { readonly kind: 'fixed-width'; readonly starts: readonly number[] }
  | { readonly kind: 'drawn' }
  /** A log, whose fields are separated by spaces, or whose lines have no fixed fields. */
  | { readonly kind: 'log-fields' | 'log-lines' };

/** Evidence that a text contains a second table, below the first one or beside it. */
export type OtherTable =
  /** `line` is that of its header. */
  | { readonly kind: 'below'; readonly line: number }
  /** `column` is the first one between the two tables, from 1. */
  | { readonly kind: 'beside'; readonly column: number };

/** The layout of a delimited text. Texts are byte strings, as in {@link Quoting}. */
export interface TextLayout extends Quoting {
  readonly header: boolean;
  /** Number of records that the names are joined from; 1 if there is no header. */
  readonly headerRows: number;
  /** Names of the columns; empty if the header has none. */
  readonly names: readonly string[];
  readonly skip: number;
  readonly comment: string;
  /** Which column the header has no name for, if it has one name fewer than the records have values. */
  readonly unnamed: 'first' | 'last' | null;
  /** Number of fields after the named columns in each record, all of them empty. */
  readonly emptyFields: number;
  /** Whether every reader of delimited text reads its beginning alike, so that the engine can read the file itself. */
  readonly regular: boolean;
  /** Evidence that its columns differ from these; null for none. */
  readonly unseparated: Unseparated | null;
  /** Another table below or beside the first one; null for none. */
  readonly otherTable: OtherTable | null;
}

/** The dialect of a delimited file: the user's options, completed by detection. Byte strings, except `names`. */
export interface Dialect extends TextLayout {
  /** Lines at which records begin that the user leaves out. */
  readonly leaveOut: readonly number[];
}

/** Forms of a whole table, other than a list of records. */
export type TableShape =
  | 'columns'
  | 'split'
  | 'by-column'
  | 'by-record'
  | 'statistics'
  | 'bindings'
  | 'hits'
  | 'visualisation'
  | 'px-web';

/** Where the records of a JSON text are. */
export type JsonLayout = JsonPlace & {
  /** Bytes before the text: a byte order mark, comments, the name of a function that is called with it. */
  readonly preamble: number;
  /** Characters that may follow it. */
  readonly trailer: string;
  readonly features: boolean;
  /** Present if the records are features of Esri's: whether they have geometries. */
  readonly esri?: { readonly geometry: boolean };
  /** What the user should know about the choice. */
  readonly notes: readonly Explanation[];
};

export type JsonPlace =
  /** One value per line: an error in one does not affect the others. */
  | { readonly kind: 'lines' }
  /** Concatenated values. */
  | { readonly kind: 'values' }
  /** Items of the list at this path of names; of the top-level list if it is empty. */
  | { readonly kind: 'list'; readonly path: readonly string[]; readonly index?: number }
  /** The text is one table, in a form other than a list of records. */
  | { readonly kind: 'table'; readonly path: readonly string[]; readonly shape: TableShape | 'topology' };

/** Where the table of a sheet is. */
export interface SheetLayout {
  /** Names of the columns; empty if there is no header. A name may be empty. */
  readonly names: readonly string[];
  /** Non-empty rows above the header, or above the first record. */
  readonly above: number;
  /** The first row of the table below its header, by the sheet's numbering. */
  readonly from: number;
  /** The row of the header, or the first of several. */
  readonly headerFrom: number;
}

/** Columns of a file that become rows: each record becomes one row for each entry of `rows`. */
export interface LongLayout {
  /** The new columns that hold what the headings said: `year`, `sex`. */
  readonly keys: readonly LongKey[];
  /** The new columns that hold the values, one a measure. */
  readonly values: readonly string[];
  /** `keys`: one text for each new column; `columns`: the name of the column in the file, or null, for each measure. */
  readonly rows: readonly { readonly keys: readonly string[]; readonly columns: readonly (string | null)[] }[];
  /** Columns with a new name, by their name in the file: `Land / Jahr` is `Land`. */
  readonly renamed: Readonly<Record<string, string>>;
}

interface LongKey {
  readonly name: string;
  /** `moment`: ISO 8601 text. */
  readonly type: 'integer' | 'moment' | 'text';
}

/** The names of all columns of the file that become rows. */
export function turnedColumns({ rows }: LongLayout): ReadonlySet<string> {
  return new Set(rows.flatMap(({ columns }) => columns.filter((name) => name !== null)));
}

/**
 * A column of a source. `text` columns are text that may represent something else; `kind` says what is known in
 * advance: `guess` is to be inferred from the values, anything else is stated by the format itself. `engine` columns
 * have a type of the engine's own.
 */
export type SourceColumn =
  | {
      readonly form: 'text';
      readonly name: string;
      /** Expression for the value within the relation. */
      readonly reference: string;
      readonly kind: ColumnType | 'guess' | 'wkb';
      /** Whether its numbers are written for people, as in a delimited text, whatever the format. */
      readonly spelled?: true;
      /** What the reader found out about numbers and texts in one column. */
      readonly evidence?: ColumnEvidence;
    }
  | {
      readonly form: 'engine';
      readonly name: string;
      readonly reference: string;
      readonly engineType: string;
    };
