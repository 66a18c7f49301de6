import { randomBytes } from 'node:crypto';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { addToken, dropOldTokens, dropTokens, findTokenUser } from '../catalogue/access/sessions.ts';
import { inTransaction, type Records } from '../catalogue/database/catalogue.ts';
import {
  deleteGroup,
  ensureGroup,
  groupEntries,
  namespacesForGroupAlone,
  renameGroup,
  setMemberships,
} from '../catalogue/records/groups.ts';
import {
  createUser,
  deleteUser,
  findOperator,
  findUserById,
  findUserByName,
  setPasswordHash,
  type UserChange,
  type UserEntry,
  updateUser,
} from '../catalogue/records/users.ts';
import { hashPassword, maxPasswordLength } from './passwords.ts';
import { newToken, secretHash } from './secrets.ts';

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

/** A user's account: the desktop's own account cannot be changed. @param named its id or its name */
async function personalUser(records: Records, named: number | string): Promise<UserEntry> {
  const user = typeof named === 'number' ? await findUserById(records, named) : await knownUser(records, named);
  if (user === null) throw new ExplainedError(explain('no-such-user'), { kind: 'no-such-user' });
  if (!user.isOperator) return user;
  throw new ExplainedError(explain('operator-account', { name: user.username }), { kind: 'operator-account' });
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

/** Sets the password of an account, by its id or name; its sessions and tokens end. @throws {ExplainedError} */
export async function setPassword(records: Records, user: number | string, password: string): Promise<void> {
  const { id } = await personalUser(records, user);
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

/** Creates a token of 40 hexadecimal characters, shown once and stored only as a hash. @throws {ExplainedError} */
export async function issueToken(records: Records, username: string, label = ''): Promise<string> {
  const token = newToken();
  await inTransaction(records, async (transaction) => {
    const user = await knownUser(transaction, username);
    await addToken(transaction, user.id, secretHash(token), label);
  });
  return token;
}

/** The name in its stored form. @param own the group that may already have it @throws {ExplainedError} */
async function checkedName(records: Records, given: string, own: number | null): Promise<string> {
  const name = given.trim();
  if (name === '' || name.length > 150) {
    throw new ExplainedError(explain('group-name'), { kind: 'group-name' });
  }
  if ((await groupEntries(records)).some((group) => group.name === name && group.id !== own)) {
    throw new ExplainedError(explain('group-taken', { name }), { kind: 'group-taken' });
  }
  return name;
}

async function checkKnown(records: Records, id: number): Promise<void> {
  if ((await groupEntries(records)).some((group) => group.id === id)) return;
  throw new ExplainedError(explain('no-such-group'), { kind: 'no-such-group' });
}

/** Creates a group and returns its id. @throws {ExplainedError} */
export async function addGroup(records: Records, name: string): Promise<number> {
  return await inTransaction(records, async (transaction) =>
    ensureGroup(transaction, await checkedName(transaction, name, null)),
  );
}

/** Renames a group. @throws {ExplainedError} */
export async function changeGroup(records: Records, id: number, name: string): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await checkKnown(transaction, id);
    await renameGroup(transaction, id, await checkedName(transaction, name, id));
  });
}

/**
 * Deletes a group; its members stay. Refused if it is the only reader of a namespace, which would otherwise become
 * public.
 * @throws {ExplainedError}
 */
export async function removeGroup(records: Records, id: number): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await checkKnown(transaction, id);
    const guarded = await namespacesForGroupAlone(transaction, id);
    if (guarded.length > 0) {
      throw new ExplainedError(explain('group-guards', { datasets: guarded.join(', ') }), { kind: 'group-guards' });
    }
    await deleteGroup(transaction, id);
  });
}

const operatorName = 'operator';
const desktopLabel = 'desktop';

/**
 * A new token of the desktop's own staff account, which is created on first use and has no password. The previous token
 * stops working. The caller stores it in the keychain, never in a file.
 */
export async function issueOperatorToken(records: Records): Promise<string> {
  const operator = await operatorOf(records);
  const token = newToken();
  await dropTokens(records, operator.id, desktopLabel);
  await addToken(records, operator.id, secretHash(token), desktopLabel);
  return token;
}

async function operatorOf(records: Records) {
  const account = { username: operatorName, passwordHash: '', isStaff: true, isOperator: true };
  return await inTransaction(
    records,
    async (transaction) => (await findOperator(transaction)) ?? (await createUser(transaction, account)),
  );
}

const commandLabel = 'command ';

/** Lifetime of a token that a killed command did not revoke. */
const maxTemporaryTokenMs = 7 * 24 * 60 * 60 * 1000;

/** A token of the desktop's own account for one command, which revokes it at the end. */
export async function issueTemporaryToken(
  records: Records,
  now: Date,
): Promise<{ readonly token: string; readonly giveBack: () => Promise<void> }> {
  const { id } = await operatorOf(records);
  const label = `${commandLabel}${randomBytes(8).toString('hex')}`;
  const token = newToken();
  await dropOldTokens(records, id, commandLabel, new Date(now.getTime() - maxTemporaryTokenMs));
  await addToken(records, id, secretHash(token), label, now);
  return { token, giveBack: () => dropTokens(records, id, label) };
}

/** Whether a stored token still belongs to the desktop's own account. */
export async function isOperatorToken(records: Records, token: string): Promise<boolean> {
  return (await findTokenUser(records, secretHash(token)))?.isOperator ?? false;
}
