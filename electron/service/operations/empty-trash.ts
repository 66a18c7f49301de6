import { setTimeout as sleep } from 'node:timers/promises';
import { trashDays } from '#shared/api/records/trash.ts';
import { deleteNamespace } from '../catalogue/records/namespaces.ts';
import { listTrash } from '../catalogue/records/trash.ts';
import type { ServiceDeps } from '../deps.ts';
import { removeUnreferenced } from './remove-dataset.ts';

type TrashDeps = Pick<ServiceDeps, 'catalogue' | 'imports' | 'rows' | 'images' | 'announce'>;

const dayMs = 86_400_000;
/** Waits after the start, which has other work to do, and between runs. */
const [firstWaitMs, everyMs] = [60_000, 3600_000];

/** When something in the trash will be deleted for good; ISO 8601. */
export function expiryOf({ deleted }: { readonly deleted: string }): string {
  return new Date(Date.parse(deleted) + trashDays * dayMs).toISOString();
}

/** Deletes things in the trash for good. @param ids of entries; unknown ones are ignored */
export async function purgeTrash(deps: TrashDeps, ids: readonly number[]): Promise<void> {
  const { records } = deps.catalogue;
  const there = new Set((await listTrash(records)).map(({ id }) => id));
  for (const id of ids) {
    if (!there.has(id)) continue;
    await removeUnreferenced(deps, await deleteNamespace(records, id));
  }
  if (ids.length > 0) deps.announce();
}

/** Deletes for good what has been in the trash long enough. */
export async function emptyExpired(deps: TrashDeps, now = new Date()): Promise<void> {
  const entries = await listTrash(deps.catalogue.records);
  const expired = entries.filter((entry) => expiryOf(entry) <= now.toISOString());
  await purgeTrash(
    deps,
    expired.map(({ id }) => id),
  );
}

/** Calls {@link emptyExpired} every hour. */
export async function keepTrash(deps: TrashDeps & Pick<ServiceDeps, 'log'>, signal: AbortSignal): Promise<void> {
  try {
    await sleep(firstWaitMs, undefined, { signal });
    for (;;) {
      await emptyExpired(deps).catch((error: unknown) => {
        if (!signal.aborted) deps.log.error({ err: error }, 'The trash could not be emptied.');
      });
      await sleep(everyMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
