import type { RowQuery } from '#shared/row-query.ts';
import type { ColumnOutline, ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { ServiceDeps } from '../deps.ts';
import type { StoredVersion } from '../files/stored-version.ts';

/** Profiles the columns of a query, or all of them, over the selected rows; one column after the other. */
export async function profileColumns(
  { rows }: Pick<ServiceDeps, 'rows'>,
  version: StoredVersion,
  query: RowQuery,
  work: LongWork,
): Promise<ColumnProfile[]> {
  const profiles: ColumnProfile[] = [];
  for (const column of query.fields ?? version.columns.map(({ name }) => name)) {
    profiles.push(await rows.open(version).profile(query, column, work));
  }
  return profiles;
}

/** Outlines all columns from the statistics of the stored file, without reading rows. */
export async function outlineOfVersion(
  { rows }: Pick<ServiceDeps, 'rows'>,
  version: StoredVersion,
  work: LongWork,
): Promise<readonly ColumnOutline[]> {
  return await rows.open(version).outline(work);
}
