import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Cell } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { extentQuery, extentValues } from '../../lib/groups/group-query.ts';
import { type Extent, openColumns } from '../../lib/groups/resolve.ts';
import { type GroupScope, groupsQuery } from './statistics.ts';

const noExtents: ReadonlyMap<string, Extent> = new Map();

/**
 * The extents on which steps and bins of dimensions depend; null while loading. @param dimensions must be referentially
 * stable
 */
export function useExtents(
  dimensions: readonly Dimension[],
  all: readonly DataColumn[],
  scope: GroupScope,
  rows: RowQuery,
) {
  const columns = useMemo(() => {
    const open = openColumns(dimensions);
    return all.filter(({ name }) => open.includes(name));
  }, [dimensions, all]);
  const query = useQuery({ ...groupsQuery(scope, extentQuery(columns, rows), 1), enabled: columns.length > 0 });
  const found = query.isPlaceholderData ? undefined : query.data?.groups[0];
  const extents = useMemo(() => {
    if (columns.length === 0) return noExtents;
    return found === undefined ? null : extentsOf(columns, found);
  }, [columns, found]);
  return { extents, error: query.error, refetch: query.refetch };
}

function extentsOf(columns: readonly DataColumn[], row: readonly Cell[]): Map<string, Extent> {
  return new Map(
    columns.map(({ name }, at) => {
      const [min = null, max = null, distinct, low, high] = row.slice(at * extentValues, (at + 1) * extentValues);
      const bulk = typeof low === 'number' && typeof high === 'number' ? ([low, high] as const) : null;
      return [name, { min, max, distinct: Number(distinct), bulk }];
    }),
  );
}
