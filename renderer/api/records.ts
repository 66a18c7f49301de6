import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetReference, RowPage } from '#shared/rpc/records.ts';
import { blockSizeFor } from '../lib/block-size.ts';
import { callBackend, onBackendEvent, onBackendRestart } from './backend.ts';
import { askForFirstPage, firstPageAtHand, haveFirstPage, takeFirstPage } from './first-page.ts';
import { keepPage, keptPage } from './kept-page.ts';
import { keptRecord } from './kept-record.ts';
import { RecordsClient } from './records-client.ts';
import { whileReading } from './rows-reached.ts';

/** The records that were fetched. The connector behind it retries; here an error is shown at once, with a retry. */
export const records = new RecordsClient({
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } },
});

/** All connections, in the person's order. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => callBackend('listConnections', {}, signal),
});

/** The namespaces of a connection with their datasets. */
export function namespacesQuery(connection: string) {
  return queryOptions({
    queryKey: ['namespaces', connection],
    queryFn: ({ signal }) => callBackend('listNamespaces', { connection }, signal),
  });
}

/** One dataset's record. */
export function datasetQuery(reference: DatasetReference) {
  return queryOptions({
    queryKey: ['dataset', reference.connection, reference.namespace, reference.dataset],
    queryFn: ({ signal }) => callBackend('readDataset', reference, signal),
    // Where the record is what it was, nothing that was drawn by the kept one is drawn anew.
    structuralSharing: (before, now) => replaceEqualDeep(before ?? keptRecord(reference), now),
  });
}

/** Rows that are read for a column's profile where the service makes none itself. */
const profiledRows = 20_000;

/** What a column's values are like in a version; null for the newest. */
export function columnProfileQuery(reference: DatasetReference, version: string | null, column: string) {
  const { connection, namespace, dataset } = reference;
  return queryOptions({
    queryKey: ['column-profile', connection, namespace, dataset, version, column],
    queryFn: ({ signal }) =>
      callBackend(
        'profileColumn',
        {
          reference,
          query: { filters: [], ordering: [], search: '', fields: null, version },
          column,
          rows: profiledRows,
        },
        signal,
      ),
    // A newer version has other values; asked for again, it is there at once where nothing has changed.
    staleTime: 60_000,
  });
}

/** A query as it crosses to the backend. */
function plainQuery(query: RowQuery) {
  return {
    ...query,
    filters: [...query.filters],
    ordering: [...query.ordering],
    fields: query.fields === null ? null : [...query.fields],
  };
}

/** What is asked for the first rows; undefined where the columns, by which it is known how many, are not. */
function firstRowsOf(reference: DatasetReference, query: RowQuery) {
  const columns = keptRecord(reference)?.dataset.columns.length;
  if (columns === undefined) return undefined;
  return { reference, query: plainQuery(query), offset: 0, limit: blockSizeFor(columns) };
}

/** Whether the first rows were kept when they were last looked at. */
export function areFirstRowsKept(reference: DatasetReference, query: RowQuery): boolean {
  const asked = firstRowsOf(reference, query);
  return asked !== undefined && keptPage(asked) !== null;
}

/** Puts the first rows at hand, if they were kept; whether they were. */
export function takeKeptRows(reference: DatasetReference, query: RowQuery): boolean {
  const asked = firstRowsOf(reference, query);
  const page = asked === undefined ? null : keptPage(asked);
  if (asked === undefined || page === null) return false;
  haveFirstPage(asked, page);
  return true;
}

/**
 * Asks for the record of a dataset that is going to be shown, and for its first rows where its columns are known and
 * they are not at hand.
 */
export function readAhead(reference: DatasetReference, query: RowQuery): void {
  void records.prefetchQuery(datasetQuery(reference));
  const asked = firstRowsOf(reference, query);
  if (asked !== undefined && firstPageAtHand(asked) === null) askForFirstPage(asked);
}

/** First rows that are at hand: {@link readRows} is going to give the same. */
export function rowsAtHand(reference: DatasetReference, query: RowQuery): RowPage | null {
  const asked = firstRowsOf(reference, query);
  return asked === undefined ? null : firstPageAtHand(asked);
}

/** Rows are not kept here, but for the first ones at the next start: the grid's own block cache holds what is near. */
export async function readRows(
  reference: DatasetReference,
  query: RowQuery,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const own = plainQuery(query);
  const asked = { reference, query: own, offset, limit };
  const page = await whileReading(reference, takeFirstPage(asked) ?? callBackend('readRows', asked, signal));
  keepPage(asked, page);
  return page;
}

/** Asks again for whatever the backend says has changed. */
export function followBackend(): void {
  onBackendEvent((event) => {
    switch (event.kind) {
      case 'connections-changed':
        void records.invalidateQueries({ queryKey: ['connections'] });
        return;
      case 'catalogue-changed':
        void records.invalidateQueries({ queryKey: ['namespaces', event.connection] });
        void records.invalidateQueries({ queryKey: ['dataset', event.connection] });
        return;
      case 'dataset-changed':
        void records.invalidateQueries({ queryKey: datasetQuery(event.reference).queryKey });
    }
  });
  onBackendRestart(() => void records.invalidateQueries());
}
