import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { readVersionMetadata } from '../versions/version-metadata.ts';

/** Rows that a query has, where the dataset's record gives them before any is read; null for one that leaves rows out. */
export function knownCount(query: RowQuery, details: DatasetDetails): number | null {
  if (query.filters.length > 0 || query.search !== '') return null;
  if (query.version === null) return details.rows;
  const version = details.dataset.versions.find((each) => each.slug === query.version);
  return version === undefined ? null : readVersionMetadata(version.metadata).rows;
}
