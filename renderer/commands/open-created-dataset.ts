import type { DatasetReference } from '#shared/rpc/records.ts';
import { datasetQuery, records } from '../api/service/records.ts';
import { openDataset } from '../session/session.ts';

/** Opens a dataset created by a job, under its current label. */
export async function openCreatedDataset(reference: DatasetReference): Promise<void> {
  const details = await records.fetchQuery({ ...datasetQuery(reference), staleTime: 0 });
  openDataset(reference, details.dataset.label || reference.dataset);
}
