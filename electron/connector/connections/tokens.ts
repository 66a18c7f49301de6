import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import type { StoredConnection } from './connection-store.ts';
import type { LiveConnection } from './live-connection.ts';
import { accountOf, type KeptToken, type TokenVault } from './token-vault.ts';

/** The account of a stored connection; null for one that has no address of its own. */
function accountFor(stored: StoredConnection): string | null {
  return stored.address === null ? null : accountOf(stored.id, new URL(stored.address).origin);
}

/** Signs a connection in again with the token that its keychain entry holds, if it has one. Null when all is well. */
export async function restoreToken(
  vault: TokenVault,
  stored: StoredConnection,
  live: LiveConnection,
): Promise<string | null> {
  const account = accountFor(stored);
  if (!stored.signedIn || account === null) return null;
  const token = await vault.read(account);
  if (token !== null) {
    live.session.signIn(token);
    return null;
  }
  return say('sign-in-unread', { name: stored.name });
}

/** Makes sure, before anything is sent, that the token can be kept where the person wants it. */
export async function checkKeepable(vault: TokenVault, keep: KeptToken['kept']): Promise<void> {
  if (keep === 'session') return;
  const keychain = await vault.describe();
  if (keychain.kind === 'system') return;
  throw new ServiceError({
    code: 'no-keychain',
    message: say('no-keychain', { why: keychain.reason }),
    where: 'keychain',
    retry: true,
  });
}

export async function keepToken(vault: TokenVault, stored: StoredConnection, token: KeptToken): Promise<void> {
  const account = accountFor(stored);
  if (account !== null) await vault.keep(account, token, token.kept);
}

/**
 * Forgets the token of a connection.
 * @throws {ServiceError} `keychain` when it may still lie there: the connection no longer uses it all the same.
 */
export async function forgetToken(vault: TokenVault, stored: StoredConnection): Promise<void> {
  const account = accountFor(stored);
  if (account === null) return;
  try {
    await vault.forget(account);
  } catch (cause) {
    // A session's token has gone already; the keychain only counts where something was put into it.
    if (!stored.signedIn) return;
    throw new ServiceError({
      code: 'keychain',
      message: say('token-left', { name: stored.name, account }),
      where: 'keychain',
      cause,
    });
  }
}
