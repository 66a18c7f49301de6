import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { addToken } from '../catalogue/access/tokens.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { inTransaction } from '../catalogue/database/in-transaction.ts';
import { ensureGroup, groupEntries, setMemberships } from '../catalogue/records/groups.ts';
import {
  createUser,
  deleteUser,
  findUserById,
  findUserByName,
  listUsers,
  setPasswordHash,
  type UserChange,
  type UserEntry,
  updateUser,
} from '../catalogue/records/users.ts';
import { hashPassword, maxPasswordLength } from './passwords.ts';
import { newToken, secretHash } from './secrets.ts';

/** An account as the administrator sees it. */
export interface AccountSummary {
  readonly username: string;
  readonly email: string;
  readonly isStaff: boolean;
  readonly isActive: boolean;
  readonly groups: readonly string[];
  readonly lastLogin: string | null;
}

const minPasswordLength = 8;

function checkPassword(password: string): void {
  if (password.length < minPasswordLength) {
    throw new ExplainedError(explain('password-short', { count: minPasswordLength }), { kind: 'password-short' });
  }
  if (password.length > maxPasswordLength)
    throw new ExplainedError(explain('password-long', { count: maxPasswordLength }), { kind: 'password-long' });
}

/** Account names are unique regardless of case. @param own the account that may have it */
async function checkUsername(records: Records, username: string, own: number | null): Promise<void> {
  if (!/^[\w.@+-]{1,150}$/u.test(username)) {
    throw new ExplainedError(explain('username'), { kind: 'username' });
  }
  const found = await findUserByName(records, username);
  if (found !== null && found.user.id !== own) {
    throw new ExplainedError(explain('user-taken', { name: username }), { kind: 'username-taken' });
  }
}

/** Creates an account with its groups, which are created if they are new. @throws {ExplainedError} */
export async function addUser(
  records: Records,
  made: {
    readonly username: string;
    readonly password: string;
    readonly email?: string;
    readonly isStaff?: boolean;
    readonly groups?: readonly string[];
  },
): Promise<UserEntry> {
  await checkUsername(records, made.username, null);
  checkPassword(made.password);
  const passwordHash = await hashPassword(made.password);
  return await inTransaction(records, async (transaction) => {
    // Another request may have taken the name while the password was hashed.
    await checkUsername(transaction, made.username, null);
    const user = await createUser(transaction, {
      username: made.username,
      email: made.email ?? '',
      passwordHash,
      isStaff: made.isStaff ?? false,
    });
    const groups: number[] = [];
    for (const name of made.groups ?? []) groups.push(await ensureGroup(transaction, name));
    await setMemberships(transaction, user.id, groups);
    return user;
  });
}

async function knownUser(records: Records, username: string): Promise<UserEntry> {
  const found = await findUserByName(records, username);
  if (found === null) throw new ExplainedError(explain('no-user-named', { name: username }), { kind: 'no-such-user' });
  return found.user;
}

/** A user's account: the desktop's own account cannot be changed. */
async function personalUser(records: Records, id: number): Promise<UserEntry> {
  const user = await findUserById(records, id);
  if (user === null) throw new ExplainedError(explain('no-such-user'), { kind: 'no-such-user' });
  refuseOperator(user);
  return user;
}

function refuseOperator({ isOperator, username }: UserEntry): void {
  if (!isOperator) return;
  throw new ExplainedError(explain('operator-account', { name: username }), { kind: 'operator-account' });
}

/** Changes the given fields of an account; deactivating it also ends its sessions and tokens. @throws {ExplainedError} */
export async function changeUser(
  records: Records,
  id: number,
  { groups, ...change }: UserChange & { readonly groups?: readonly number[] },
): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await personalUser(transaction, id);
    if (change.username !== undefined) await checkUsername(transaction, change.username, id);
    await updateUser(transaction, id, change);
    if (groups === undefined) return;
    const known = new Set((await groupEntries(transaction)).map((group) => group.id));
    await setMemberships(
      transaction,
      id,
      groups.filter((group) => known.has(group)),
    );
  });
}

/** Sets a password; the account's sessions and tokens end. @throws {ExplainedError} */
export async function setPassword(records: Records, id: number, password: string): Promise<void> {
  await personalUser(records, id);
  checkPassword(password);
  const hash = await hashPassword(password);
  await inTransaction(records, async (transaction) => {
    // The account may have been removed meanwhile.
    await personalUser(transaction, id);
    await setPasswordHash(transaction, id, hash);
  });
}

/**
 * Deletes an account with its tokens and sessions; its namespaces stay and belong to the staff.
 * @throws {ExplainedError}
 */
export async function removeUser(records: Records, id: number): Promise<void> {
  await personalUser(records, id);
  await deleteUser(records, id);
}

/** Changes a password; the account's sessions and tokens end. @throws {ExplainedError} */
export async function changePassword(records: Records, username: string, password: string): Promise<void> {
  const user = await knownUser(records, username);
  refuseOperator(user);
  checkPassword(password);
  await setPassword(records, user.id, password);
}

/** Creates a token of 40 hexadecimal characters, shown once and stored only as a hash. @throws {ExplainedError} */
export async function issueToken(records: Records, username: string, label = ''): Promise<string> {
  const token = newToken();
  await inTransaction(records, async (transaction) => {
    const user = await knownUser(transaction, username);
    await addToken(transaction, user.id, secretHash(token), label);
  });
  return token;
}

/** All accounts, oldest first. */
export async function listAccounts(records: Records): Promise<AccountSummary[]> {
  const groups = new Map((await groupEntries(records)).map((group) => [group.id, group.name]));
  return (await listUsers(records)).map(({ username, email, isStaff, isActive, groups: ids, lastLogin }) => ({
    username,
    email,
    isStaff,
    isActive,
    groups: ids.flatMap((id) => groups.get(id) ?? []),
    lastLogin,
  }));
}
