import type { Records } from '../catalogue/open-catalogue.ts';
import { findUserByName, noteLogin, type UserEntry } from '../catalogue/users.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { isPassword } from './passwords.ts';

/** How a log-in ended. An unknown name, a wrong password and a closed account are told apart by nobody. */
export type LoginOutcome =
  | { readonly kind: 'welcome'; readonly user: UserEntry }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number };

export interface LoginTry {
  readonly username: string;
  readonly password: string;
  /** Where it comes from: guesses are counted by name and by address. */
  readonly address: string;
}

/** Checks a name and a password. */
export async function logIn(records: Records, throttle: LoginThrottle, given: LoginTry): Promise<LoginOutcome> {
  const keys = [`name ${given.username.toLowerCase()}`, `address ${given.address}`];
  const seconds = throttle.wait(keys);
  if (seconds > 0) return { kind: 'wait', seconds };
  const found = await findUserByName(records, given.username);
  const isRight = await isPassword(found?.passwordHash ?? null, given.password);
  if (found === null || !isRight || !found.user.isActive) {
    throttle.failed(keys);
    return { kind: 'refused' };
  }
  await noteLogin(records, found.user.id);
  return { kind: 'welcome', user: found.user };
}
