import type { Records } from '../database/open-catalogue.ts';
import { findUserById, type UserEntry } from '../records/users.ts';

/** Writes down a token by its hash. */
export async function addToken(
  records: Records,
  userId: number,
  hash: string,
  label: string,
  now = new Date(),
): Promise<void> {
  await records.insertInto('tokens').values({ user_id: userId, hash, label, created: now.toISOString() }).execute();
}

/** Takes back the tokens of an account that carry a label. */
export async function dropTokens(records: Records, userId: number, label: string): Promise<void> {
  await records.deleteFrom('tokens').where('user_id', '=', userId).where('label', '=', label).execute();
}

/** Takes back the tokens of an account whose labels begin with these words and that were given before a moment. */
export async function dropOldTokens(records: Records, userId: number, label: string, before: Date): Promise<void> {
  await records
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('label', 'like', `${label}%`)
    .where('created', '<', before.toISOString())
    .execute();
}

/** Whose token it is, by its hash; null for one that was never given or was taken back. */
export async function findTokenUser(records: Records, hash: string): Promise<UserEntry | null> {
  const token = await records.selectFrom('tokens').select('user_id').where('hash', '=', hash).executeTakeFirst();
  return token === undefined ? null : await findUserById(records, token.user_id);
}
