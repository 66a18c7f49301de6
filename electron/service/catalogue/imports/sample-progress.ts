import { sql } from 'kysely';
import type { Records } from '../database/open-catalogue.ts';

/** How far the loading of the samples is: `done` names the namespaces and datasets (`namespace/dataset`) that are finished. */
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

/** Whether there has ever been a namespace, also a removed one: their numbers are never reused. */
export async function everHadNamespace(records: Records): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_sequence where name = 'namespaces' and seq > 0`.execute(records);
  return rows.length > 0;
}
