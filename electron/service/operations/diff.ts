import type { DatasetName } from '#shared/dataset-name.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { keepKey, keptKey } from '../catalogue/records/datasets.ts';
import type { ServiceDeps } from '../deps.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import type { DiffSummary } from '../rows/diffs/diff-plan.ts';
import { requireDataset, requireVersion } from './find-dataset.ts';
import { diffByKey } from './row-key.ts';

type DiffDeps = Pick<ServiceDeps, 'catalogue' | 'rows'>;

/** Two versions by their slugs, and the key columns that match rows: null for the dataset's, empty for whole rows. */
export interface VersionPair {
  readonly before: string;
  readonly after: string;
  readonly key: readonly string[] | null;
}

/** Compares two versions by the key of their dataset, which is kept once it is found. */
export async function diffOfDataset(
  { catalogue: { records }, rows }: DiffDeps,
  datasetId: number,
  before: StoredVersion,
  after: StoredVersion,
  work: LongWork,
): Promise<DiffSummary> {
  const kept = await keptKey(records, datasetId);
  const { diff, key } = await diffByKey(rows, before, after, kept, work);
  if (kept === null && key !== null) await keepKey(records, datasetId, key);
  return diff;
}

/**
 * Counts how two versions of a dataset differ; the differing rows are cached for reading in pages. Key columns that fit
 * are kept for the dataset. @throws {NotFoundError}
 */
export async function countDifferences(
  deps: DiffDeps,
  name: DatasetName,
  { before, after, key }: VersionPair,
  work: LongWork,
): Promise<DiffSummary> {
  const { records } = deps.catalogue;
  const dataset = await requireDataset(records, name);
  const [old, young] = await Promise.all([before, after].map((slug) => requireVersion(records, dataset, slug)));
  if (old === undefined || young === undefined) throw new Error('Two versions are compared.');
  if (key === null) return await diffOfDataset(deps, dataset.id, old, young, work);
  const diff = await deps.rows.open(old).diff(young, key, work);
  if (diff.key.length > 0) await keepKey(records, dataset.id, diff.key);
  return diff;
}
