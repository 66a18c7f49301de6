import type { ServiceDeps } from '../deps.ts';

/** Removes the rows of versions that the catalogue no longer knows; imports of them are cancelled first. */
export async function removeVersions(
  { imports, rows }: Pick<ServiceDeps, 'imports' | 'rows'>,
  keys: readonly string[],
): Promise<void> {
  // All together: a waiting one must not start while another is being cancelled.
  await Promise.all(keys.map((key) => imports.cancel(key)));
  for (const key of keys) await rows.remove(key);
}
