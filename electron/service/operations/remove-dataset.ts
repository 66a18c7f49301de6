import { type DatasetEntry, deleteDataset } from '../catalogue/records/datasets.ts';
import { trashDataset } from '../catalogue/records/trash.ts';
import type { ServiceDeps } from '../deps.ts';
import { removeUnreferenced, removeVersions } from './remove-versions.ts';

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
