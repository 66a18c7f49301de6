import { queryOptions } from '@tanstack/react-query';
import { given } from '#shared/given.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { QuerySummary, SavedChart, SavedQueryOutcome } from '#shared/rpc/calls/queries.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend, callKey, callQuery } from './port.ts';

/** The saved queries of all datasets of a connection. */
export function queriesQuery(connection: string) {
  return callQuery('listQueries', { connection });
}

/** An image of a record as a `data:` address; null if there is none to show. */
export function imageQuery(connection: string, image: string) {
  return queryOptions({
    queryKey: callKey('readImage', { connection, image }),
    queryFn: async ({ signal }) => (await callBackend('readImage', { connection, image }, signal)).content,
    enabled: image !== '',
  });
}

/** Saves a view of a dataset, or a chart over its rows. */
export function saveQuery(
  reference: DatasetReference,
  label: string,
  query: RowQuery,
  drawn?: SavedChart,
): Promise<SavedQueryOutcome> {
  return callBackend('saveQuery', { reference, label, query, ...given({ drawn }) });
}

/** Gives a saved query another label, another view, or both. */
export function changeSavedQuery(
  { url, reference: { connection } }: Pick<QuerySummary, 'url' | 'reference'>,
  change: { readonly label?: string; readonly query?: RowQuery },
): Promise<SavedQueryOutcome> {
  return callBackend('changeSavedQuery', { connection, url, ...change });
}
