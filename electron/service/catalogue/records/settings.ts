import type { Records } from '../database/catalogue.ts';

/** A text that the store keeps under a name; null if it has none. */
export async function readSetting(records: Records, name: string): Promise<string | null> {
  const row = await records.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeSetting(records: Records, name: string, value: string): Promise<void> {
  await records
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
