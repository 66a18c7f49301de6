import { randomBytes } from 'node:crypto';
import type { Catalogue, Records } from '../database/catalogue.ts';

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

const setting = 'forgery-key';
const keyBytes = 32;

/**
 * The key that binds tokens of forms to sessions: a new one for each start, or the one that all nodes of a catalogue
 * share, because a form of one may be sent to another.
 */
export async function forgeryKey({ records, nodes }: Pick<Catalogue, 'records' | 'nodes'>): Promise<Buffer> {
  const made = randomBytes(keyBytes);
  if (nodes === null) return made;
  await records
    .insertInto('settings')
    .values({ name: setting, value: made.toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return Buffer.from((await readSetting(records, setting)) ?? '', 'hex');
}
