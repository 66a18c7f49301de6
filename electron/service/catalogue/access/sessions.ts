import type { Records } from '../database/catalogue.ts';
import { findUserById, type UserEntry } from '../records/users.ts';

/** Starts a session, stored by the hash of its cookie; expired sessions are deleted. */
export async function addSession(
  records: Records,
  userId: number,
  hash: string,
  now: Date,
  lifeMilliseconds: number,
): Promise<void> {
  const expires = new Date(now.getTime() + lifeMilliseconds).toISOString();
  await records.deleteFrom('sessions').where('expires', '<', now.toISOString()).execute();
  await records.insertInto('sessions').values({ hash, user_id: userId, created: now.toISOString(), expires }).execute();
}

export async function dropSession(records: Records, hash: string): Promise<void> {
  await records.deleteFrom('sessions').where('hash', '=', hash).execute();
}

/** The account of a session, by the hash of its cookie; null if it has expired or ended. */
export async function findSessionUser(
  records: Records,
  hash: string,
  now: Date,
): Promise<{ readonly user: UserEntry; readonly expires: string } | null> {
  const session = await records
    .selectFrom('sessions')
    .select(['user_id', 'expires'])
    .where('hash', '=', hash)
    .where('expires', '>=', now.toISOString())
    .executeTakeFirst();
  if (session === undefined) return null;
  const user = await findUserById(records, session.user_id);
  return user === null ? null : { user, expires: session.expires };
}

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
