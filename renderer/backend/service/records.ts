import { queryOptions, useQuery } from '@tanstack/react-query';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails, DatasetReference, RowPage } from '#shared/rpc/records.ts';
import { newestRows } from '../../lib/versions/version-metadata.ts';
import { callBackend, onBackendEvent, onBackendRestart } from '../backend.ts';
import { RecordsClient } from './records-client.ts';
import { isReading, noteReading } from './rows-reached.ts';

/** The cache of fetched records. The connector already retries; here an error is shown at once with a retry button. */
export const records = new RecordsClient({
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } },
});

/** All connections, in the user's order. */
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
  });
}

/** What the listed catalogue says of a dataset; undefined unless it suffices to read rows before the record has come. */
export function listedDetails({ connection, namespace, dataset }: DatasetReference): DatasetDetails | undefined {
  const listed = records.getQueryData(namespacesQuery(connection).queryKey)?.find(({ slug }) => slug === namespace);
  const record = listed?.datasets.find(({ slug }) => slug === dataset);
  if (listed === undefined || record === undefined || record.columns.length === 0) return undefined;
  // Only the columns of a version cannot change.
  if (!record.versions.some(({ ready }) => ready)) return undefined;
  return { dataset: record, namespaceLabel: listed.label, rows: newestRows(record), notices: [] };
}

/** Number of rows to read for a column's profile if the service does not calculate it. */
const profiledRows = 20_000;

/** The profile of a column in a version; null for the newest. */
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
    // A newer version has other values; if nothing has changed the answer comes from a cache.
    staleTime: 60_000,
  });
}

/** A query as sent to the backend. */
function plainQuery(query: RowQuery) {
  return {
    ...query,
    filters: [...query.filters],
    ordering: [...query.ordering],
    fields: query.fields === null ? null : [...query.fields],
  };
}

/** Rows are not cached here: the grid's own block cache holds the nearby ones. */
export async function readRows(
  reference: DatasetReference,
  query: RowQuery,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const settled = noteReading(reference);
  try {
    return await callBackend('readRows', { reference, query: plainQuery(query), offset, limit }, signal);
  } finally {
    settled();
  }
}

/** Milliseconds after which a service is asked again how far it is. */
const progressPollMs = 500;

/** The number of rows that a service counts after it has sent the first; null if it does not. */
async function countLater(reference: DatasetReference, query: RowQuery, signal: AbortSignal): Promise<number | null> {
  for (;;) {
    const progress = await callBackend('readViewProgress', { reference, query: plainQuery(query) }, signal);
    if (progress?.state !== 'preparing' || progress.count !== null) return progress?.count ?? null;
    await new Promise((resolve) => setTimeout(resolve, progressPollMs));
  }
}

/** The number of rows of a query, in a version or, for null, in the newest one. */
export function rowCountQuery(reference: DatasetReference, query: RowQuery, newest: string) {
  const { filters, join, search, version } = query;
  return queryOptions({
    queryKey: ['row-count', reference, version ?? newest, filters, join, search],
    queryFn: async ({ signal }) =>
      (await readRows(reference, query, 0, 1, signal)).count ?? (await countLater(reference, query, signal)),
  });
}

/** Whether a connection's service can order texts as a language does. */
export function collatesTextsQuery(connection: string) {
  return queryOptions({
    queryKey: ['collates-texts', connection],
    queryFn: ({ signal }) => callBackend('collatesTexts', { connection }, signal),
    staleTime: 10 * 60_000,
  });
}

/** How far the service is in preparing the rows of a query: asked again until they are prepared. */
function viewProgressQuery(reference: DatasetReference, query: RowQuery, newest: string) {
  const { filters, join, ordering, collation, search, version } = query;
  return queryOptions({
    queryKey: ['view-progress', reference, version ?? newest, filters, join, ordering, collation, search],
    queryFn: ({ signal }) => callBackend('readViewProgress', { reference, query: plainQuery(query) }, signal),
    refetchInterval: ({ state: { data } }) => {
      const mayProgress = data?.state === 'preparing' || (data?.state === 'none' && isReading(reference));
      return mayProgress ? progressPollMs : false;
    },
  });
}

/** How far the service is in preparing the rows of a query; null if it does not report it, undefined until it has. */
export function useViewProgress(reference: DatasetReference, query: RowQuery, newest: string) {
  const enabled = query.ordering.length > 0 || query.filters.length > 0 || query.search !== '';
  return useQuery({ ...viewProgressQuery(reference, query, newest), enabled }).data;
}

/** Asks again how far the service is, unless it is ready or does not report it: reading rows may have started something. */
export async function rereadViewProgress(reference: DatasetReference, query: RowQuery, newest: string): Promise<void> {
  const { queryKey } = viewProgressQuery(reference, query, newest);
  const known = records.getQueryData(queryKey);
  if (known === null || known?.state === 'ready') return;
  await records.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

/** Rows of a preview. */
const previewedRows = 4;

/** The first rows of a dataset's newest version. */
export function previewQuery(reference: DatasetReference, newest: string | null) {
  const { connection, namespace, dataset } = reference;
  return queryOptions({
    queryKey: ['dataset-preview', connection, namespace, dataset, newest],
    queryFn: async ({ signal }) => {
      const request = { reference, query: plainQuery(everyRow), offset: 0, limit: previewedRows };
      return (await callBackend('readRows', request, signal)).rows;
    },
  });
}
/** Invalidates whatever the backend reports as changed. */
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
