import type { Records } from '../database/open-catalogue.ts';
import { dropAbandonedNamespaces, type ImageNames, imagesOf } from '../records/namespaces.ts';

/** Whether a version of a dataset is in progress. */
export async function isImporting(records: Records, datasetId: number): Promise<boolean> {
  const version = await records
    .selectFrom('versions')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'importing')
    .executeTakeFirst();
  return version !== undefined;
}

/**
 * Removes a provisional dataset if no version of it is ready or in progress.
 * @returns its images; `importing` if a version is in progress; null if there is nothing to remove
 */
export async function dropAbandoned(records: Records, datasetId: number): Promise<ImageNames | 'importing' | null> {
  return await records.transaction().execute(async (transaction) => {
    if (await isImporting(transaction, datasetId)) return 'importing';
    const removed = await transaction
      .deleteFrom('datasets')
      .where('id', '=', datasetId)
      .where('provisional', '=', 1)
      .returning(['image', 'showcase_image', 'thumbnail_image'])
      .executeTakeFirst();
    return removed === undefined ? null : imagesOf(removed);
  });
}

/**
 * Removes the versions that a crash interrupted, and their provisional datasets and namespaces; returns the number of
 * versions.
 */
export async function dropInterruptedImports(records: Records): Promise<number> {
  return await records.transaction().execute(async (transaction) => {
    const removed = await transaction.deleteFrom('versions').where('state', '=', 'importing').returning('id').execute();
    await transaction
      .updateTable('imports')
      .set({
        state: 'failed',
        message: 'The service stopped while this was being read.',
        finished: new Date().toISOString(),
      })
      .where('state', '=', 'importing')
      .execute();
    await transaction.deleteFrom('datasets').where('provisional', '=', 1).execute();
    await dropAbandonedNamespaces(transaction);
    return removed.length;
  });
}
