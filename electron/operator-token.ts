import type { KeptToken, TokenVault } from './connector/connections/token-vault.ts';
import type { RunningService } from './service/server.ts';

/** Milliseconds that the keychain may take; one that asks the person to unlock it is not waited for. */
const patience = 3_000;

/** The name under which the keychain keeps the token of the desktop's own account on a data folder. */
function operatorAccount(dataFolder: string): string {
  return `operator ${dataFolder}`;
}

/** What the keychain has for a data folder; null where it has nothing, or does not answer in time. */
export function keptOperatorToken(dataFolder: string, vault: TokenVault): Promise<KeptToken | null> {
  return inTime(vault.read(operatorAccount(dataFolder)).catch(() => null));
}

/**
 * The token of the desktop's own account: the one in the keychain while it works, otherwise a new one, which is put
 * there. Where no keychain answers it lives in this process alone; it is never written to a file.
 * @param reading what {@link keptOperatorToken} gives, asked for while the service was still starting
 */
export async function operatorToken(
  service: Pick<RunningService, 'dataFolder' | 'issueOperatorToken' | 'isOperatorToken'>,
  vault: TokenVault,
  reading: Promise<KeptToken | null> = keptOperatorToken(service.dataFolder, vault),
): Promise<string> {
  const account = operatorAccount(service.dataFolder);
  const kept = await reading;
  if (kept !== null && (await service.isOperatorToken(kept.token))) return kept.token;
  const token = await service.issueOperatorToken();
  const stored = vault.keep(account, { token, user: null }, 'keychain');
  await inTime(stored.catch(() => vault.keep(account, { token, user: null }, 'session')));
  return token;
}

async function inTime<Result>(work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
