import { queryOptions } from '@tanstack/react-query';
import { given } from '#shared/given.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { QuerySummary, SavedChart, SavedQueryOutcome } from '#shared/rpc/calls/queries.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend, onBackendEvent } from '../backend.ts';
import { records } from './records.ts';

/** The saved queries of all datasets of a connection. */
export function queriesQuery(connection: string) {
  return queryOptions({
    queryKey: ['queries', connection],
    queryFn: ({ signal }) => callBackend('listQueries', { connection }, signal),
  });
}

/** The usage figures of a dataset; fetched again each time they are shown, since reading changes them. */
export function figuresQuery(reference: DatasetReference) {
  return queryOptions({
    queryKey: ['figures', reference.connection, reference.namespace, reference.dataset],
    queryFn: async ({ signal }) => (await callBackend('readFigures', reference, signal)).figures,
    staleTime: 0,
  });
}

/** An image of a record as a `data:` address; null if there is none to show. */
export function imageQuery(connection: string, image: string) {
  return queryOptions({
    queryKey: ['image', connection, image],
    queryFn: async ({ signal }) => (await callBackend('readImage', { connection, image }, signal)).content,
    enabled: image !== '',
  });
}

/** A query as sent to the backend, without the renderer's read-only types. */
function sendable({ filters, join, ordering, collation, search, fields, version }: RowQuery): RowQuery {
  const copied = fields === null ? null : [...fields];
  const query = { filters: [...filters], ordering: [...ordering], search, fields: copied, version };
  return { ...query, ...(join && { join }), ...(collation && { collation }) };
}

/** Saves a view of a dataset, or a chart over its rows. */
export function saveQuery(
  reference: DatasetReference,
  label: string,
  query: RowQuery,
  drawn?: SavedChart,
): Promise<SavedQueryOutcome> {
  const view = { reference, label, query: sendable(query) };
  return callBackend('saveQuery', drawn === undefined ? view : { ...view, drawn });
}

/** Gives a saved query another label, another view, or both. */
export function changeSavedQuery(
  { url, reference: { connection } }: Pick<QuerySummary, 'url' | 'reference'>,
  change: { readonly label?: string; readonly query?: RowQuery },
): Promise<SavedQueryOutcome> {
  const { label, query } = change;
  return callBackend('changeSavedQuery', {
    connection,
    url,
    ...given({ label }),
    ...(query === undefined ? {} : { query: sendable(query) }),
  });
}

/** Deletes a saved query. */
export async function deleteQuery({ url, reference }: QuerySummary): Promise<void> {
  await callBackend('deleteQuery', { connection: reference.connection, url });
}

/** Runs a saved query on its service. */
export function queryRunQuery({ data, reference: { connection } }: QuerySummary) {
  return queryOptions({
    queryKey: ['query-run', connection, data],
    queryFn: ({ signal }) => callBackend('runQuery', { connection, data }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Invalidates saved queries on backend events until the returned function is called. */
export function followQueries(): () => void {
  return onBackendEvent((event) => {
    if (event.kind !== 'queries-changed' && event.kind !== 'catalogue-changed') return;
    void records.invalidateQueries({ queryKey: ['queries', event.connection] });
    void records.invalidateQueries({ queryKey: ['figures', event.connection] });
    if (event.kind === 'catalogue-changed') void records.invalidateQueries({ queryKey: ['image', event.connection] });
  });
}
