import type { Explanation } from '#shared/failures.ts';
import type { ColumnEvidence } from '../../store/row-store.ts';
import type { ValueOptions } from '../types/column-reading.ts';
import type { NumberSpelling } from '../types/text-conversion.ts';
import type { SourceColumn } from './source-column.ts';

/** Where the values of a column stand in objects of one line each. */
export interface JsonField {
  readonly name: string;
  /** The name of the member, of the record itself or of the line that was made of it. */
  readonly member: { readonly of: 'record' | 'line'; readonly name: string };
  readonly kind: Extract<SourceColumn, { form: 'text' }>['kind'];
  /** Texts that mean a missing value in it. */
  readonly missing?: readonly string[];
  /** The engine's type of all numbers in it, where every other value means a missing one. */
  readonly onlyNumbers?: 'HUGEINT' | 'DOUBLE';
  readonly evidence?: ColumnEvidence;
}

/** Objects, one a line. */
export interface JsonLines {
  readonly compression: 'none' | 'gzip' | 'zstd';
  /** How the lines were written by the `RecordWriter`; null for plain objects. */
  readonly cut: { readonly features: boolean } | null;
  /** Of the columns, in their order. */
  readonly fields: readonly JsonField[];
}

/** Rows that the engine reads in the order of the file. */
export interface Relation {
  /** What stands behind FROM. The path is written out: the plan of a statement with a bound one is made twice. */
  readonly from: string;
  readonly columns: readonly SourceColumn[];
  readonly form: 'delimited' | 'json' | 'parquet';
  /**
   * Expressions for the line on which a record begins and its number in the file, and for the name of the file where
   * there are several; absent where none is kept.
   */
  readonly place?: { readonly line: string; readonly record: string; readonly file?: string };
  /** JSON: the lines that the columns come from. */
  readonly lines?: JsonLines;
  /** How numbers are written where the format says it. */
  readonly numbers: NumberSpelling;
  /** Delimited text: what the person says of how values are written. */
  readonly valueOptions?: ValueOptions;
  /** Delimited text: what stands between fields. */
  readonly delimiter?: string;
  /** Notes for the person on what opening the file has changed already. */
  readonly conversions: readonly Explanation[];
}
