import { useQuery } from '@tanstack/react-query';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { namespacesQuery, useThisComputer } from '../../backend/records.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import type { DatasetEntry } from '../../state/favourites.ts';

/** Whether the newest version of a dataset is sample data that came with Almanac. */
export function isSample({ versions }: Dataset): boolean {
  const newest = versions.find(({ ready }) => ready);
  return newest !== undefined && readVersionMetadata(newest.metadata).sample;
}

/** The samples of the local service, as far as they have been imported. */
export function useSamples(): { readonly entries: readonly DatasetEntry[]; readonly isComing: boolean } {
  const own = useThisComputer();
  const { data: namespaces = [] } = useQuery({
    ...namespacesQuery(own?.id ?? ''),
    enabled: own !== undefined && own.state === 'ready',
  });
  const connection = own?.id ?? '';
  const all = namespaces.flatMap((namespace) => namespace.datasets.map((dataset) => ({ namespace, dataset })));
  const entries = all
    .filter(({ dataset }) => isSample(dataset))
    .map(({ namespace, dataset }) => ({
      reference: { connection, namespace: namespace.slug, dataset: dataset.slug },
      label: dataset.label || dataset.slug,
    }));
  // A sample that is being imported has a record but no columns yet.
  return { entries, isComing: entries.length > 0 && all.some(({ dataset }) => dataset.columns.length === 0) };
}
