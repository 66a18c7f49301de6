import { queryOptions } from '@tanstack/react-query';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend } from '../backend.ts';

/** Whether a connection's service compares versions. */
export function comparesVersionsQuery(connection: string) {
  return queryOptions({
    queryKey: ['compares-versions', connection],
    queryFn: ({ signal }) => callBackend('comparesVersions', { connection }, signal),
  });
}

/** Two versions of a dataset, and the columns by which their rows are matched. */
export interface Comparison {
  readonly reference: DatasetReference;
  readonly before: string;
  readonly after: string;
  readonly key: readonly string[];
}

/** Rows per page of differences. */
export const differencesPage = 100;

/** A page of differing rows, with the values of `columns`. */
export function differencesQuery(comparison: Comparison, columns: readonly string[], page: number) {
  const { reference, before, after, key } = comparison;
  return queryOptions({
    queryKey: ['differences', reference, before, after, key, columns, page],
    queryFn: ({ signal }) =>
      callBackend(
        'readDifferences',
        {
          reference,
          before,
          after,
          key: [...key],
          columns: [...columns],
          offset: page * differencesPage,
          limit: differencesPage,
        },
        signal,
      ),
    gcTime: 60_000,
  });
}
