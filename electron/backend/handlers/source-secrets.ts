import { parseAs } from '#shared/parse-as.ts';
import { SourceSecret } from '#shared/rpc/calls/follow.ts';
import type { TokenVault } from '../../connector/connections/token-vault.ts';
import type { SecretStore } from '../../follow/follow-functions.ts';
import { type FindSecret, secretsOfEnvironment } from '../../follow/web/secrets.ts';
import { openKeychain } from '../keychain.ts';

/** Name of a secret in the keychain. */
const accountOf = (origin: string) => `source ${origin}`;

/** Secrets for the origins of followed data, in the keychain. */
export function sourceSecrets(vault: TokenVault): SecretStore {
  return {
    async read(origin) {
      return parseAs(SourceSecret, (await vault.read(accountOf(origin)))?.token ?? '');
    },
    async keep(origin, secret) {
      if (secret === null) await vault.remove(accountOf(origin));
      else await vault.store(accountOf(origin), { token: JSON.stringify(secret), user: null }, 'keychain');
    },
  };
}

/**
 * Secrets for a process without a window: those of the environment, then those in the user's keychain, if there is one.
 * @throws if the environment's secrets cannot be parsed; the message contains none of them
 */
export async function secretsOfProcess(environment: NodeJS.ProcessEnv): Promise<FindSecret> {
  const given = await secretsOfEnvironment(environment);
  const kept = sourceSecrets(openKeychain());
  return async (origin) => (await given(origin)) ?? (await kept.read(origin));
}
