import { type Aggregate, type AggregateQuery, type GroupKey, keyText } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
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
  // Keeps every digit, and follows from parts of the rows.
  if (by === 'Value') return { name, function: 'Max', column: column ?? '' };
  if (by === 'Quantile') return { name, function: 'Quantile', column: column ?? '', probability: 0.5 };
  return { name, function: by, column: column ?? '' };
}

/** Queries aggregates of rows in any order: of all of them, or of those of each group. */
export function groupQuery(rows: RowQuery, aggregates: Aggregate[], keys: GroupKey[] = []): AggregateQuery {
  return { rows: { ...rows, ordering: [], fields: null }, keys, aggregates, having: [], ordering: [] };
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
      // The number of values determines how numbers are grouped; for times only their range does.
      { name: `distinct${at}`, function: isNumber ? 'CountDistinct' : 'Count', column },
      edge(`low${at}`, 0.01, 'Min'),
      edge(`high${at}`, 0.99, 'Max'),
    ];
  });
  return groupQuery(rows, aggregates);
}

/** Size in degrees of the coarse cells from which the extent of places is determined. */
const coarseDegrees = 1;
/** Maximum number of coarse cells. */
export const maxCoarseCells = 64_800;

/** Queries the coarse cells in which the places of a column lie, and the number in each. */
export function coarseCellsQuery(column: string, rows: RowQuery): AggregateQuery {
  const keys = [keyOf({ column, function: 'Cell', step: coarseDegrees })];
  return groupQuery(rows, [aggregateOf({ function: 'Count', column: null }, 'rows')], keys);
}

/** Share of the rows that may lie beyond either end of the extent. */
const asideShare = 0.01;

/**
 * The extent of nearly all places from west to east or from south to north in degrees, whichever is larger: a few
 * distant places must not put all others into one cell.
 * @param cells result of {@link coarseCellsQuery}
 */
export function degreesOf(cells: readonly Row[]): number {
  const placed = cells.flatMap(([corner, count]) =>
    typeof corner === 'string' ? [{ corner: corner.split(',').map(Number), count: Number(count) }] : [],
  );
  const all = placed.reduce((sum, { count }) => sum + count, 0);
  const spanOf = (axis: 0 | 1) => {
    const sorted = placed.map(({ corner, count }) => ({ at: corner[axis] ?? 0, count }));
    sorted.sort((one, other) => one.at - other.at);
    const end = (from: typeof sorted) => {
      let before = 0;
      const found = from.find(({ count }) => {
        before += count;
        return before > all * asideShare;
      });
      return found?.at ?? 0;
    };
    return end(sorted.toReversed()) - end(sorted);
  };
  return placed.length === 0 ? 360 : Math.max(spanOf(0), spanOf(1)) + coarseDegrees;
}
