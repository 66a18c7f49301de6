import type { Dataset } from '#shared/api/records/dataset.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';

/** The readers of a namespace; of a hidden dataset, those who may write. */
export type Access = 'public' | 'groups' | 'private' | 'hidden';

/** The readers of a namespace. */
export function accessOf({ published, allowed_groups: groups }: NamespaceSummary): Access {
  if (!published) return 'private';
  return groups.length > 0 ? 'groups' : 'public';
}

/** The readers of a dataset. @param namespace those of its namespace; `public` where these are shown above it */
export function accessWithin(namespace: Access, dataset: Dataset): Access {
  return dataset.hidden === true ? 'hidden' : namespace;
}
