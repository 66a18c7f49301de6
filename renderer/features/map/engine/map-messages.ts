import type { Cell } from '#shared/cell.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { ViewCount } from '../count-view.ts';
import type { FeatureBatch } from '../features/pack-features.ts';
import type { Tile } from '../features/tile-features.ts';
import type { ValueClass } from '../value-classes.ts';

/** Requests of the window to the worker that holds the features, answered in order. */
export interface MapQuestions {
  /** Clears everything. */
  clear(): void;
  /** Adds the features of rows that follow those added before. @returns the total number, and the bounding box */
  add(batch: FeatureBatch): { readonly placed: number; readonly bounds: Bounds | null };
  /** Values of the colour column, of rows from `from` on; from 0 starts another column. */
  values(from: number, cells: readonly Cell[]): void;
  /** Classifies the values, and assigns each feature its class. */
  classify(): readonly ValueClass[];
  /** Clears values and classes. */
  plain(): void;
  /** A tile as a Mapbox Vector Tile, with one layer named `rows`. */
  tile(tile: Tile): Uint8Array<ArrayBuffer>;
  countView(bounds: Bounds, level: number): ViewCount;
  /** Features of rows `from` to `to`, both inclusive, at most `most`. */
  pick(from: number, to: number, most: number): GeoJSON.Feature[];
}

export type MapQuestion = keyof MapQuestions;

/** A request message. */
export interface MapRequest {
  readonly id: number;
  readonly question: MapQuestion;
  readonly parameters: readonly unknown[];
}

/** An answer message; `problem` on failure. */
export interface AnsweredByMap {
  readonly id: number;
  readonly answer: unknown;
  readonly problem: string | null;
}
