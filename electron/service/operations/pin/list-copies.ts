import type { DatasetName } from '#shared/dataset-name.ts';
import { originIn, type VersionOrigin } from '#shared/version-metadata.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { listDatasets } from '../../catalogue/records/datasets.ts';
import { namespaceEntries } from '../../catalogue/records/namespaces.ts';
import { listVersions } from '../../catalogue/records/versions.ts';

/** A dataset whose newest version is a copy of another service's. */
export interface LocalCopy extends DatasetName {
  readonly version: string;
  readonly origin: VersionOrigin;
  readonly isPublic: boolean;
}

/** The datasets that hold copies of other services, by their newest ready version. */
export async function listCopies(records: Records): Promise<LocalCopy[]> {
  const namespaces = new Map((await namespaceEntries(records)).map((one) => [one.id, one]));
  const datasets = await listDatasets(records, [...namespaces.keys()]);
  const versions = await listVersions(
    records,
    datasets.map(({ id }) => id),
  );
  return datasets.flatMap((dataset): LocalCopy[] => {
    const newest = versions.find(({ datasetId, ready }) => ready && datasetId === dataset.id);
    const origin = newest === undefined ? null : originIn(newest.metadata);
    const namespace = namespaces.get(dataset.namespaceId);
    if (newest === undefined || origin === null || namespace === undefined) return [];
    const name = { namespace: namespace.slug, dataset: dataset.slug };
    return [{ ...name, version: newest.slug, origin, isPublic: isPublic(namespace) }];
  });
}
