import type { Records } from '../database/catalogue.ts';

/** Progress of loading the samples: `done` lists the finished namespaces and datasets (`namespace/dataset`). */
export interface SampleProgress {
  readonly done: readonly string[];
  readonly finished: boolean;
}

const setting = 'samples';

/** The progress of loading the samples; null if it never started. */
export async function sampleProgress(records: Records): Promise<SampleProgress | null> {
  const row = await records.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.value) as SampleProgress);
}

export async function noteSampleProgress(records: Records, progress: SampleProgress): Promise<void> {
  const value = JSON.stringify(progress);
  await records
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
