import type { ColumnType } from '#shared/api/column.ts';
import type { TimeStep } from '#shared/time/time-steps.ts';

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
  /** Rows read for this profile, and rows in all: equal, because all are read. */
  readonly rows: number;
  readonly of: number;
  readonly missing: number;
  readonly distinct: { readonly count: number; readonly exact: boolean } | null;
  readonly numbers: {
    readonly min: number | bigint;
    readonly max: number | bigint;
    readonly mean: number;
    readonly quartiles: readonly [number, number, number];
    /** Whether the quartiles are exact, and not estimated from a random sample of all values. */
    readonly quartilesExact: boolean;
  } | null;
  readonly lengths: { readonly min: number; readonly max: number } | null;
  /** The earliest and the latest text, if all are ISO 8601 dates or times of one form. */
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
