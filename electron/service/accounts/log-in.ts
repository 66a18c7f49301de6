import { inTransaction, type Records } from '../catalogue/database/catalogue.ts';
import { findUserByName, noteLogin, type UserEntry } from '../catalogue/records/users.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { isPassword } from './passwords.ts';

/** How a log-in ended. An unknown name, a wrong password and a closed account are indistinguishable. */
export type LoginOutcome =
  | { readonly kind: 'welcome'; readonly user: UserEntry }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number };

export interface LoginTry {
  readonly username: string;
  readonly password: string;
  /** The client's address: attempts are counted by account and address. */
  readonly address: string;
  /** Stores what the account is given, a session or a token, in the transaction that records the log-in. */
  readonly give: (transaction: Records, userId: number) => Promise<void>;
}

/** Checks a name and a password. An account that is removed meanwhile counts as unknown. */
export async function logIn(records: Records, throttle: LoginThrottle, given: LoginTry): Promise<LoginOutcome> {
  const attempt = await throttle.begin(given);
  if (attempt.kind === 'wait') return attempt;
  let hasFailed = true;
  try {
    const found = await findUserByName(records, given.username);
    const isRight = await isPassword(found?.passwordHash ?? null, given.password);
    if (found === null || !isRight || !found.user.isActive) return { kind: 'refused' };
    hasFailed = false;
    const { id } = found.user;
    const isThere = await inTransaction(records, async (transaction) => {
      if (!(await noteLogin(transaction, id))) return false;
      await given.give(transaction, id);
      return true;
    });
    return isThere ? { kind: 'welcome', user: found.user } : { kind: 'refused' };
  } finally {
    await attempt.done(hasFailed);
  }
}
