import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import type { Connection, DatasetReference } from '#shared/rpc/records.ts';
import { sameDataset } from './find-records.ts';

/** The relation of a dataset to local copies. */
type PinState =
  | { readonly kind: 'none' }
  /** A remote dataset with a local copy. */
  | { readonly kind: 'origin'; readonly pinned: PinnedDataset }
  /** The local copy of a remote dataset. */
  | { readonly kind: 'copy'; readonly pinned: PinnedDataset };

/** The origin of a copy, to update it; null if its service is no longer a connection. */
export function originOf({ origin }: PinnedDataset): DatasetReference | null {
  const path = /\/namespaces\/([^/]+)\/datasets\/([^/]+)\/?$/.exec(origin.address);
  const [namespace, dataset] = [path?.[1], path?.[2]];
  if (origin.connection === null || namespace === undefined || dataset === undefined) return null;
  const [first, second] = [decodeURIComponent(namespace), decodeURIComponent(dataset)];
  return { connection: origin.connection, namespace: first, dataset: second };
}

/** Whether a service cannot be reached now. */
export function isAway({ state }: Connection): boolean {
  return state === 'offline' || state === 'failed';
}

/** @param address of the dataset's record; empty while it is not known */
export function pinState(pinned: readonly PinnedDataset[], reference: DatasetReference, address: string): PinState {
  const copy = pinned.find((each) => sameDataset(each.reference, reference));
  if (copy !== undefined) return { kind: 'copy', pinned: copy };
  const origin = pinned.find((each) => {
    const from = originOf(each);
    const isSame = each.origin.address === address || (from !== null && sameDataset(from, reference));
    return each.origin.connection === reference.connection && isSame;
  });
  return origin === undefined ? { kind: 'none' } : { kind: 'origin', pinned: origin };
}
