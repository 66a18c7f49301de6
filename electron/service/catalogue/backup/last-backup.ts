import { Value } from 'typebox/value';
import { LastBackup } from '#shared/rpc/jobs.ts';
import type { Records } from '../database/catalogue.ts';
import { readSetting, writeSetting } from '../records/settings.ts';

const settingName = 'last-backup';

/** Records in the store itself that it was backed up. */
export async function noteBackup(records: Records, { made, target, bytes }: LastBackup): Promise<void> {
  await writeSetting(records, settingName, JSON.stringify({ made, target, bytes }));
}

/** The last backup; null if the store was never backed up. */
export async function lastBackup(records: Records): Promise<LastBackup | null> {
  const text = await readSetting(records, settingName);
  try {
    const noted: unknown = JSON.parse(text ?? 'null');
    return Value.Check(LastBackup, noted) ? noted : null;
  } catch {
    return null;
  }
}

/** Removes the record from a copy, so that an unchanged store always produces the same backup. */
export async function dropLastBackup(records: Records): Promise<void> {
  await records.deleteFrom('settings').where('name', '=', settingName).execute();
}
