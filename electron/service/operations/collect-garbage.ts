import { setTimeout as sleep } from 'node:timers/promises';
import { namedKeys } from '../catalogue/records/versions.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Lease } from '../rows/version-files/leases.ts';

/** Minimum waits after the start and between runs. They vary, so that nodes take turns. */
const [firstWaitMs, everyMs] = [60_000, 3600_000];

/** The lease of the node that collects. */
const leaseName = 'garbage';

/**
 * Removes files of versions that the catalogue does not name from shared storage, every hour or two, on one of the
 * nodes that share it: when that node ends, another one takes over. Logs at once if the storage cannot be used.
 */
export async function collectGarbage(deps: ServiceDeps, signal: AbortSignal): Promise<void> {
  const { rows, log } = deps;
  await rows.assertReachable().catch((error: unknown) => log.error({ err: error }, 'The versions cannot be reached.'));
  const collecting: { lease: Lease | null } = { lease: null };
  try {
    await sleep(firstWaitMs * (1 + Math.random()), undefined, { signal });
    for (;;) {
      await collectInTurn(deps, collecting, signal);
      await sleep(everyMs * (1 + Math.random()), undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await collecting.lease?.release();
  }
}

/**
 * Removes files if this node has the lease, and keeps other nodes from removing what this one reads.
 * @param collecting keeps the lease from one call to the next
 */
export async function collectInTurn(
  { rows, catalogue, log }: Pick<ServiceDeps, 'rows' | 'catalogue' | 'log'>,
  collecting: { lease: Lease | null },
  signal: AbortSignal,
): Promise<void> {
  const { leases, records } = catalogue;
  try {
    await rows.keepWhatIsRead(signal);
    if (collecting.lease?.lost.aborted) collecting.lease = null;
    if (leases !== null) collecting.lease ??= await leases.tryTake(leaseName);
    if (leases !== null && collecting.lease === null) return;
    const { lost } = collecting.lease ?? { lost: signal };
    const removed = await rows.collectGarbage((keys) => namedKeys(records, keys), AbortSignal.any([signal, lost]));
    if (removed.length > 0) log.info({ versions: removed }, 'Objects of removed versions were deleted.');
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'Objects of removed versions could not be deleted.');
  }
}
