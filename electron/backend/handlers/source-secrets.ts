import { Value } from 'typebox/value';
import { SourceSecret } from '#shared/rpc/calls/follow.ts';
import type { TokenVault } from '../../connector/connections/token-vault.ts';
import type { SecretStore } from '../../jobs/follow/follow-functions.ts';

/** Name of a secret in the keychain. */
const accountOf = (origin: string) => `source ${origin}`;

/** Secrets for the origins of followed data, in the keychain. */
export function sourceSecrets(vault: TokenVault): SecretStore {
  return {
    async read(origin) {
      const kept = await vault.read(accountOf(origin));
      try {
        const secret: unknown = JSON.parse(kept?.token ?? 'null');
        return Value.Check(SourceSecret, secret) ? secret : null;
      } catch {
        return null;
      }
    },
    async keep(origin, secret) {
      if (secret === null) await vault.remove(accountOf(origin));
      else await vault.store(accountOf(origin), { token: JSON.stringify(secret), user: null }, 'keychain');
    },
  };
}
