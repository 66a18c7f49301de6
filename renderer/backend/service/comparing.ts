import { queryOptions } from '@tanstack/react-query';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
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
  /** Restricts the comparison to rows that this query selects in either version; null for all rows. */
  readonly rows: RowQuery | null;
}

/** How many of the compared rows differ. */
export function differenceCountsQuery({ reference, before, after, key, rows }: Comparison) {
  return queryOptions({
    queryKey: ['difference-counts', reference, before, after, key, rows],
    queryFn: ({ signal }) =>
      callBackend('countDifferences', { reference, before, after, key: [...key], rows: rows ?? everyRow }, signal),
    gcTime: 60_000,
  });
}

/** Rows per page of differences. */
export const differencesPage = 100;

/** Differing rows `offset` to `offset + limit`, with the values of `columns`. */
export function readDifferences(
  { reference, before, after, key, rows }: Comparison,
  columns: readonly string[],
  offset: number,
  limit: number,
  signal?: AbortSignal,
) {
  const part = { columns: [...columns], ...(rows !== null && { rows }), offset, limit };
  return callBackend('readDifferences', { reference, before, after, key: [...key], ...part }, signal);
}

/** A page of differing rows, with the values of `columns`. */
export function differencesQuery(comparison: Comparison, columns: readonly string[], page: number) {
  const { reference, before, after, key, rows } = comparison;
  return queryOptions({
    queryKey: ['differences', reference, before, after, key, rows, columns, page],
    queryFn: ({ signal }) => readDifferences(comparison, columns, page * differencesPage, differencesPage, signal),
    gcTime: 60_000,
  });
}
