import type { ColumnType } from '#shared/api/column.ts';
import type { DateOrder, MomentForm, MomentReading } from './moment-reading.ts';
import type { SpellingOptions } from './number-reading.ts';
import { type NumberReading, plainReading } from './number-reading.ts';

/** What the values of a text column are, and how they are written. */
export interface ColumnReading {
  readonly type: ColumnType;
  /** How its numbers are written; of a column of text, how they would be. */
  readonly numbers: NumberReading;
  /** Dates and times become ISO 8601 text; null for what stays as it is. */
  readonly moment: MomentReading | null;
  /** Texts that are missing values in this column, and how often they were seen. */
  readonly missing: readonly { readonly text: string; readonly count: number }[];
  /** Texts that would be missing values if it were a column of numbers. */
  readonly marks: readonly string[];
  /** What two readings fit: it stays text until the person decides. */
  readonly doubt: ColumnDoubt | null;
  /** Values that were looked at, missing ones left out. */
  readonly values: number;
  /** How many of them look like numbers or dates. */
  readonly shaped: number;
  /** Whether every record was looked at. */
  readonly whole: boolean;
}

export type ColumnDoubt =
  | { readonly kind: 'numbers'; readonly readings: readonly NumberReading[] }
  | { readonly kind: 'date-order'; readonly form: MomentForm };

/** What a person says of the values of all columns. */
export interface ValueOptions extends SpellingOptions {
  readonly dates?: DateOrder;
  /** Whether texts that mean a missing value are looked for. */
  readonly findMissing: boolean;
}

export const textReading: ColumnReading = {
  type: 'text',
  numbers: plainReading,
  moment: null,
  missing: [],
  marks: [],
  doubt: null,
  values: 0,
  shaped: 0,
  whole: true,
};
