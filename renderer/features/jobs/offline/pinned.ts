import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';

/** What a dataset has to do with local copies of remote ones. */
export type PinState =
  | { readonly kind: 'none' }
  /** It is on another service, and a copy of it is here. */
  | { readonly kind: 'origin'; readonly pinned: PinnedDataset }
  /** It is the copy. */
  | { readonly kind: 'copy'; readonly pinned: PinnedDataset };

function same(first: DatasetReference, second: DatasetReference): boolean {
  return (
    first.connection === second.connection && first.namespace === second.namespace && first.dataset === second.dataset
  );
}

/** What a copy was copied from, to ask for it again; null where its service is no connection any more. */
export function originOf({ origin }: PinnedDataset): DatasetReference | null {
  const path = /\/namespaces\/([^/]+)\/datasets\/([^/]+)\/?$/.exec(origin.address);
  const [namespace, dataset] = [path?.[1], path?.[2]];
  if (origin.connection === null || namespace === undefined || dataset === undefined) return null;
  const [first, second] = [decodeURIComponent(namespace), decodeURIComponent(dataset)];
  return { connection: origin.connection, namespace: first, dataset: second };
}

/** @param address of the dataset's record. */
export function pinState(pinned: readonly PinnedDataset[], reference: DatasetReference, address: string): PinState {
  const copy = pinned.find((each) => same(each.reference, reference));
  if (copy !== undefined) return { kind: 'copy', pinned: copy };
  const origin = pinned.find(
    (each) => each.origin.connection === reference.connection && each.origin.address === address,
  );
  return origin === undefined ? { kind: 'none' } : { kind: 'origin', pinned: origin };
}
