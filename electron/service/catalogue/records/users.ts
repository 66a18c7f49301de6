import type { Selectable } from 'kysely';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { type Caller, isPublic } from '../access/access.ts';
import { inTransaction, type Records } from '../database/catalogue.ts';
import { hasUsername } from '../database/dialect.ts';
import { fromRow, type RecordOf, rowOf } from '../database/row-form.ts';
import type { UserTable } from '../database/tables.ts';
import { findNamespace } from './namespaces.ts';

/** An account; `isOperator` for that of the desktop itself, which has no password. */
export interface UserEntry extends RecordOf<Omit<Selectable<UserTable>, 'password_hash'>> {
  readonly groups: readonly number[];
}

/** The fields of a new account. */
export interface NewUser {
  readonly username: string;
  readonly email?: string;
  readonly passwordHash: string;
  readonly isStaff: boolean;
  readonly isOperator?: boolean;
}

/** Changes to an account; missing fields stay unchanged. */
export interface UserChange {
  readonly username?: string;
  readonly email?: string;
  readonly isStaff?: boolean;
  readonly isActive?: boolean;
}

function entry({ password_hash: _, ...row }: Selectable<UserTable>, groups: readonly number[]): UserEntry {
  return { ...fromRow(row), groups };
}

/** All accounts, oldest first. */
export async function listUsers(records: Records): Promise<UserEntry[]> {
  const users = await records.selectFrom('users').selectAll().orderBy('id').execute();
  const memberships = await records.selectFrom('memberships').selectAll().orderBy('group_id').execute();
  return users.map((user) =>
    entry(
      user,
      memberships.filter((membership) => membership.user_id === user.id).map((membership) => membership.group_id),
    ),
  );
}

async function withGroups(records: Records, row: Selectable<UserTable> | undefined): Promise<UserEntry | null> {
  if (row === undefined) return null;
  const groups = await records
    .selectFrom('memberships')
    .select('group_id')
    .where('user_id', '=', row.id)
    .orderBy('group_id')
    .execute();
  return entry(
    row,
    groups.map((group) => group.group_id),
  );
}

export async function findUserById(records: Records, id: number): Promise<UserEntry | null> {
  return await withGroups(
    records,
    await records.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
  );
}

/** The account of a name, with the hash of its password. */
export async function findUserByName(
  records: Records,
  username: string,
): Promise<{ readonly user: UserEntry; readonly passwordHash: string } | null> {
  const row = await records.selectFrom('users').selectAll().where(hasUsername(records, username)).executeTakeFirst();
  const user = await withGroups(records, row);
  return user === null || row === undefined ? null : { user, passwordHash: row.password_hash };
}

/** @throws {ExplainedError} `username-taken`: names are case-insensitive */
export async function createUser(records: Records, made: NewUser, now = new Date()): Promise<UserEntry> {
  return await inTransaction(records, async (transaction) => {
    if ((await findUserByName(transaction, made.username)) !== null) {
      throw new ExplainedError(explain('user-taken', { name: made.username }), { kind: 'username-taken' });
    }
    const row = await transaction
      .insertInto('users')
      .values(rowOf({ email: '', isOperator: false, ...made, isActive: true, dateJoined: now.toISOString() }))
      .returningAll()
      .executeTakeFirstOrThrow();
    return entry(row, []);
  });
}

/** Changes a password, and ends all sessions and tokens, which may have been obtained with the old one. */
export async function setPasswordHash(records: Records, id: number, passwordHash: string): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await transaction.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
    await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
    await transaction.deleteFrom('tokens').where('user_id', '=', id).execute();
  });
}

/** @returns false if the account no longer exists */
export async function noteLogin(records: Records, id: number, now = new Date()): Promise<boolean> {
  const done = await records
    .updateTable('users')
    .set({ last_login: now.toISOString() })
    .where('id', '=', id)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Changes an account; deactivating it also ends its tokens and sessions. */
export async function updateUser(records: Records, id: number, change: UserChange): Promise<void> {
  const { username, email, isStaff, isActive } = change;
  const columns = rowOf(given({ username, email, isStaff, isActive }));
  if (Object.keys(columns).length === 0) return;
  await records.updateTable('users').set(columns).where('id', '=', id).execute();
}

/** Deletes an account with everything that belongs only to it. */
export async function deleteUser(records: Records, id: number): Promise<void> {
  await records.deleteFrom('users').where('id', '=', id).execute();
}

/** The desktop's own account; null until it is created. */
export async function findOperator(records: Records): Promise<UserEntry | null> {
  return await withGroups(
    records,
    await records.selectFrom('users').selectAll().where('is_operator', '=', 1).executeTakeFirst(),
  );
}

/** The properties of an account that access checks need. */
export function asCaller(user: UserEntry): Caller {
  const { id, username, isStaff, isOperator, groups } = user;
  return { id, username, isStaff, isOperator, groups: new Set(groups) };
}

/**
 * Who may read a namespace, besides the administrators: `owner` is only the desktop's own account, `some` another owner
 * or groups, `absent` that the namespace does not exist.
 */
export type ReadersOfNamespace = 'absent' | 'owner' | 'some' | 'everyone';

export async function readersOfNamespace(records: Records, slug: string): Promise<ReadersOfNamespace> {
  const namespace = await findNamespace(records, slug);
  if (namespace === null) return 'absent';
  if (isPublic(namespace)) return 'everyone';
  if (namespace.published) return 'some';
  const { ownerId } = namespace;
  return ownerId === null || ownerId === (await findOperator(records))?.id ? 'owner' : 'some';
}
