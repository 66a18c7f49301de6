import type { ChangeSummary } from '#shared/follow.ts';
import { findRow, inTransaction } from '../../catalogue/database/catalogue.ts';
import { type ColumnNote, keptKey } from '../../catalogue/records/datasets.ts';
import { findStoredVersion } from '../../catalogue/records/versions.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { linkLists, provideLists } from '../publish/publish-codes.ts';
import { withCodes } from '../publish/version-metadata.ts';
import { applyRetention } from './apply-retention.ts';
import { compareVersions, rejectedContent } from './compare-versions.ts';
import { type FollowDeps, publishStored } from './publish-candidate.ts';

/**
 * Publishes or discards the held version; a discarded content is not held again, in whatever order its rows are.
 * @param now ISO 8601
 * @returns false if no version is held
 */
export async function decideHeld(deps: FollowDeps, datasetId: number, accept: boolean, now: string): Promise<boolean> {
  const { catalogue, rows, sidecars, announce } = deps;
  const { records } = catalogue;
  const held = await findRow(records, 'held_versions', { dataset_id: datasetId });
  if (held === undefined) return false;
  const stored = JSON.parse(held.stored) as StoredVersion;
  const columns = JSON.parse(held.notes) as ColumnNote[];
  const before = await findStoredVersion(records, datasetId);
  if (accept && (await rows.verify(stored, {})) !== 'verified') {
    // Nothing to publish, as after restoring a backup: the next check fetches it again.
    await records.deleteFrom('held_versions').where('key', '=', held.key).execute();
    await records
      .updateTable('sources')
      .set({ state: null, requested: 1 })
      .where('dataset_id', '=', datasetId)
      .execute();
    announce();
    return false;
  }
  // Another version may have been published since it was held.
  const summary =
    accept && before !== null && before.key !== held.previous_key
      ? (await compareVersions(rows, { before, after: stored }, await keptKey(records, datasetId), {})).summary
      : (JSON.parse(held.summary) as ChangeSummary);
  const codes = accept ? await provideLists(deps, datasetId, stored) : null;
  const rejected = accept ? '' : await rejectedContent(rows, stored);
  const isDone = await inTransaction(records, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('held_versions')
      .where('dataset_id', '=', datasetId)
      .where('key', '=', held.key)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const change = accept ? { rejected: '', last_change: now } : { rejected };
    await transaction.updateTable('sources').set(change).where('dataset_id', '=', datasetId).execute();
    if (!accept) return true;
    const metadata = codes === null ? held.metadata : withCodes(held.metadata, codes);
    const made = await publishStored(transaction, { datasetId, stored, metadata, columns, before, summary, at: now });
    if (codes !== null) await linkLists(transaction, datasetId, codes);
    await sidecars.writeVersion(transaction, made.id);
    return true;
  });
  if (!isDone) return false;
  if (accept) {
    await sidecars.flush();
    await applyRetention(deps, datasetId, Date.parse(now));
  } else await rows.remove(held.key);
  announce();
  return true;
}
