import { queryOptions } from '@tanstack/react-query';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { newestRows } from '../lib/versions/version-metadata.ts';
import { keys } from './keys.ts';
import { callBackend } from './port.ts';
import { RecordsClient } from './records-client.ts';

/** The cache of fetched records. The connector already retries; here an error is shown at once with a retry button. */
export const records = new RecordsClient({
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } },
});

/** All connections, in the user's order. */
export const connectionsQuery = queryOptions({
  queryKey: keys.connections(),
  queryFn: ({ signal }) => callBackend('listConnections', {}, signal),
});

/** The namespaces of a connection with their datasets. */
export function namespacesQuery(connection: string) {
  return queryOptions({
    queryKey: keys.namespaces(connection),
    queryFn: ({ signal }) => callBackend('listNamespaces', { connection }, signal),
  });
}

/** One dataset's record. */
export function datasetQuery(reference: DatasetReference) {
  return queryOptions({
    queryKey: keys.dataset(reference.connection, reference.namespace, reference.dataset),
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
