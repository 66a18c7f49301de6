import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend } from './backend.ts';

/** What is known of all columns of a version before a row is read; null where its service keeps no such thing. */
export function outlineQuery(reference: DatasetReference, version: string | null, newest: string) {
  return queryOptions({
    queryKey: ['outline', reference, version ?? newest],
    queryFn: ({ signal }) => callBackend('outlineColumns', { reference, version }, signal),
    gcTime: 10 * 60_000,
  });
}

/** Which rows a profile is of. */
export interface ProfileScope {
  readonly reference: DatasetReference;
  readonly query: RowQuery;
  /** Slug of the newest version: with another one its rows are others. */
  readonly newest: string;
  /** Rows to read where the service makes no profiles itself. */
  readonly rows: number;
}

/** The profile of a column. The one before stays on the screen while more rows, or others, are read. */
export function profileQuery({ reference, query, newest, rows }: ProfileScope, column: string) {
  const { filters, search, version } = query;
  const asked = { filters: [...filters], ordering: [], search, fields: null, version };
  return queryOptions({
    queryKey: ['profile', reference, column, version ?? newest, filters, search, rows],
    queryFn: ({ signal }) => callBackend('profileColumn', { reference, query: asked, column, rows }, signal),
    placeholderData: keepPreviousData,
    gcTime: 10 * 60_000,
  });
}
