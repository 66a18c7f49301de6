import type { DatasetName } from '#shared/dataset-name.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { replacementOf } from '#shared/replacement.ts';
import type { Replacement } from '#shared/rpc/jobs.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { keptKey } from '../../catalogue/records/datasets.ts';
import { findStoredVersion } from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { ReadingOptions } from '../../reading/reading.ts';
import { unlistedInRows } from '../codes/unlisted-codes.ts';
import { lookUpDataset } from '../find-dataset.ts';
import { compareVersions } from '../follow/compare-versions.ts';
import { withUnpublishedRows } from './unpublished-rows.ts';

type ReviewDeps = Pick<ServiceDeps, 'catalogue' | 'rows'>;

/** A version would lose data of the one that it replaces, without consent of the caller: nothing was published. */
export class LossError extends ExplainedError {
  constructor({ changes }: Replacement) {
    super(explain('replacement-loses', { changes }), { kind: 'loses-data' });
  }
}

/** What publishing a file would change in a dataset; null if it has no version yet. @throws {IngestError} */
export async function reviewReplacement(
  deps: ReviewDeps,
  name: DatasetName,
  file: ReadingOptions,
  work: LongWork,
): Promise<Replacement | null> {
  const { catalogue, rows } = deps;
  const dataset = await lookUpDataset(catalogue.records, name);
  const before = dataset === null ? null : await findStoredVersion(catalogue.records, dataset.id);
  if (dataset === null || before === null) return null;
  return await withUnpublishedRows(
    rows,
    (key) => rows.ingest(key, file, {}, work),
    async (after) => {
      const replacement = await compareWithNewest(deps, dataset.id, after, work);
      if (replacement === null) return null;
      return { ...replacement, unlisted: await unlistedInRows(deps, dataset.id, { before, after }, work) };
    },
  );
}

/** @throws {LossError} if stored rows would lose data of the dataset's newest version */
export async function refuseLoss(
  deps: ReviewDeps,
  datasetId: number,
  stored: StoredVersion,
  work: LongWork,
): Promise<void> {
  const before = await findStoredVersion(deps.catalogue.records, datasetId);
  // Comparing rows takes time, and only a loss needs it.
  if (before === null || !replacementOf(before, stored).loses) return;
  const replacement = await compareWithNewest(deps, datasetId, stored, work);
  if (replacement?.loses === true) throw new LossError(replacement);
}

async function compareWithNewest(
  { catalogue, rows }: ReviewDeps,
  datasetId: number,
  stored: StoredVersion,
  work: LongWork,
): Promise<Replacement | null> {
  const { records } = catalogue;
  const before = await findStoredVersion(records, datasetId);
  if (before === null) return null;
  if (before.checksum === stored.checksum) return { changes: explain('replaces-equal'), loses: false };
  const key = await keptKey(records, datasetId);
  const { summary } = await compareVersions(rows, { before, after: stored }, key, work);
  return replacementOf(before, stored, summary);
}
