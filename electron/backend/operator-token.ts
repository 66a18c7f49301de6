import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredToken, TokenVault } from '../connector/connections/token-vault.ts';
import type { Service } from '../service/service.ts';

/** Do not wait for a keychain that asks the user to unlock it. */
const answerTimeoutMs = 3_000;

/** The keychain's account name for the desktop's own token of a data folder. */
function operatorAccount(dataFolder: string): string {
  return `operator ${dataFolder}`;
}

/** The stored token of a data folder; null if there is none, or the keychain does not answer in time. */
export function storedOperatorToken(dataFolder: string, vault: TokenVault): Promise<StoredToken | null> {
  return inTime(vault.read(operatorAccount(dataFolder)).catch(() => null));
}

/**
 * The token of the desktop's own account: the stored one while it is valid, otherwise a new one, which is stored. If no
 * keychain answers it stays in this process; it is never written to a file.
 * @param reading the result of {@link storedOperatorToken}, requested while the service was still starting
 */
export async function operatorToken(
  service: Pick<Service, 'dataFolder' | 'issueOperatorToken' | 'isOperatorToken'>,
  vault: TokenVault,
  reading: Promise<StoredToken | null> = storedOperatorToken(service.dataFolder, vault),
): Promise<string> {
  const account = operatorAccount(service.dataFolder);
  const known = await reading;
  if (known !== null && (await service.isOperatorToken(known.token))) return known.token;
  const token = await service.issueOperatorToken();
  const stored = vault.store(account, { token, user: null }, 'keychain');
  await inTime(stored.catch(() => vault.store(account, { token, user: null }, 'session')));
  return token;
}

/** @returns null if the work takes longer than {@link answerTimeoutMs} */
function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  return Promise.race([work, sleep(answerTimeoutMs, null, { ref: false })]);
}
