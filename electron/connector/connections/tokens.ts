import { type Explanation, explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import type { ConnectionSession } from './connection-session.ts';
import type { StoredConnection } from './connection-store.ts';
import { accountOf, type StoredToken, type TokenVault } from './token-vault.ts';

/** The keychain account of a stored connection; null for one without an address of its own. */
function accountFor(stored: StoredConnection): string | null {
  return stored.address === null ? null : accountOf(stored.id, new URL(stored.address).origin);
}

/** Signs a connection in again with its token from the keychain, if it has one. Null if all is well. */
export async function restoreToken(
  vault: TokenVault,
  stored: StoredConnection,
  session: ConnectionSession,
): Promise<Explanation | null> {
  const account = accountFor(stored);
  if (!stored.signedIn || account === null) return null;
  const token = await vault.read(account);
  if (token !== null) {
    session.signIn(token);
    return null;
  }
  return explain('sign-in-unread', { name: stored.name });
}

/** Checks, before anything is sent, that the token can be stored where the user wants it. */
export async function checkStorable(vault: TokenVault, keep: StoredToken['kept']): Promise<void> {
  if (keep === 'session') return;
  const keychain = await vault.describe();
  if (keychain.kind === 'system') return;
  throw new ServiceError('no-keychain', explain('no-keychain', { why: keychain.reason }), 'keychain', { retry: true });
}

export async function storeToken(vault: TokenVault, stored: StoredConnection, token: StoredToken): Promise<void> {
  const account = accountFor(stored);
  if (account !== null) await vault.store(account, token, token.kept);
}

/**
 * Removes the token of a connection.
 * @throws {ServiceError} `keychain` if it may still be there; the connection no longer uses it in any case
 */
export async function removeToken(vault: TokenVault, stored: StoredConnection): Promise<void> {
  const account = accountFor(stored);
  if (account === null) return;
  try {
    await vault.remove(account);
  } catch (cause) {
    // A session's token is removed already; the keychain only matters if something was stored in it.
    if (!stored.signedIn) return;
    throw new ServiceError('keychain', explain('token-left', { name: stored.name, account }), 'keychain', { cause });
  }
}
