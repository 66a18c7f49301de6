import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../service/service.ts';

/** Time limit for all services that copies came from; the local service starts after it at the latest. */
const timeoutMs = 10_000;

/** Whether a dataset's record and rows are readable without a token. */
async function isReadableByAll(address: string): Promise<boolean> {
  // Only a store with old copies needs the code that reads other services.
  const { openRemoteService } = await import('../connector/discovery/open-service.ts');
  const limits = { attempts: 1, connectMs: timeoutMs, headersMs: timeoutMs, stallMs: timeoutMs, wholeMs: timeoutMs };
  const service = await openRemoteService(address, null, limits);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    await service.source.readRecord(new URL(address), signal);
    const rows = new URL('data/', address);
    rows.searchParams.set('limit', '1');
    await service.source.readRecord(rows, signal);
    return true;
  } finally {
    await service.close();
  }
}

/**
 * Closes public copies of originals that not everyone may read, before the service answers anyone.
 * @param notify called with the closed copies, if there are any
 */
export async function closeCopies(
  local: Pick<Service, 'closeRestrictedCopies'>,
  notify: (copies: readonly string[]) => void,
): Promise<void> {
  const closed = await local.closeRestrictedCopies((address) =>
    Promise.race([isReadableByAll(address).catch(() => false), sleep(timeoutMs, false, { ref: false })]),
  );
  if (closed.length === 0) return;
  notify(closed);
}
