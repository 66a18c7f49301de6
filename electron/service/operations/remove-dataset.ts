import { type DatasetEntry, deleteDataset } from '../catalogue/records/datasets.ts';
import type { Unreferenced } from '../catalogue/records/namespaces.ts';
import { trashDataset } from '../catalogue/records/trash.ts';
import type { ServiceDeps } from '../deps.ts';

export interface Deletion {
  /** Only if it is empty, which leaves nothing to restore. */
  readonly onlyEmpty: boolean;
  /** Without a way back. */
  readonly permanent: boolean;
}

/** Removes a dataset with its rows and images. A provisional one never goes to the trash. @throws {NotEmptyError} */
export async function removeDataset(
  deps: Pick<ServiceDeps, 'catalogue' | 'images' | 'imports' | 'rows' | 'announce'>,
  { id, provisional }: DatasetEntry,
  { onlyEmpty, permanent }: Deletion,
): Promise<void> {
  const { records } = deps.catalogue;
  if (permanent || provisional) await removeUnreferenced(deps, await deleteDataset(records, id, onlyEmpty));
  else await removeVersions(deps, await trashDataset(records, id));
  deps.announce();
}

/** Removes the rows of versions that are no longer in the catalogue; their imports are cancelled first. */
export async function removeVersions(
  { imports, rows }: Pick<ServiceDeps, 'imports' | 'rows'>,
  keys: readonly string[],
): Promise<void> {
  // All at the same time: a queued import must not start while another is being cancelled.
  await Promise.all(keys.map((key) => imports.cancel(key)));
  for (const key of keys) await rows.remove(key);
}

/** Removes what belonged to records that were deleted: the rows of versions, and images. */
export async function removeUnreferenced(
  deps: Pick<ServiceDeps, 'images' | 'imports' | 'rows'>,
  { keys, images }: Unreferenced,
): Promise<void> {
  await removeVersions(deps, keys);
  for (const names of images) await deps.images.remove(names);
}
