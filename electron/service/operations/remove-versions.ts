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
