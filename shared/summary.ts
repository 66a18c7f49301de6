import { type Static, Type } from 'typebox';
import { Dimension, Measure, ShowAs } from './chart.ts';
import type { Immutable } from './immutable.ts';
import { orNull } from './schema-parts.ts';

/** Maximum number of row keys, column keys and measures of a summary. */
export const maxRowKeys = 4;
export const maxColumnKeys = 3;
export const maxMeasures = 8;

/** What the groups of each level are sorted by. */
const SummarySort = Type.Object({
  /** Identifies the column of groups to sort by; null for the row keys themselves. */
  column: orNull(Type.String()),
  /** Position among the measures; 0 for keys. */
  measure: Type.Integer({ minimum: 0, maximum: maxMeasures - 1 }),
  descending: Type.Boolean(),
});
export type SummarySort = Immutable<Static<typeof SummarySort>>;

/** A value of each cell, and what is shown of it; missing for the value itself. */
const ShownMeasure = Type.Object({ ...Measure.properties, show: Type.Optional(ShowAs) });
export type ShownMeasure = Immutable<Static<typeof ShownMeasure>>;

/** A summary table over the rows of a query, without any of their values. */
export const Summary = Type.Object({
  rows: Type.Array(Dimension, { maxItems: maxRowKeys }),
  columns: Type.Array(Dimension, { maxItems: maxColumnKeys }),
  measures: Type.Array(ShownMeasure, { maxItems: maxMeasures }),
  sort: SummarySort,
  /** Whether cells are shaded by their values. */
  heat: Type.Boolean(),
});
export type Summary = Immutable<Static<typeof Summary>>;

export const emptySummary: Summary = {
  rows: [],
  columns: [],
  measures: [],
  sort: { column: null, measure: 0, descending: false },
  heat: false,
};
