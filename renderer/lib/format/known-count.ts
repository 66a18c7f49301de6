import { type RowQuery, selectsRows } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { readVersionMetadata } from '../versions/version-metadata.ts';

/** The row count of a query if the dataset's record implies it; null if rows are filtered out. */
export function knownCount(query: RowQuery, details: DatasetDetails): number | null {
  if (selectsRows(query)) return null;
  if (query.version === null) return details.rows;
  const version = details.dataset.versions.find((each) => each.slug === query.version);
  return version === undefined ? null : readVersionMetadata(version.metadata).rows;
}
