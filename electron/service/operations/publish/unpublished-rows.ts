import { randomBytes } from 'node:crypto';
import { CatalogueUnavailableError } from '../../catalogue/database/store-problem.ts';
import type { StoredVersion, VersionKey } from '../../files/stored-version.ts';
import type { RowStore } from '../../rows/row-store.ts';

/**
 * Stores rows that belong to no version yet, and removes them at the end unless they were kept. Rows that a crash
 * leaves are removed by the next start of the service, because the catalogue does not name them.
 * @param ingest stores the rows under a key
 * @param use calls `keep` when the catalogue names the rows
 */
export async function withUnpublishedRows<Result>(
  rows: Pick<RowStore, 'remove'>,
  ingest: (key: VersionKey) => Promise<StoredVersion>,
  use: (stored: StoredVersion, keep: () => void) => Promise<Result>,
): Promise<Result> {
  const stored = await ingest(`new-${randomBytes(12).toString('hex')}`);
  let isKept = false;
  try {
    return await use(stored, () => {
      isKept = true;
    });
  } catch (error) {
    // The catalogue may name them, if only its answer was lost.
    isKept ||= error instanceof CatalogueUnavailableError;
    throw error;
  } finally {
    if (!isKept) await rows.remove(stored.key);
  }
}
