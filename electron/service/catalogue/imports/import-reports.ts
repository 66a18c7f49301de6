import type { ImportFault } from '#shared/api/publishing.ts';
import type { Records } from '../database/catalogue.ts';

export const interruptedText = 'The service stopped while this was being read.';

/** The report of an import whose version was deleted. */
export const cancelledText = 'Publishing was cancelled.';

/** The report of publishing a version. */
export interface ImportEntry {
  readonly slug: string;
  readonly state: 'importing' | 'ready' | 'failed';
  readonly message: string;
  readonly badValues: readonly ImportFault[];
  readonly badCount: number;
  readonly started: string;
  readonly finished: string | null;
}

/** The report of a version of a dataset, whether or not the version still exists. */
export async function findImport(records: Records, datasetId: number, slug: string): Promise<ImportEntry | null> {
  const row = await records
    .selectFrom('imports')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('version_slug', '=', slug)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { state, message, bad_count: badCount, started, finished } = row;
  const badValues = JSON.parse(row.bad_values) as ImportFault[];
  return { slug, state, message, badValues, badCount, started, finished };
}
