import type { Dimension, Measure } from '#shared/chart.ts';
import { maxColumnKeys, maxMeasures, maxRowKeys, type ShownMeasure, type Summary } from '#shared/summary.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { countOfRows, dimensionOf, kindOf, ofNumbers, ofOthers } from '../../../lib/groups/dimension.ts';

/** A field for columns. */
export type SummaryPlace = 'rows' | 'columns' | 'measures';

const most: Readonly<Record<SummaryPlace, number>> = {
  rows: maxRowKeys,
  columns: maxColumnKeys,
  measures: maxMeasures,
};

/** The groups of columns have changed, so none of them can determine the order any more. */
const byKeys: Summary['sort'] = { column: null, measure: 0, descending: false };

/** Whether a field is full. */
export function isFull(summary: Summary, place: SummaryPlace): boolean {
  return summary[place].length >= most[place];
}

/** A summary with one more column in a field; rows are counted until a measure is chosen. */
export function withColumn(summary: Summary, place: SummaryPlace, column: DataColumn): Summary {
  if (isFull(summary, place)) return summary;
  if (place === 'measures') {
    return { ...summary, measures: [...summary.measures, measureOf(column, summary.measures)] };
  }
  // Of the values as they are there is only one grouping; times and numbers may be divided into other steps as well.
  const { name } = column;
  const isThere = [...summary.rows, ...summary.columns].some((one) => one.column === name && one.function === null);
  if (isThere && dimensionOf(column).function === null) return summary;
  const measures = summary.measures.length === 0 ? [countOfRows] : summary.measures;
  return { ...summary, measures, [place]: [...summary[place], dimensionOf(column)], sort: byKeys };
}

/** The default measure of a column, or else one that is not yet among `measures`. */
export function measureOf(column: DataColumn, measures: readonly Measure[] = []): Measure {
  const { name } = column;
  const used = new Set(measures.filter((measure) => measure.column === name).map((measure) => measure.function));
  const offered = kindOf(column) === 'number' ? (['Average', ...ofNumbers] as const) : ofOthers;
  return { function: offered.find((by) => !used.has(by)) ?? offered[0], column: name };
}

/** A summary with other keys in one of its fields. */
export function withKeys(summary: Summary, place: 'rows' | 'columns', keys: readonly Dimension[]): Summary {
  return { ...summary, [place]: [...keys], sort: byKeys };
}

/** A summary with other measures: at least one as long as there is a key. */
export function withMeasures(summary: Summary, measures: readonly ShownMeasure[]): Summary {
  const isNeeded = measures.length === 0 && summary.rows.length + summary.columns.length > 0;
  return { ...summary, measures: isNeeded ? [countOfRows] : [...measures], sort: byKeys };
}
