import type { ColumnType } from '#shared/api/column.ts';
import type { DateOrder, MomentForm, MomentReading } from './moment-reading.ts';
import type { SpellingOptions } from './number-reading.ts';
import { type NumberReading, plainReading, type UnitSign } from './number-reading.ts';

/** What the values of a text column are, and how they are written. */
export interface ColumnReading {
  readonly type: ColumnType;
  /** How its numbers are written; for a text column, how they would be. */
  readonly numbers: NumberReading;
  /** Dates and times become ISO 8601 text; null if they are unchanged. */
  readonly moment: MomentReading | null;
  /** Texts that are missing values in this column, and their counts. */
  readonly missing: readonly { readonly text: string; readonly count: number }[];
  /** Texts that would be missing values if it were a numeric column. */
  readonly marks: readonly string[];
  /** Two possible readings: it stays text until the user decides. */
  readonly doubt: ColumnDoubt | null;
  /** For a text column, the sign of a unit that all its numbers have, and their type without it. */
  readonly unit: NumbersWithUnit | null;
  /** Two texts that would become the same number, so that they stay text: `1.1` and `1.10`. */
  readonly merging?: readonly [string, string];
  /** Number of values examined, without missing ones. */
  readonly values: number;
  /** How many of them look like numbers or dates. */
  readonly shaped: number;
  readonly whole: boolean;
}

/** Numbers that have the sign of a unit, or that a format declares as texts. */
export interface NumbersWithUnit {
  /** Empty for none. */
  readonly sign: UnitSign | '';
  /** The type of the numbers without the sign. */
  readonly type: 'integer' | 'float';
}

export type ColumnDoubt =
  | { readonly kind: 'numbers'; readonly readings: readonly NumberReading[] }
  | {
      readonly kind: 'date-order';
      readonly form: MomentForm;
      /** The orders that all values fit. */
      readonly orders: readonly Exclude<DateOrder, 'as-text'>[];
    };

/** The user's options for the values of all columns. */
export interface ValueOptions extends SpellingOptions {
  readonly dates?: DateOrder;
  /** Whether missing value marks are detected. */
  readonly findMissing: boolean;
}

export const textReading: ColumnReading = {
  type: 'text',
  numbers: plainReading,
  moment: null,
  missing: [],
  marks: [],
  doubt: null,
  unit: null,
  values: 0,
  shaped: 0,
  whole: true,
};
