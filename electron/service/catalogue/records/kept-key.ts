import type { Records } from '../database/catalogue.ts';

/** The columns that identify the rows of a dataset: found once, or chosen. Empty for whole rows, null if unknown. */
export async function keptKey(records: Records, datasetId: number): Promise<readonly string[] | null> {
  const row = await records.selectFrom('datasets').select('row_key').where('id', '=', datasetId).executeTakeFirst();
  return row?.row_key == null ? null : (JSON.parse(row.row_key) as string[]);
}

/** Stores the key of a dataset; null if it is unknown. */
export async function keepKey(records: Records, datasetId: number, key: readonly string[] | null): Promise<void> {
  const kept = key === null ? null : JSON.stringify(key);
  await records.updateTable('datasets').set({ row_key: kept }).where('id', '=', datasetId).execute();
}
