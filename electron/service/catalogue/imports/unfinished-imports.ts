import { findRow, inTransaction, type Records } from '../database/catalogue.ts';
import { hasLivingNodes, isImporterEnded } from '../database/dialect.ts';
import { fromRow } from '../database/row-form.ts';
import { dropAbandonedNamespaces, type ImageNames, imageColumns } from '../records/namespaces.ts';

export const interruptedText = 'The service stopped while this was being read.';

/** Whether a version of a dataset is in progress. */
export async function isImporting(records: Records, datasetId: number): Promise<boolean> {
  return (await findRow(records, 'versions', { dataset_id: datasetId, state: 'importing' })) !== undefined;
}

/**
 * Removes a provisional dataset if no version of it is ready or in progress.
 * @returns its images; `importing` if a version is in progress; null if there is nothing to remove
 */
export async function dropAbandoned(records: Records, datasetId: number): Promise<ImageNames | 'importing' | null> {
  return await inTransaction(records, async (transaction) => {
    if (await isImporting(transaction, datasetId)) return 'importing';
    const removed = await transaction
      .deleteFrom('datasets')
      .where('id', '=', datasetId)
      .where('provisional', '=', 1)
      .returning(imageColumns)
      .executeTakeFirst();
    return removed === undefined ? null : fromRow(removed);
  });
}

/**
 * How long a failed new dataset, or an unused provisional namespace, may belong to a client of another node: that node
 * removes it then, unless it ends before.
 */
const retentionMs = 10 * 60_000;

/**
 * Removes the versions that a crash interrupted, and their provisional datasets and namespaces; those of nodes that are
 * alive stay. Returns the number of versions.
 */
export async function dropInterruptedImports(records: Records): Promise<number> {
  return await inTransaction(records, async (transaction) => {
    const removed = await transaction
      .deleteFrom('versions')
      .where('state', '=', 'importing')
      .where(isImporterEnded(transaction))
      .returning('id')
      .execute();
    await transaction
      .updateTable('imports')
      .set({
        state: 'failed',
        message: interruptedText,
        finished: new Date().toISOString(),
      })
      .where('state', '=', 'importing')
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('versions')
              .select('versions.id')
              .where('versions.state', '=', 'importing')
              .whereRef('versions.dataset_id', '=', 'imports.dataset_id')
              .whereRef('versions.slug', '=', 'imports.version_slug'),
          ),
        ),
      )
      .execute();
    const before = (await hasLivingNodes(transaction)) ? new Date(Date.now() - retentionMs).toISOString() : null;
    let abandoned = transaction
      .deleteFrom('datasets')
      .where('provisional', '=', 1)
      .where('id', 'not in', (of) => of.selectFrom('versions').select('dataset_id').where('state', '=', 'importing'));
    if (before !== null) abandoned = abandoned.where('created', '<', before);
    await abandoned.execute();
    await dropAbandonedNamespaces(transaction, { before });
    return removed.length;
  });
}
