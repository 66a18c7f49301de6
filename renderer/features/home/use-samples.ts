import { useQuery } from '@tanstack/react-query';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { connectionsQuery, namespacesQuery } from '../../backend/records.ts';
import { mainConnection } from '../../lib/catalogue/find-records.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import type { DatasetEntry } from '../../state/favourites.ts';

/** Whether the newest version of a dataset is sample data that came with Almanac. */
export function isSample({ versions }: Dataset): boolean {
  const newest = versions.find(({ ready }) => ready);
  return newest !== undefined && readVersionMetadata(newest.metadata).sample;
}

/** Datasets to begin with, and whether further ones are being imported. */
interface ToTry {
  readonly kind: 'samples' | 'datasets';
  readonly entries: readonly DatasetEntry[];
  readonly isComing: boolean;
}

/** The samples of the local service, as far as they have been imported; without one, the datasets of the only service. */
export function useDatasetsToTry(): ToTry {
  const own = mainConnection(useQuery(connectionsQuery).data);
  const { data: namespaces = [] } = useQuery({
    ...namespacesQuery(own?.id ?? ''),
    enabled: own !== undefined && own.state === 'ready',
  });
  const connection = own?.id ?? '';
  const all = namespaces.flatMap((namespace) => namespace.datasets.map((dataset) => ({ namespace, dataset })));
  const kind = own?.capabilities.filesOnThisComputer === false ? 'datasets' : 'samples';
  const entries = all
    .filter(({ dataset }) => (kind === 'samples' ? isSample(dataset) : dataset.columns.length > 0))
    .map(({ namespace, dataset }) => ({
      reference: { connection, namespace: namespace.slug, dataset: dataset.slug },
      label: dataset.label || dataset.slug,
    }));
  // A sample that is being imported has a record but no columns yet.
  const isComing = kind === 'samples' && entries.length > 0 && all.some(({ dataset }) => dataset.columns.length === 0);
  return { kind, entries, isComing };
}
