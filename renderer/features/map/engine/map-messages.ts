import type { Cell } from '#shared/cell.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { ViewCount } from '../count-view.ts';
import type { FeatureBatch } from '../features/pack-features.ts';
import type { Tile } from '../features/tile-features.ts';
import type { ValueClass } from '../value-classes.ts';

/** What the window asks of the thread that holds the features. Each is answered in the order in which it came. */
export interface MapQuestions {
  /** Clears everything. */
  clear(): void;
  /** Adds the features of rows that follow those added before. @returns how many there are now, and the box around them */
  add(batch: FeatureBatch): { readonly placed: number; readonly bounds: Bounds | null };
  /** Values of the column that colours the features, of rows from `from` on; from 0 begins another column. */
  values(from: number, cells: readonly Cell[]): void;
  /** Makes classes of the values, and gives each feature its own. */
  classify(): readonly ValueClass[];
  /** Lets go of values and classes. */
  plain(): void;
  /** A tile as a Mapbox Vector Tile, whose one layer is called `rows`. */
  tile(tile: Tile): Uint8Array<ArrayBuffer>;
  countView(bounds: Bounds, level: number): ViewCount;
  /** Features of rows `from` to `to`, both included, `most` at most. */
  pick(from: number, to: number, most: number): GeoJSON.Feature[];
}

export type MapQuestion = keyof MapQuestions;

/** A question as it crosses. */
export interface AskedOfMap {
  readonly id: number;
  readonly question: MapQuestion;
  readonly parameters: readonly unknown[];
}

/** An answer as it crosses; `problem` where there is none. */
export interface AnsweredByMap {
  readonly id: number;
  readonly answer: unknown;
  readonly problem: string | null;
}
