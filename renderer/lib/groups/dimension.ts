import type { Dimension, Measure } from '#shared/chart.ts';
import type { DataColumn } from '../data-column.ts';

/** How a column is interpreted. */
export type ColumnKind = 'number' | 'time' | 'text' | 'geometry';

/** Numbers, times and places; everything else is text. */
export function kindOf({ type, moment, codes }: DataColumn): ColumnKind {
  if (codes !== undefined) return 'text';
  if (type === 'integer' || type === 'float') return 'number';
  if (type === 'geometry') return 'geometry';
  return moment === 'date' || moment === 'date-time' || moment === 'date-time-zone' ? 'time' : 'text';
}

/** The number of rows. */
export const countOfRows: Measure = { function: 'Count', column: null };

/** A column as a dimension: time in steps, numbers in bins and places in cells that suit their values, texts as they are. */
export function dimensionOf(column: DataColumn): Dimension {
  const kind = kindOf(column);
  if (kind === 'geometry') return { column: column.name, function: 'Cell', step: 0 };
  return { column: column.name, function: kind === 'text' ? null : 'auto', step: 0 };
}

/** The measure functions that a user can choose, by kind of column. */
export const ofNumbers = ['Sum', 'Average', 'Median', 'Min', 'Max', 'StdDev', 'CountDistinct', 'Count'] as const;
export const ofOthers = ['CountDistinct', 'Count'] as const;
