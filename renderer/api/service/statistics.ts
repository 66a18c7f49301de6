import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend } from '../backend.ts';

/** What groups are asked of. */
export interface GroupScope {
  readonly reference: DatasetReference;
  /** Slug of the newest version: with another one its rows are others. */
  readonly newest: string;
  /** Rows to read where neither the service nor a copy groups them. */
  readonly maxRows: number;
}

/** The first `limit` groups of a query. Those before stay on the screen while others are calculated. */
export function groupsQuery({ reference, newest, maxRows }: GroupScope, query: AggregateQuery, limit: number) {
  return queryOptions({
    queryKey: ['groups', reference, query.rows.version ?? newest, query, limit, maxRows],
    queryFn: ({ signal }) => callBackend('readGroups', { reference, query, offset: 0, limit, maxRows }, signal),
    placeholderData: keepPreviousData,
    gcTime: 10 * 60_000,
  });
}
