import type { ServiceDeps } from '../deps.ts';
import type { DiffSummary, LongWork } from '../store/row-store.ts';
import { type DatasetName, requireDataset, requireVersion } from './find-dataset.ts';

/** Two versions of a dataset by their slugs, and the key columns that match rows; without any, whole rows are compared. */
export interface VersionPair {
  readonly before: string;
  readonly after: string;
  readonly key: readonly string[];
}

/**
 * Counts how two versions of a dataset differ; the differing rows are cached for reading in pages. @throws
 * {NotFoundError}
 */
export async function countDifferences(
  { catalogue, rows }: Pick<ServiceDeps, 'catalogue' | 'rows'>,
  name: DatasetName,
  { before, after, key }: VersionPair,
  work: LongWork,
): Promise<DiffSummary> {
  const { records } = catalogue;
  const dataset = await requireDataset(records, name);
  const [old, young] = await Promise.all([before, after].map((slug) => requireVersion(records, dataset, slug)));
  if (old === undefined || young === undefined) throw new Error('Two versions are compared.');
  return await rows.diff(old, young, key, work);
}
