import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
import type { RowBasis, TableFormat } from '#shared/rpc/calls/statistics.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { Credits, GroupTable } from '../../lib/groups/table-text.ts';
import { callBackend } from '../backend.ts';

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
    queryKey: ['row-groups', reference, query.rows.version ?? newest, query, limit, maxRows],
    queryFn: ({ signal }) => callBackend('readGroups', { reference, query, offset: 0, limit, maxRows }, signal),
    placeholderData: keepPreviousData,
    gcTime: 10 * 60_000,
  });
}

/** All groups of several queries, or only their number if it exceeds what may be read. */
export type AllGroups =
  | { readonly kind: 'read'; readonly answers: readonly (readonly Row[])[]; readonly basis: RowBasis }
  | { readonly kind: 'too-many'; readonly count: number };

const pageLimit = 50_000;

/** All groups of several queries over the same rows, page by page. @param most maximum number of groups in total */
export function allGroupsQuery(scope: GroupScope, queries: readonly AggregateQuery[], most: number) {
  const { reference, newest, maxRows } = scope;
  return queryOptions({
    queryKey: ['all-row-groups', reference, queries[0]?.rows.version ?? newest, queries, most, maxRows],
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
  const { addresses, ...about } = credits;
  return callBackend('makeTable', { format, table: { ...about, addresses: [...addresses], head: [...head], lines } });
}
