import type { StoredToken, TokenVault } from '../connector/connections/token-vault.ts';
import type { RunningLocalService } from '../service/local-service.ts';

/** A keychain that asks the user to unlock it is not waited for. */
const answerTimeoutMs = 3_000;

/** The name under which the keychain keeps the token of the desktop's own account on a data folder. */
function operatorAccount(dataFolder: string): string {
  return `operator ${dataFolder}`;
}

/** What the keychain has for a data folder; null where it has nothing, or does not answer in time. */
export function storedOperatorToken(dataFolder: string, vault: TokenVault): Promise<StoredToken | null> {
  return inTime(vault.read(operatorAccount(dataFolder)).catch(() => null));
}

/**
 * The token of the desktop's own account: the one in the keychain while it works, otherwise a new one, which is put
 * there. Where no keychain answers it lives in this process alone; it is never written to a file.
 * @param reading what {@link storedOperatorToken} gives, asked for while the service was still starting
 */
export async function operatorToken(
  service: Pick<RunningLocalService, 'dataFolder' | 'issueOperatorToken' | 'isOperatorToken'>,
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

async function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), answerTimeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
