import type { Records } from './open-catalogue.ts';

/** Whether a version of a dataset is being made. */
export async function isImporting(records: Records, datasetId: number): Promise<boolean> {
  const version = await records
    .selectFrom('versions')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'importing')
    .executeTakeFirst();
  return version !== undefined;
}

/** Removes the versions that a crash cut off while they were being made; gives how many. */
export async function dropCutOffImports(records: Records): Promise<number> {
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
    return removed.length;
  });
}
