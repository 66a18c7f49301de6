import type { DatasetReference } from '#shared/rpc/records.ts';
import { datasetQuery, records } from '../backend/records.ts';
import { openWithFocus } from '../state/wanted-focus.ts';

/** Opens a dataset created by a job, under its current label. */
export async function openCreatedDataset(reference: DatasetReference): Promise<void> {
  const details = await records.fetchQuery({ ...datasetQuery(reference), staleTime: 0 });
  openWithFocus(reference, details.dataset.label || reference.dataset);
}
