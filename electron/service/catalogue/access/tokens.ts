import type { Records } from '../database/catalogue.ts';
import { findUserById, type UserEntry } from '../records/users.ts';

/** Stores a token by its hash. */
export async function addToken(
  records: Records,
  userId: number,
  hash: string,
  label: string,
  now = new Date(),
): Promise<void> {
  await records.insertInto('tokens').values({ user_id: userId, hash, label, created: now.toISOString() }).execute();
}

/** Revokes the tokens of an account with a label. */
export async function dropTokens(records: Records, userId: number, label: string): Promise<void> {
  await records.deleteFrom('tokens').where('user_id', '=', userId).where('label', '=', label).execute();
}

/** Revokes the tokens of an account whose labels have a prefix and that were created before a time. */
export async function dropOldTokens(records: Records, userId: number, label: string, before: Date): Promise<void> {
  await records
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('label', 'like', `${label}%`)
    .where('created', '<', before.toISOString())
    .execute();
}

/** The account of a token, by its hash; null if it never existed or was revoked. */
export async function findTokenUser(records: Records, hash: string): Promise<UserEntry | null> {
  const token = await records.selectFrom('tokens').select('user_id').where('hash', '=', hash).executeTakeFirst();
  return token === undefined ? null : await findUserById(records, token.user_id);
}
