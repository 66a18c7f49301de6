import {
  type Aggregate,
  type AggregateQuery,
  type GroupKey,
  type GroupOrder,
  keyText,
} from '#shared/aggregate-query.ts';
import type { Chart, Dimension, Measure } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { dimensionsOf } from './resolve.ts';

/** Most groups that a chart reads: more cannot be told apart on a screen. */
export const maxChartGroups = 20_000;

/** The aggregates behind a chart's measure, in the order of a group's values behind its keys. */
export const valueName = 'value';
/** Where the whiskers of a box plot end, its box ends and its line is: extremes would make all boxes flat. */
export const boxQuantiles = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

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

export function aggregateOf({ function: by, column }: Measure, name: string): Aggregate {
  if (by === 'Share') return { name, function: 'Share' };
  if (by === 'Count') return { name, function: 'Count', column };
  if (by === 'Quantile') return { name, function: 'Quantile', column: column ?? '', probability: 0.5 };
  return { name, function: by, column: column ?? '' };
}

function quantileOf(column: string, probability: number): Aggregate {
  return { name: `p${probability * 100}`, function: 'Quantile', column, probability };
}

/** What a resolved chart asks of a dataset. */
export function chartQuery(chart: Chart, rows: RowQuery): AggregateQuery {
  const keys = uniqueKeys(dimensionsOf(chart).map(keyOf));
  const aggregates =
    chart.mark === 'box' && chart.measure.column !== null
      ? boxQuantiles.map((probability) => quantileOf(chart.measure.column ?? '', probability))
      : [aggregateOf(chart.measure, valueName)];
  return { rows: { ...rows, ordering: [], fields: null }, keys, aggregates, having: [], ordering: orderingOf(chart) };
}

/** A dimension that is used twice is asked once. */
function uniqueKeys(keys: readonly GroupKey[]): GroupKey[] {
  return [...new Map(keys.map((key) => [key.text, key])).values()];
}

/** With more groups than are read the largest are wanted, unless the order of the keys is. */
function orderingOf({ mark, sort }: Chart): GroupOrder[] {
  if (sort === 'key' || mark === 'box' || mark === 'heatmap' || mark === 'scatter') return [];
  return [{ name: valueName, descending: sort === 'descending' }];
}

/** Values of each column in the answer to {@link extentQuery}, in their order. */
export const extentValues = 5;

/** Asks for the smallest, the largest and the number of values of each column, and where the bulk of numbers lies. */
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
