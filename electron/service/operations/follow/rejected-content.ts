import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { RowStore } from '../../rows/row-store.ts';

/**
 * What is recorded of a rejected version so that its content is not offered again: a digest of its rows in any order,
 * because sources shuffle them; its checksum if the rows cannot be read any more.
 */
export async function rejectedContent(rows: RowStore, version: StoredVersion): Promise<string> {
  try {
    return await rows.open(version).contentDigest({});
  } catch {
    return version.checksum;
  }
}

/**
 * Whether a version has the rejected content.
 * @param rejected as {@link rejectedContent} returned it, or the checksum of a file from an earlier release; empty for
 * none
 */
export async function isRejected(
  rows: RowStore,
  rejected: string,
  version: StoredVersion,
  work: LongWork,
): Promise<boolean> {
  if (rejected === '') return false;
  return rejected === version.checksum || rejected === (await rows.open(version).contentDigest(work));
}
