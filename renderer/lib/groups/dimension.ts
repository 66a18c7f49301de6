import type { Dimension, Measure } from '#shared/chart.ts';
import type { DataColumn } from '../data-column.ts';

/** What a column is taken for. */
export type ColumnKind = 'number' | 'time' | 'text' | 'geometry';

/** Numbers, times, places, and texts for all others. */
export function kindOf({ type, moment }: DataColumn): ColumnKind {
  if (type === 'integer' || type === 'float') return 'number';
  if (type === 'geometry') return 'geometry';
  return moment === 'date' || moment === 'date-time' || moment === 'date-time-zone' ? 'time' : 'text';
}

/** How many rows there are. */
export const countOfRows: Measure = { function: 'Count', column: null };

/** A column as a dimension: time in steps and numbers in bins that suit their values, texts as they are. */
export function dimensionOf(column: DataColumn): Dimension {
  const kind = kindOf(column);
  if (kind === 'geometry') return { column: column.name, function: 'Cell', step: 1 };
  return { column: column.name, function: kind === 'text' ? null : 'auto', step: 0 };
}

/** Functions of measures that a person can choose, by what the column holds. */
export const ofNumbers = ['Sum', 'Average', 'Median', 'Min', 'Max', 'StdDev', 'CountDistinct', 'Count'] as const;
export const ofOthers = ['CountDistinct', 'Count'] as const;
