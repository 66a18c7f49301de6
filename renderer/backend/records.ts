import { useQuery } from '@tanstack/react-query';
import type { Connection, DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { onThisComputer } from '../lib/catalogue/find-records.ts';
import { newestRows } from '../lib/versions/version-metadata.ts';
import { callQuery } from './port.ts';
import { RecordsClient } from './records-client.ts';

/** The cache of fetched records. The connector already retries; here an error is shown at once with a retry button. */
export const records = new RecordsClient({
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } },
});

/** Where tokens can be stored. Read again each time it is shown: the keychain may have been unlocked meanwhile. */
export const storageQuery = callQuery('describeStorage', {}, { staleTime: 0 });

/** All connections, in the user's order. */
export const connectionsQuery = callQuery('listConnections', {});

/** A connection; undefined while it is unknown. */
export function useConnection(id: string): Connection | undefined {
  return useQuery(connectionsQuery).data?.find((connection) => connection.id === id);
}

/** The connection to the local service; undefined while it is unknown. */
export function useThisComputer(): Connection | undefined {
  return onThisComputer(useQuery(connectionsQuery).data);
}

/** Whether a service serves the window to browsers. */
export function servesWindowQuery(connection: string) {
  return callQuery('servesWindow', { connection });
}

export function namespacesQuery(connection: string) {
  return callQuery('listNamespaces', { connection });
}

/** One dataset's record. */
export function datasetQuery({ connection, namespace, dataset }: DatasetReference) {
  return callQuery('readDataset', { connection, namespace, dataset });
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
