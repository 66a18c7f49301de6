import { sql } from 'kysely';
import type { Records } from '../database/open-catalogue.ts';

/** Progress of loading the samples: `done` lists the finished namespaces and datasets (`namespace/dataset`). */
export interface SampleProgress {
  readonly done: readonly string[];
  readonly finished: boolean;
}

const setting = 'samples';

/** Null if the samples were never started. */
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

/** Whether a namespace has ever existed, even if removed since: their ids are never reused. */
export async function everHadNamespace(records: Records): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_sequence where name = 'namespaces' and seq > 0`.execute(records);
  return rows.length > 0;
}
