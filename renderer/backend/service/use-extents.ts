import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Cell, Row } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { kindOf } from '../../lib/groups/dimension.ts';
import {
  coarseCellsQuery,
  degreesOf,
  extentQuery,
  extentValues,
  maxCoarseCells,
} from '../../lib/groups/group-query.ts';
import { type Extent, openColumns } from '../../lib/groups/resolve.ts';
import { type GroupScope, groupsQuery } from './statistics.ts';

const noExtents: ReadonlyMap<string, Extent> = new Map();

/**
 * The extents that determine the steps, bins and cells of dimensions; null while they are being read. @param dimensions
 * the same list each time
 */
export function useExtents(
  dimensions: readonly Dimension[],
  all: readonly DataColumn[],
  scope: GroupScope,
  rows: RowQuery,
) {
  const open = useMemo(() => {
    const names = openColumns(dimensions);
    return all.filter(({ name }) => names.includes(name));
  }, [dimensions, all]);
  const columns = useMemo(() => open.filter((column) => kindOf(column) !== 'geometry'), [open]);
  // A dataset of the specification has one column of places, or none.
  const place = open.find((column) => kindOf(column) === 'geometry')?.name ?? null;
  const values = useQuery({ ...groupsQuery(scope, extentQuery(columns, rows), 1), enabled: columns.length > 0 });
  const cells = useQuery({
    ...groupsQuery(scope, coarseCellsQuery(place ?? '', rows), maxCoarseCells),
    enabled: place !== null,
  });
  const found = values.isPlaceholderData ? undefined : values.data?.groups[0];
  const coarse = cells.isPlaceholderData ? undefined : cells.data?.groups;
  const extents = useMemo(() => {
    if (columns.length === 0 && place === null) return noExtents;
    if ((columns.length > 0 && found === undefined) || (place !== null && coarse === undefined)) return null;
    return extentsOf(columns, found ?? [], place, coarse ?? []);
  }, [columns, found, place, coarse]);
  const failed = [values, cells].find(({ error }) => error !== null) ?? values;
  return { extents, error: failed.error, refetch: failed.refetch };
}

function extentsOf(
  columns: readonly DataColumn[],
  row: readonly Cell[],
  place: string | null,
  cells: readonly Row[],
): Map<string, Extent> {
  const extents = new Map<string, Extent>(
    columns.map(({ name }, at) => {
      const [min = null, max = null, distinct, low, high] = row.slice(at * extentValues, (at + 1) * extentValues);
      const bulk = typeof low === 'number' && typeof high === 'number' ? ([low, high] as const) : null;
      return [name, { min, max, distinct: Number(distinct), bulk }];
    }),
  );
  if (place !== null) extents.set(place, { min: null, max: null, distinct: 0, bulk: null, degrees: degreesOf(cells) });
  return extents;
}
