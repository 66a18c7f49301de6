import { Value } from 'typebox/value';
import { LastBackup } from '#shared/rpc/jobs.ts';
import type { Records } from '../database/catalogue.ts';

const settingName = 'last-backup';

/** Records in the store itself that it was backed up. */
export async function noteBackup(records: Records, { made, target, bytes }: LastBackup): Promise<void> {
  const value = JSON.stringify({ made, target, bytes });
  await records
    .insertInto('settings')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The last backup; null if the store was never backed up. */
export async function lastBackup(records: Records): Promise<LastBackup | null> {
  const row = await records.selectFrom('settings').select('value').where('name', '=', settingName).executeTakeFirst();
  try {
    const noted: unknown = JSON.parse(row?.value ?? 'null');
    return Value.Check(LastBackup, noted) ? noted : null;
  } catch {
    return null;
  }
}

/** Removes the record from a copy, so that an unchanged store always produces the same backup. */
export async function dropLastBackup(records: Records): Promise<void> {
  await records.deleteFrom('settings').where('name', '=', settingName).execute();
}
