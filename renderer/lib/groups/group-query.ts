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
  if (by === 'Level') {
    const key = { column, function: by, level: step } as const;
    return { ...key, text: keyText(key) };
  }
  if (by === 'Cell') {
    const key = { column, function: by, degrees: step } as const;
    return { ...key, text: keyText(key) };
  }
  const key = { column, function: by === 'auto' ? null : by } as const;
  return { ...key, text: keyText(key) };
}

/** The keys of dimensions; one that is used twice is queried once. */
export function keysOf(dimensions: readonly Dimension[]): GroupKey[] {
  return [...new Map(dimensions.map(keyOf).map((key) => [key.text, key])).values()];
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

/** Share of what is counted that may lie beyond either end of the extent. */
const asideShare = 0.01;

/** Where something lies along an axis, and how many there are. */
export interface CountedPlace {
  readonly at: number;
  readonly count: number;
}

/** From where to where nearly all reach; null without any. */
export function bulkOf(places: readonly CountedPlace[]): readonly [from: number, to: number] | null {
  const sorted = places.toSorted((one, other) => one.at - other.at);
  const aside = asideShare * places.reduce((sum, { count }) => sum + count, 0);
  const end = (from: readonly CountedPlace[]) => {
    let passed = 0;
    return from.find(({ count }) => {
      passed += count;
      return passed > aside;
    });
  };
  const [first, last] = [end(sorted), end(sorted.toReversed())];
  return first === undefined || last === undefined ? null : [first.at, last.at];
}

/**
 * The extent of nearly all places from west to east or from south to north in degrees, whichever is larger: a few
 * distant places must not put all others into one cell.
 * @param cells result of {@link coarseCellsQuery}
 */
export function degreesOf(cells: readonly Row[]): number {
  const placed = cells.flatMap(([corner, count]) =>
    typeof corner === 'string' ? [{ corner: corner.split(',').map(Number), count: Number(count) }] : [],
  );
  const spanOf = (axis: 0 | 1) => {
    const [from, to] = bulkOf(placed.map(({ corner, count }) => ({ at: corner[axis] ?? 0, count }))) ?? [0, 0];
    return to - from;
  };
  return placed.length === 0 ? 360 : Math.max(spanOf(0), spanOf(1)) + coarseDegrees;
}
