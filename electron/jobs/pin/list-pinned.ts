import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import type { Service } from '../../service/service.ts';

/** Access to the services that copies came from. */
export interface Origins {
  /** Id of the connection that an address belongs to; null if it was removed. */
  connectionOf(address: string): string | null;
  /** Slug of the newest version of a dataset there; null if unknown. */
  newestVersion(connection: string, address: string, signal: AbortSignal): Promise<string | null>;
}

/** The newest local copy of each dataset of other services, and whether there is a newer version. */
export async function listPinned(
  local: Pick<Service, 'listCopies'>,
  localConnection: string,
  origins: Origins,
  signal: AbortSignal,
): Promise<PinnedDataset[]> {
  const pinned = (await local.listCopies()).map(async (copy): Promise<PinnedDataset> => {
    const { address, version, checksum, pinned: at } = copy.origin;
    const connection = origins.connectionOf(address);
    const there =
      connection === null ? null : await origins.newestVersion(connection, address, signal).catch(() => null);
    return {
      reference: { connection: localConnection, namespace: copy.namespace, dataset: copy.dataset },
      version: copy.version,
      origin: { connection, address, version, checksum },
      pinned: at,
      public: copy.isPublic,
      newer: there !== null && there !== version ? there : null,
    };
  });
  return Promise.all(pinned);
}
