import { useQuery } from '@tanstack/react-query';
import type { FeatureCollection } from 'geojson';
import { useEffect } from 'react';
import statesAddress from 'us-atlas/states-albers-10m.json?url';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../backend/failure.ts';
import { datasetQuery, records } from '../../backend/records.ts';
import { readRows } from '../../backend/rows.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { outlines } from '../../lib/geometry/outlines.ts';
import { maxOutlines, registerRows, registerShapes, statesOf } from './drawing/register-shapes.ts';

/** Values are worth seeing without the outlines as well. */
const noLand: FeatureCollection = { type: 'FeatureCollection', features: [] };

async function register(name: string): Promise<void> {
  const found = await (name === 'us-states' ? usStates() : outlines().then(({ land }) => land)).catch(() => noLand);
  registerShapes(name, found);
}

/** Reads the outlines of a dataset. */
async function registerOwn(name: string, reference: DatasetReference): Promise<void> {
  const { dataset } = await records.fetchQuery(datasetQuery(reference));
  const { rows } = await readRows(reference, everyRow, 0, maxOutlines, new AbortController().signal);
  registerRows(name, describedColumns(dataset, null), rows);
}

async function usStates(): Promise<FeatureCollection> {
  return statesOf(await (await fetch(statesAddress)).json());
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
