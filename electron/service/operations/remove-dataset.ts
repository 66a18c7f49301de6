import { deleteDataset } from '../catalogue/records/datasets.ts';
import type { ServiceDeps } from '../deps.ts';
import { type DatasetName, lookUpDataset } from './find-dataset.ts';
import { removeVersions } from './remove-versions.ts';

/** Removes a dataset with all its versions; one that does not exist is no error. */
export async function removeDataset(
  deps: Pick<ServiceDeps, 'catalogue' | 'imports' | 'rows' | 'announce'>,
  name: DatasetName,
): Promise<void> {
  const { records } = deps.catalogue;
  const dataset = await lookUpDataset(records, name);
  if (dataset === null) return;
  const { keys } = await deleteDataset(records, dataset.id);
  await removeVersions(deps, keys);
  deps.announce();
}
