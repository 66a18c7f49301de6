import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import { isPublic } from '../../service/catalogue/access.ts';
import { listDatasets } from '../../service/catalogue/datasets.ts';
import { listNamespaces } from '../../service/catalogue/namespaces.ts';
import { listVersions } from '../../service/catalogue/versions.ts';
import type { ServiceDeps } from '../../service/deps.ts';
import { originIn } from '../descriptor/version-metadata.ts';

/** How the services that copies came from are asked. */
export interface Origins {
  /** Id of the connection that an address belongs to; null where there is none any more. */
  connectionOf(address: string): string | null;
  /** Slug of the newest version of a dataset there; null where it cannot be told. */
  newestVersion(connection: string, address: string, signal: AbortSignal): Promise<string | null>;
}

/** The newest local copy of each dataset of other services, with word of a newer version there. */
export async function listPinned(
  { catalogue }: ServiceDeps,
  localConnection: string,
  origins: Origins,
  signal: AbortSignal,
): Promise<PinnedDataset[]> {
  const { records } = catalogue;
  const namespaces = new Map((await listNamespaces(records)).map((one) => [one.id, one]));
  const datasets = await listDatasets(records, [...namespaces.keys()]);
  const versions = await listVersions(
    records,
    datasets.map(({ id }) => id),
  );
  const pinned = datasets.map(async (dataset): Promise<PinnedDataset[]> => {
    const newest = versions.find(({ datasetId, ready }) => ready && datasetId === dataset.id);
    const origin = newest === undefined ? null : originIn(newest.metadata);
    if (newest === undefined || origin === null) return [];
    const { address, version, checksum, pinned: at } = origin;
    const connection = origins.connectionOf(address);
    const there =
      connection === null ? null : await origins.newestVersion(connection, address, signal).catch(() => null);
    const namespace = namespaces.get(dataset.namespaceId);
    return [
      {
        reference: { connection: localConnection, namespace: namespace?.slug ?? '', dataset: dataset.slug },
        version: newest.slug,
        origin: { connection, address, version, checksum },
        pinned: at,
        public: namespace !== undefined && isPublic(namespace),
        newer: there !== null && there !== version ? there : null,
      },
    ];
  });
  return (await Promise.all(pinned)).flat();
}
