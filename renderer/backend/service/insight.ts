import { keepPreviousData, queryOptions, useIsFetching, useQuery } from '@tanstack/react-query';
import { type AggregateQuery, keyText } from '#shared/aggregate-query.ts';
import type { ProfileProgress } from '#shared/api/profile.ts';
import type { Cell } from '#shared/cell.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { SelectionFigures } from '../../lib/selection-figures.ts';
import { callBackend } from '../backend.ts';

/** What is known about all columns of a version before any row is read; null if the service stores no such summary. */
export function outlineQuery(reference: DatasetReference, version: string | null, newest: string) {
  return queryOptions({
    queryKey: ['outline', reference, version ?? newest],
    queryFn: ({ signal }) => callBackend('outlineColumns', { reference, version }, signal),
    gcTime: 10 * 60_000,
  });
}

/** The rows that a profile covers. */
export interface ProfileScope {
  readonly reference: DatasetReference;
  readonly query: RowQuery;
  /** Slug of the newest version; the rows change with it. */
  readonly newest: string;
  /** Number of rows to read if the service does not calculate profiles. */
  readonly rows: number;
}

/** The rows of a query as the calls for profiles expect them. */
function profiledRows({ filters, join, search, version }: RowQuery) {
  return { filters: [...filters], ordering: [], search, fields: null, version, ...(join && { join }) };
}

/** The profile of a column. The previous one stays on screen while more or other rows are read. */
export function profileQuery({ reference, query, newest, rows }: ProfileScope, column: string) {
  const { filters, join, search, version } = query;
  const request = profiledRows(query);
  return queryOptions({
    queryKey: ['profile', reference, column, version ?? newest, filters, join, search, rows],
    queryFn: ({ signal }) => callBackend('profileColumn', { reference, query: request, column, rows }, signal),
    placeholderData: keepPreviousData,
    gcTime: 10 * 60_000,
  });
}

/**
 * The exact median of a numeric column whose profile has only an estimate.
 * @param maxRows number of rows that the profile covers
 */
export function medianQuery({ reference, query, newest }: ProfileScope, column: string, maxRows: number) {
  const { filters, join, search, version } = query;
  return queryOptions({
    queryKey: ['median', reference, column, version ?? newest, filters, join, search, maxRows],
    queryFn: async ({ signal }) => {
      const aggregates = [{ name: 'almanac_median', function: 'Median' as const, column }];
      const median: AggregateQuery = { rows: profiledRows(query), keys: [], aggregates, having: [], ordering: [] };
      const request = { reference, query: median, offset: 0, limit: 1, maxRows };
      const { groups } = await callBackend('readGroups', request, signal);
      return Number(groups[0]?.[0] ?? Number.NaN);
    },
    gcTime: 10 * 60_000,
  });
}

/** Milliseconds after which a service is asked again how far its profiles are. */
const progressPollMs = 500;

/** How far the service is with the profiles of these rows that are awaited; empty if it does not report it. */
export function useProfileProgress({ reference, query, newest }: ProfileScope): readonly ProfileProgress[] {
  const isAwaited = useIsFetching({ queryKey: ['profile', reference] }) > 0;
  const { filters, join, search, version } = query;
  const { data } = useQuery({
    queryKey: ['profile-progress', reference, version ?? newest, filters, join, search],
    queryFn: ({ signal }) => callBackend('readProfileProgress', { reference, query: profiledRows(query) }, signal),
    enabled: isAwaited,
    refetchInterval: ({ state }) => (state.data === null ? false : progressPollMs),
  });
  return isAwaited ? (data ?? []) : [];
}

/** Number of rows to read if neither the service nor a local copy can group them. */
const maxRowsRead = 100_000;

/** One value of a column and the number of rows that have it. */
export interface ValueCount {
  readonly value: Cell;
  readonly count: number;
}

/** Values of a column, and the number of rows over which they were counted. */
export interface ValueCounts {
  readonly values: readonly ValueCount[];
  readonly basis: RowBasis;
}

/**
 * The most frequent values of a column over all rows of a version.
 * @param search text that the values contain, ignoring case; empty for all values
 */
export function valueCountsQuery(reference: DatasetReference, version: string | null, column: string, search: string) {
  const filters = search === '' ? [] : [{ column, lookup: 'icontains' as const, value: search }];
  const key = { column, function: null };
  const query: AggregateQuery = {
    rows: { filters, ordering: [], search: '', fields: null, version },
    keys: [{ ...key, text: keyText(key) }],
    aggregates: [{ name: 'almanac_rows', function: 'Count', column: null }],
    having: [],
    ordering: [{ name: 'almanac_rows', descending: true }],
  };
  return queryOptions({
    queryKey: ['value-counts', reference, version, column, search],
    queryFn: async ({ signal }): Promise<ValueCounts> => {
      const request = { reference, query, offset: 0, limit: 50, maxRows: maxRowsRead };
      const { groups, basis } = await callBackend('readGroups', request, signal);
      return { values: groups.map(([value = null, count]) => ({ value, count: Number(count) })), basis };
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Summary figures of a numeric column over all rows of a query. */
export async function readColumnFigures(
  reference: DatasetReference,
  rows: RowQuery,
  column: string,
  signal: AbortSignal,
): Promise<{ readonly figures: SelectionFigures; readonly basis: RowBasis }> {
  const of = (name: 'Count' | 'Sum' | 'Average' | 'Median' | 'Min' | 'Max') => ({
    name: `f_${name}`,
    function: name,
    column,
  });
  const query: AggregateQuery = {
    rows: { ...rows, ordering: [], fields: null, filters: [...rows.filters] },
    keys: [],
    aggregates: [
      { name: 'f_rows', function: 'Count', column: null },
      ...(['Count', 'Sum', 'Average', 'Median', 'Min', 'Max'] as const).map(of),
    ],
    having: [],
    ordering: [],
  };
  const request = { reference, query, offset: 0, limit: 1, maxRows: maxRowsRead };
  const { groups, basis } = await callBackend('readGroups', request, signal);
  const [all = 0, count = 0, ...numbers] = groups[0] ?? [];
  const [sum = null, average = null, median = null, min = null, max = null] = numbers.map((value) =>
    typeof value === 'number' || typeof value === 'bigint' ? value : null,
  );
  const known = { count: Number(count), missing: Number(all) - Number(count), sum, min, max };
  return {
    figures: {
      ...known,
      average: average === null ? null : Number(average),
      median: median === null ? null : Number(median),
    },
    basis,
  };
}

/** Whether a connection's service groups rows and can combine filters with OR. */
export function groupsRowsQuery(connection: string) {
  return queryOptions({
    queryKey: ['groups-rows', connection],
    queryFn: ({ signal }) => callBackend('groupsRows', { connection }, signal),
    staleTime: 10 * 60_000,
  });
}
