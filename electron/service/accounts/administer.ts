import { ensureGroup, listGroups, setMemberships } from '../catalogue/groups.ts';
import type { Records } from '../catalogue/open-catalogue.ts';
import { addToken } from '../catalogue/tokens.ts';
import { createUser, findUserByName, listUsers, setPasswordHash, type UserEntry } from '../catalogue/users.ts';
import { hashPassword, longestPassword } from './passwords.ts';
import { newToken, secretHash } from './secrets.ts';

/** Something is wrong with what an administrator asked for; the message is for a person. */
export class AccountError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccountError';
  }
}

/** An account as the administrator sees it. */
export interface AccountLine {
  readonly username: string;
  readonly email: string;
  readonly isStaff: boolean;
  readonly isActive: boolean;
  readonly groups: readonly string[];
  readonly lastLogin: string | null;
}

const shortestPassword = 8;

function checkPassword(password: string): void {
  if (password.length < shortestPassword) {
    throw new AccountError(`A password has at least ${shortestPassword} characters.`);
  }
  if (password.length > longestPassword)
    throw new AccountError(`A password has at most ${longestPassword} characters.`);
}

/** Makes an account, with its groups, which are made where they are new. @throws {AccountError | UsernameTakenError} */
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
  if (!/^[\w.@+-]{1,150}$/u.test(made.username)) {
    throw new AccountError('A username has 1 to 150 letters, digits and @ . + - _ only.');
  }
  checkPassword(made.password);
  const user = await createUser(records, {
    username: made.username,
    email: made.email ?? '',
    passwordHash: await hashPassword(made.password),
    isStaff: made.isStaff ?? false,
  });
  const groups: number[] = [];
  for (const name of made.groups ?? []) groups.push(await ensureGroup(records, name));
  await setMemberships(records, user.id, groups);
  return user;
}

async function knownUser(records: Records, username: string): Promise<UserEntry> {
  const found = await findUserByName(records, username);
  if (found === null) throw new AccountError(`There is no user "${username}".`);
  return found.user;
}

/** Changes a password and ends the account's sessions. @throws {AccountError} */
export async function changePassword(records: Records, username: string, password: string): Promise<void> {
  const user = await knownUser(records, username);
  if (user.isOperator) throw new AccountError(`The account "${username}" belongs to the desktop and has no password.`);
  checkPassword(password);
  await setPasswordHash(records, user.id, await hashPassword(password));
}

/** Gives an account another token: 40 hexadecimal characters, shown this once and kept only as a hash. @throws {AccountError} */
export async function giveToken(records: Records, username: string, label = ''): Promise<string> {
  const user = await knownUser(records, username);
  const token = newToken();
  await addToken(records, user.id, secretHash(token), label);
  return token;
}

/** All accounts, oldest first. */
export async function accountLines(records: Records): Promise<AccountLine[]> {
  const groups = new Map((await listGroups(records)).map((group) => [group.id, group.name]));
  return (await listUsers(records)).map(({ username, email, isStaff, isActive, groups: ids, lastLogin }) => ({
    username,
    email,
    isStaff,
    isActive,
    groups: ids.flatMap((id) => groups.get(id) ?? []),
    lastLogin,
  }));
}
