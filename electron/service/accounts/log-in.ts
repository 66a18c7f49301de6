import type { Records } from '../catalogue/database/open-catalogue.ts';
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
}

/** Checks a name and a password. */
export async function logIn(records: Records, throttle: LoginThrottle, given: LoginTry): Promise<LoginOutcome> {
  const attempt = await throttle.begin(given);
  if (attempt.kind === 'wait') return attempt;
  let hasFailed = true;
  try {
    const found = await findUserByName(records, given.username);
    const isRight = await isPassword(found?.passwordHash ?? null, given.password);
    if (found === null || !isRight || !found.user.isActive) return { kind: 'refused' };
    hasFailed = false;
    await noteLogin(records, found.user.id);
    return { kind: 'welcome', user: found.user };
  } finally {
    attempt.done(hasFailed);
  }
}
