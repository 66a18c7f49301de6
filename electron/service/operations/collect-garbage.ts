import { setTimeout as sleep } from 'node:timers/promises';
import { versionKeys } from '../catalogue/records/versions.ts';
import type { ServiceDeps } from '../deps.ts';

/** After the start, which has other work to do, and then each time; nodes that start together do not all do it at once. */
const [firstWaitMs, everyMs] = [60_000, 3600_000];

/**
 * Removes files of versions that the catalogue does not name from shared storage, every hour or two. Logs at once if that
 * storage cannot be used.
 */
export async function collectGarbage({ rows, catalogue, log }: ServiceDeps, signal: AbortSignal): Promise<void> {
  await rows.assertReachable().catch((error: unknown) => log.error({ err: error }, 'The versions cannot be reached.'));
  try {
    await sleep(firstWaitMs * (1 + Math.random()), undefined, { signal });
    for (;;) {
      await collectOnce({ rows, catalogue, log }, signal);
      await sleep(everyMs * (1 + Math.random()), undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function collectOnce(
  { rows, catalogue, log }: Pick<ServiceDeps, 'rows' | 'catalogue' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const removed = await rows.collectGarbage(() => versionKeys(catalogue.records), signal);
    if (removed.length > 0) log.info({ versions: removed }, 'Objects of removed versions were deleted.');
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'Objects of removed versions could not be deleted.');
  }
}
