import { keepPreviousData, type QueryKey, queryOptions, useIsFetching, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { ProfileProgress } from '#shared/api/profile.ts';
import type { Cell, Row } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { maxRowsToGroup, type RowBasis, type TableFormat } from '#shared/rpc/calls/statistics.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import type { SelectionFigures } from '../lib/cell-figures.ts';
import type { DataColumn } from '../lib/data-column.ts';
import { extentsOf, openColumnsOf } from '../lib/groups/extents.ts';
import { coarseCellsQuery, extentQuery, groupQuery, keyOf, maxCoarseCells } from '../lib/groups/group-query.ts';
import type { ValueExtent } from '../lib/groups/resolve-dimensions.ts';
import type { Credits, GroupTable } from '../lib/groups/table-text.ts';
import { newestVersion } from '../lib/versions/version-metadata.ts';
import type { DatasetTab } from '../state/tab.ts';
import { callBackend, callQuery } from './port.ts';

/** The rows that groups are calculated over. */
export interface GroupScope {
  readonly reference: DatasetReference;
  /** Slug of the newest version; the rows change with it. */
  readonly newest: string;
  /** Number of rows to read if neither the service nor a local copy can group them. */
  readonly maxRows: number;
}

/** The first `limit` groups of a query. The previous ones stay on screen while others are calculated. */
export function groupsQuery({ reference, newest, maxRows }: GroupScope, query: AggregateQuery, limit: number) {
  return queryOptions({
    queryKey: ['rowGroups', reference, query.rows.version ?? newest, query, limit, maxRows],
    queryFn: ({ signal }) => callBackend('readGroups', { reference, query, offset: 0, limit, maxRows }, signal),
    placeholderData: keepPreviousData,
    gcTime: 10 * 60_000,
  });
}

/** All groups of several queries, or only their number if it exceeds what may be read. */
type AllGroups =
  | { readonly kind: 'read'; readonly answers: readonly (readonly Row[])[]; readonly basis: RowBasis }
  | { readonly kind: 'too-many'; readonly count: number };

const pageLimit = 50_000;

/** All groups of several queries over the same rows, page by page. @param most maximum number of groups in total */
export function allGroupsQuery(scope: GroupScope, queries: readonly AggregateQuery[], most: number) {
  const { reference, newest, maxRows } = scope;
  return queryOptions({
    queryKey: ['allRowGroups', reference, queries[0]?.rows.version ?? newest, queries, most, maxRows],
    queryFn: ({ signal }) => readAllGroups(scope, queries, most, signal),
    gcTime: 2 * 60_000,
  });
}

async function readAllGroups(
  { reference, maxRows }: GroupScope,
  queries: readonly AggregateQuery[],
  most: number,
  signal: AbortSignal,
): Promise<AllGroups> {
  const answers: (readonly Row[])[] = [];
  let basis: RowBasis = { kind: 'all' };
  let read = 0;
  for (const query of queries) {
    const groups: Row[] = [];
    for (let isWhole = false; !isWhole; ) {
      const request = { reference, query, offset: groups.length, limit: pageLimit, maxRows };
      const page = await callBackend('readGroups', request, signal);
      if (read + (page.count ?? 0) > most) return { kind: 'too-many', count: read + (page.count ?? 0) };
      for (const group of page.groups) groups.push(group);
      if (read + groups.length > most) return { kind: 'too-many', count: read + groups.length };
      basis = page.basis;
      isWhole = page.groups.length === 0 || (page.count !== null && groups.length >= page.count);
    }
    read += groups.length;
    answers.push(groups);
  }
  return { kind: 'read', answers, basis };
}

/** A table and its provenance as a file in a format, base64-encoded. */
export function makeTable(format: TableFormat, { head, lines }: GroupTable, credits: Credits): Promise<string> {
  return callBackend('makeTable', { format, table: { ...credits, head, lines } });
}

/** What is known about all columns of a version before any row is read; null if the service stores no such summary. */
export function outlineQuery(reference: DatasetReference, version: string | null, newest: string) {
  return callQuery('outlineColumns', { reference, version }, { gcTime: 10 * 60_000, dependsOn: [newest] });
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

function profiledRows({ filters, join, search, version }: RowQuery) {
  return { filters, ordering: [], search, fields: null, version, ...(join && { join }) };
}

/** What the keys of all profiles of a dataset begin with. */
export function profileKey(reference: DatasetReference): QueryKey {
  return ['profile', reference];
}

/** The profile of a column. The previous one stays on screen while more or other rows are read. */
export function profileQuery({ reference, query, newest, rows }: ProfileScope, column: string) {
  const { filters, join, search, version } = query;
  const request = profiledRows(query);
  return queryOptions({
    queryKey: [...profileKey(reference), column, version ?? newest, filters, join, search, rows],
    queryFn: ({ signal }) => callBackend('profileColumn', { reference, query: request, column, rows }, signal),
    placeholderData: keepPreviousData,
    gcTime: 10 * 60_000,
  });
}

/** Number of rows to read for a column's profile if the service does not calculate it. */
const maxProfiledRows = 20_000;

/** The profile of a column in a version; null for the newest. */
export function columnProfileQuery(reference: DatasetReference, version: string | null, column: string) {
  const request = { reference, query: { ...everyRow, version }, column, rows: maxProfiledRows };
  // A newer version has other values; if nothing has changed the answer comes from a cache.
  return callQuery('profileColumn', request, { staleTime: 60_000 });
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
      const request = { reference, query: groupQuery(query, aggregates), offset: 0, limit: 1, maxRows };
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
  const isAwaited = useIsFetching({ queryKey: profileKey(reference) }) > 0;
  const { filters, join, search, version } = query;
  const { data } = useQuery({
    queryKey: ['profileProgress', reference, version ?? newest, filters, join, search],
    queryFn: ({ signal }) => callBackend('readProfileProgress', { reference, query: profiledRows(query) }, signal),
    enabled: isAwaited,
    refetchInterval: ({ state }) => (state.data === null ? false : progressPollMs),
  });
  return isAwaited ? (data ?? []) : [];
}

/** Number of rows to read if neither the service nor a local copy can group them. */
const maxRowsRead = 100_000;

/** One value of a column and the number of rows that have it. */
interface ValueCount {
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
  const count = { name: 'almanac_rows', function: 'Count', column: null } as const;
  const counts = groupQuery({ ...everyRow, filters, version }, [count], [keyOf({ column, function: null, step: 0 })]);
  const query = { ...counts, ordering: [{ name: count.name, descending: true }] };
  return queryOptions({
    queryKey: ['valueCounts', reference, version, column, search],
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
  const names = ['Count', 'Sum', 'Average', 'Median', 'Min', 'Max'] as const;
  const query = groupQuery(rows, [
    { name: 'f_rows', function: 'Count', column: null },
    ...names.map((name) => ({ name: `f_${name}`, function: name, column })),
  ]);
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

const noExtents: ReadonlyMap<string, ValueExtent> = new Map();

/**
 * The extents that determine the steps, bins and cells of dimensions; null while they are being read. @param dimensions
 * the same list each time
 */
export function useExtents(
  dimensions: readonly Dimension[],
  all: readonly DataColumn[],
  scope: GroupScope,
  rows: RowQuery,
) {
  const open = useMemo(() => openColumnsOf(dimensions, all), [dimensions, all]);
  const { columns, place } = open;
  const values = useQuery({ ...groupsQuery(scope, extentQuery(columns, rows), 1), enabled: columns.length > 0 });
  const cells = useQuery({
    ...groupsQuery(scope, coarseCellsQuery(place ?? '', rows), maxCoarseCells),
    enabled: place !== null,
  });
  const found = values.isPlaceholderData ? undefined : values.data?.groups[0];
  const coarse = cells.isPlaceholderData ? undefined : cells.data?.groups;
  const extents = useMemo(() => {
    if (columns.length === 0 && place === null) return noExtents;
    if ((columns.length > 0 && found === undefined) || (place !== null && coarse === undefined)) return null;
    return extentsOf(open, found ?? [], coarse ?? []);
  }, [open, columns, found, place, coarse]);
  const failed = [values, cells].find(({ error }) => error !== null) ?? values;
  return { extents, error: failed.error, refetch: failed.refetch };
}

/** Number of rows read at first if neither the service nor a local copy can group them. */
const firstRows = 100_000;
const factor = 5;

/** The rows of a tab over which groups are calculated. `readMore` reads more of them; null at the limit. */
export function useGroupScope({ reference, query }: DatasetTab, { dataset }: DatasetDetails) {
  const newest = newestVersion(dataset);
  const [maxRows, setMaxRows] = useState(firstRows);
  const scope = useMemo((): GroupScope => ({ reference, newest, maxRows }), [reference, newest, maxRows]);
  const rows = useMemo((): RowQuery => ({ ...query, ordering: [], fields: null }), [query]);
  const more = Math.min(maxRows * factor, maxRowsToGroup);
  return { scope, rows, readMore: more > maxRows ? () => setMaxRows(more) : null };
}
