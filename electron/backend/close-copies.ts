import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalService } from '../service/local-service.ts';

/** Milliseconds that the services that copies came from may take together; the local service waits no longer. */
const timeoutMs = 10_000;

/** Whether a record of a dataset and its rows are given to a caller without a token. */
async function isReadableByAll(address: string): Promise<boolean> {
  // Only a store that holds old copies needs what reads other services.
  const { openService } = await import('../connector/discovery/open-service.ts');
  const limits = { attempts: 1, connect: timeoutMs, headers: timeoutMs, stall: timeoutMs, whole: timeoutMs };
  const service = await openService(address, null, limits);
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
 * Closes public copies of what not everyone may read, before a service lets anyone read it.
 * @param notify is given the copies that were closed, where there are any
 */
export async function closeCopies(
  local: Pick<LocalService, 'closeRestrictedCopies'>,
  notify: (copies: readonly string[]) => void,
): Promise<void> {
  const closed = await local.closeRestrictedCopies((address) =>
    Promise.race([isReadableByAll(address).catch(() => false), sleep(timeoutMs, false, { ref: false })]),
  );
  if (closed.length === 0) return;
  notify(closed);
}
