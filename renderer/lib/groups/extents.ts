import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Cell, Row } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { GroupAnswer } from '#shared/rpc/calls/statistics.ts';
import type { DataColumn } from '../data-column.ts';
import { kindOf } from './dimension.ts';
import { coarseCellsQuery, degreesOf, extentQuery, extentValues, maxCoarseCells } from './group-query.ts';
import { openColumns, type ValueExtent } from './resolve-dimensions.ts';

/** Reads the first groups of a query. */
export type ReadGroups = (query: AggregateQuery, limit: number) => Promise<GroupAnswer>;

/** The columns whose extents determine steps, bins and cells. */
export interface OpenColumns {
  readonly columns: readonly DataColumn[];
  /** The column of places, of which a dataset of the specification has one, or none. */
  readonly place: string | null;
}

export function openColumnsOf(dimensions: readonly Dimension[], all: readonly DataColumn[]): OpenColumns {
  const names = openColumns(dimensions);
  const open = all.filter(({ name }) => names.includes(name));
  return {
    columns: open.filter((column) => kindOf(column) !== 'geometry'),
    place: open.find((column) => kindOf(column) === 'geometry')?.name ?? null,
  };
}

/**
 * @param row what was read of the columns
 * @param cells what was read of the places
 */
export function extentsOf(
  { columns, place }: OpenColumns,
  row: readonly Cell[],
  cells: readonly Row[],
): ReadonlyMap<string, ValueExtent> {
  const extents = new Map<string, ValueExtent>(
    columns.map(({ name }, at) => {
      const [min = null, max = null, distinct, low, high] = row.slice(at * extentValues, (at + 1) * extentValues);
      const bulk = typeof low === 'number' && typeof high === 'number' ? ([low, high] as const) : null;
      return [name, { min, max, distinct: Number(distinct), bulk }];
    }),
  );
  if (place !== null) {
    const distinct = cells.reduce((sum, [corner, count]) => sum + (corner === null ? 0 : Number(count)), 0);
    extents.set(place, { min: null, max: null, distinct, bulk: null, degrees: degreesOf(cells) });
  }
  return extents;
}

/** Reads the extents that dimensions depend on. */
export async function readExtents(
  dimensions: readonly Dimension[],
  all: readonly DataColumn[],
  rows: RowQuery,
  read: ReadGroups,
): Promise<ReadonlyMap<string, ValueExtent>> {
  const open = openColumnsOf(dimensions, all);
  const { columns, place } = open;
  const [values, cells] = await Promise.all([
    columns.length === 0 ? null : read(extentQuery(columns, rows), 1),
    place === null ? null : read(coarseCellsQuery(place, rows), maxCoarseCells),
  ]);
  return extentsOf(open, values?.groups[0] ?? [], cells?.groups ?? []);
}
