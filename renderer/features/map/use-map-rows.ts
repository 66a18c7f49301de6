import { useQuery } from '@tanstack/react-query';
import type { Geometry, Row } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { readRows } from '../../api/records.ts';
import type { DatasetTab } from '../../session.ts';

/** Rows that one call gives at most. */
const pageSize = 10_000;

/** One row that has a place. `row` is its position in the query, counted from 0. */
export interface PlacedRow {
  readonly row: number;
  readonly geometry: Geometry;
  readonly values: Row;
}

/** The rows that were read for the map. */
export interface MapRows {
  readonly placed: readonly PlacedRow[];
  readonly read: number;
  /** Null where the service does not count its rows. */
  readonly count: number | null;
}

/** A geometry with at least one position. */
function geometryOf(cell: unknown): Geometry | null {
  if (typeof cell !== 'object' || cell === null || !('type' in cell)) return null;
  // Rows are checked where they come in: an object in a cell is a geometry.
  const geometry = cell as Geometry;
  if (geometry.type === 'GeometryCollection') return geometry.geometries.length > 0 ? geometry : null;
  return geometry.coordinates.length > 0 ? geometry : null;
}

async function readMapRows(tab: DatasetTab, position: number, wanted: number, signal: AbortSignal): Promise<MapRows> {
  const placed: PlacedRow[] = [];
  let read = 0;
  let count: number | null = null;
  while (read < wanted) {
    const page = await readRows(tab.reference, tab.query, read, Math.min(pageSize, wanted - read), signal);
    for (const [index, values] of page.rows.entries()) {
      const geometry = geometryOf(values[position]);
      if (geometry !== null) placed.push({ row: read + index, geometry, values });
    }
    read += page.rows.length;
    count = page.count ?? (page.last ? read : null);
    if (page.last || page.rows.length === 0) break;
  }
  return { placed, read, count };
}

/** Reads the first `wanted` rows of what the tab asks, for the geometry in the column at `position`. */
export function useMapRows(tab: DatasetTab, details: DatasetDetails, position: number, wanted: number) {
  const { connection, namespace, dataset } = tab.reference;
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
  return useQuery({
    queryKey: ['map', connection, namespace, dataset, newest, tab.query, position, wanted],
    queryFn: ({ signal }) => readMapRows(tab, position, wanted, signal),
    placeholderData: (previous) => previous,
    gcTime: 30_000,
  });
}
