import type { Unreferenced } from '../catalogue/records/namespaces.ts';
import type { ServiceDeps } from '../deps.ts';

/** Removes the rows of versions that are no longer in the catalogue; their imports are cancelled first. */
export async function removeVersions(
  { imports, rows }: Pick<ServiceDeps, 'imports' | 'rows'>,
  keys: readonly string[],
): Promise<void> {
  // All at the same time: a queued import must not start while another is being cancelled.
  await Promise.all(keys.map((key) => imports.cancel(key)));
  for (const key of keys) await rows.remove(key);
}

/** Removes what belonged to records that were deleted: the rows of versions, and images. */
export async function removeUnreferenced(
  deps: Pick<ServiceDeps, 'images' | 'imports' | 'rows'>,
  { keys, images }: Unreferenced,
): Promise<void> {
  await removeVersions(deps, keys);
  for (const names of images) await deps.images.remove(names);
}
