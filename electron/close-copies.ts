import { setTimeout as sleep } from 'node:timers/promises';
import { recheckCopies } from './jobs/pin/recheck-copies.ts';
import type { ServiceDeps } from './service/deps.ts';

/** Milliseconds that the services that copies came from may take together: nobody waits longer for the local one. */
const timeoutMs = 10_000;

/** Whether a record of a dataset and its rows are given to a caller without a token. */
async function isReadableByAll(address: string): Promise<boolean> {
  // Only a store that holds old copies needs what reads other services.
  const { openService } = await import('./connector/open-service.ts');
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
 * @param notify is given a sentence for the person, and the copies it is about, where there are any
 */
export async function closeCopies(
  deps: ServiceDeps,
  notify: (message: string, copies: readonly string[]) => void,
): Promise<void> {
  const closed = await recheckCopies(deps, (address) =>
    Promise.race([isReadableByAll(address).catch(() => false), sleep(timeoutMs, false, { ref: false })]),
  );
  if (closed.length === 0) return;
  deps.announce();
  notify(
    'Some copies of other services’ datasets could be read by everyone who reaches this computer’s own service, though not everyone may read the original, or its service could not be asked. Now only you can read them:',
    closed,
  );
}
