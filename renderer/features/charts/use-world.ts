import { useQuery } from '@tanstack/react-query';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { useEffect } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import statesAddress from 'us-atlas/states-albers-10m.json?url';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { datasetQuery, records } from '../../backend/records.ts';
import { readRows } from '../../backend/rows.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { largestPart, sizeOf } from '../../lib/geometry/geometry-bounds.ts';
import { outlines } from '../../lib/geometry/outlines.ts';
import { echarts } from './drawing/echarts.ts';
import { ownCodes, registeredShapes } from './model/registered-shapes.ts';

/** Values are worth seeing without the outlines as well. */
const noLand: FeatureCollection = { type: 'FeatureCollection', features: [] };

async function register(name: string): Promise<void> {
  const found = await (name === 'us-states' ? usStates() : outlines().then(({ land }) => land)).catch(() => noLand);
  put(name, found);
}

function put(name: string, found: FeatureCollection): void {
  echarts.registerMap(name, { geoJSON: found as never, specialAreas: {} });
  // Islands have the number of their country; the largest comes last, and stays.
  const shapes = found.features
    .map((one) => [String(one.id), { name: nameOf(one), bounds: largestPart(one.geometry) }] as const)
    .sort(([, one], [, other]) => sizeOf(one.bounds) - sizeOf(other.bounds));
  registeredShapes.set(name, new Map(shapes));
}

/** Rows of a dataset that are outlines, at most. */
const maxOutlines = 5000;

/** Reads the outlines of a dataset, and which of them the values of its columns name. */
async function registerOwn(name: string, reference: DatasetReference): Promise<void> {
  const { dataset } = await records.fetchQuery(datasetQuery(reference));
  const columns = describedColumns(dataset, null);
  const geometry = columns.findIndex(({ type }) => type === 'geometry');
  const { rows } = await readRows(reference, everyRow, 0, maxOutlines, new AbortController().signal);
  const features = rows.flatMap((row, at): Feature[] => {
    const cell = row[geometry];
    if (cell === null || typeof cell !== 'object') return [];
    // Rows are read-only, and the type of the library is not.
    return [{ type: 'Feature', id: at, properties: { name: String(at) }, geometry: cell as unknown as Geometry }];
  });
  const others = columns.flatMap((_, at) => (at === geometry ? [] : [at]));
  ownCodes.set(
    name,
    others.map((column) => new Map(rows.map((row, at) => [String(row[column] ?? ''), String(at)]))),
  );
  put(name, { type: 'FeatureCollection', features });
}

async function usStates(): Promise<FeatureCollection> {
  const atlas: Topology<{ states: GeometryCollection }> = await (await fetch(statesAddress)).json();
  return feature(atlas, atlas.objects.states);
}

function nameOf({ properties }: Feature): string {
  return String(properties?.name ?? '');
}

/**
 * Whether a map can be drawn; outlines are read when the first map with them is.
 * @param name null for no map
 * @param own the dataset that the outlines are read from; null for those that come with the program
 */
export function useWorld(name: string | null, own: DatasetReference | null = null): boolean {
  const { isSuccess, error } = useQuery({
    queryKey: ['mapOutlines', name],
    queryFn: async () => {
      await (own === null ? register(name ?? '') : registerOwn(name ?? '', own));
      return true;
    },
    enabled: name !== null,
    gcTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (error !== null) reportFailure(error);
  }, [error]);
  return name === null || isSuccess;
}
