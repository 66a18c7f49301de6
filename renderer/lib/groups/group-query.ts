import { type Aggregate, type AggregateQuery, type GroupKey, keyText } from '#shared/aggregate-query.ts';
import type { Dimension, Measure } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DataColumn } from '../data-column.ts';

/** The key of a resolved dimension. */
export function keyOf({ column, function: by, step }: Dimension): GroupKey {
  if (by === 'Bin') {
    const key = { column, function: by, width: step, origin: 0 } as const;
    return { ...key, text: keyText(key) };
  }
  if (by === 'Cell') {
    const key = { column, function: by, degrees: step } as const;
    return { ...key, text: keyText(key) };
  }
  const key = { column, function: by === 'auto' ? null : by } as const;
  return { ...key, text: keyText(key) };
}

/** A measure as an aggregate of a query. @param name of the property in the answer */
export function aggregateOf({ function: by, column }: Measure, name: string): Aggregate {
  if (by === 'Share') return { name, function: 'Share' };
  if (by === 'Count') return { name, function: 'Count', column };
  if (by === 'Quantile') return { name, function: 'Quantile', column: column ?? '', probability: 0.5 };
  return { name, function: by, column: column ?? '' };
}

/** Properties of each column in the answer to {@link extentQuery}, in order. */
export const extentValues = 5;

/** Queries the minimum, the maximum, the number of values and the central range of each column. */
export function extentQuery(columns: readonly DataColumn[], rows: RowQuery): AggregateQuery {
  const aggregates = columns.flatMap(({ name: column, type }, at): Aggregate[] => {
    const isNumber = type === 'integer' || type === 'float';
    const edge = (name: string, probability: number, otherwise: 'Min' | 'Max'): Aggregate =>
      isNumber ? { name, function: 'Quantile', column, probability } : { name, function: otherwise, column };
    return [
      { name: `min${at}`, function: 'Min', column },
      { name: `max${at}`, function: 'Max', column },
      { name: `distinct${at}`, function: 'CountDistinct', column },
      edge(`low${at}`, 0.01, 'Min'),
      edge(`high${at}`, 0.99, 'Max'),
    ];
  });
  return { rows: { ...rows, ordering: [], fields: null }, keys: [], aggregates, having: [], ordering: [] };
}
