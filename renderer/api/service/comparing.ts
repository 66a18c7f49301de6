import { queryOptions } from '@tanstack/react-query';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend } from '../backend.ts';

/** Whether the service of a connection compares versions. */
export function comparesVersionsQuery(connection: string) {
  return queryOptions({
    queryKey: ['compares-versions', connection],
    queryFn: ({ signal }) => callBackend('comparesVersions', { connection }, signal),
  });
}

/** Two versions of a dataset, and the columns that their rows are matched by. */
export interface Comparison {
  readonly reference: DatasetReference;
  readonly before: string;
  readonly after: string;
  readonly key: readonly string[];
}

/** Rows of one page of differences. */
export const differencesPage = 100;

/** A page of the rows that differ, with the values of `columns`. */
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
