import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type {
  DatasetFigures,
  QueryRun,
  QuerySummary,
  SavedChart,
  SavedQueryOutcome,
} from '#shared/rpc/calls/queries.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { type Exact, member } from '../cells/exact-json.ts';
import { ServiceError } from '../errors.ts';
import { jsonBody } from '../http/json-body.ts';
import type { ServiceLayout } from '../http/layout.ts';
import { readPage } from '../paging/page-answer.ts';
import { columnsOf, rowChecker, rowReader } from '../paging/row-reader.ts';
import type { ServiceApi } from '../service-api.ts';
import { integerField, readWholeList, textField } from './fields.ts';
import { lostParts, parametersOf, parametersOfChart, readQueryRecord } from './query-records.ts';

/** Answers of services without saved queries, or that hide them from the caller. */
const hidden = ['sign-in-needed', 'token-refused', 'forbidden', 'not-found', 'bad-query'] as const;

/** Rows of a run to read: enough to see the result of a query. */
const firstRows = 50;

export interface NewSavedQuery {
  readonly label: string;
  readonly query: RowQuery;
  /** A chart over the rows of `query`. */
  readonly drawn?: SavedChart;
}

/** Changes to a saved query; missing fields stay unchanged. */
export interface QueryChange {
  readonly label?: string;
  readonly query?: RowQuery;
}

/** The saved queries of all visible datasets; empty if the service has no such list. */
export async function listQueries(api: ServiceApi, connection: string, signal?: AbortSignal): Promise<QuerySummary[]> {
  try {
    const items = await readWholeList(api, api.layout.endpoint('queries'), signal);
    return items.flatMap((item) => readQueryRecord(item, api.layout, connection) ?? []);
  } catch (error) {
    if (isOfKind(error, ...hidden)) return [];
    throw error;
  }
}

/** @param connection only added to what is returned */
export async function saveQuery(
  { client, layout }: ServiceApi,
  { connection, namespace, dataset }: DatasetReference,
  { label, query, drawn }: NewSavedQuery,
  signal?: AbortSignal,
): Promise<SavedQueryOutcome> {
  const address = layout.endpoint('queries');
  const parameters = drawn === undefined ? parametersOf(query) : parametersOfChart(query, drawn);
  const body = jsonBody({ label, dataset: layout.dataset(namespace, dataset), parameters });
  const { value } = await client.send({ method: 'POST', address, body }, signal);
  const saved = savedQuery(value, layout, connection, address);
  return { query: saved, notKept: lostParts(query, saved.asks, drawn) };
}

export async function changeSavedQuery(
  { client, layout }: ServiceApi,
  connection: string,
  url: string,
  { label, query }: QueryChange,
  signal?: AbortSignal,
): Promise<SavedQueryOutcome> {
  const address = queryAddress(layout, url);
  const body = jsonBody({ ...given({ label }), ...(query && { parameters: parametersOf(query) }) });
  const { value } = await client.send({ method: 'PATCH', address, body }, signal);
  const saved = savedQuery(value, layout, connection, address);
  return { query: saved, notKept: query === undefined ? [] : lostParts(query, saved.asks) };
}

export async function removeQuery({ client, layout }: ServiceApi, url: string, signal?: AbortSignal): Promise<void> {
  await client.send({ method: 'DELETE', address: queryAddress(layout, url) }, signal);
}

/** The service's own result of a query: its first rows, and the total count. */
export async function runQuery({ client }: ServiceApi, data: string, signal?: AbortSignal): Promise<QueryRun> {
  const address = new URL(data);
  address.searchParams.set('limit', String(firstRows));
  const answer = await client.getJson(address, { signal });
  const { items, count, next } = readPage(answer);
  const shown = items.slice(0, firstRows);
  const checkRow = rowChecker([], null);
  for (const [index, item] of shown.entries()) checkRow(item, index + 1, answer);
  const columns = columnsOf(shown);
  const counted = count ?? (next === null ? items.length : null);
  return { columns, rows: shown.map(rowReader(columns, null)), count: counted };
}

function savedQuery(value: Exact, layout: ServiceLayout, connection: string, at: URL): QuerySummary {
  const query = readQueryRecord(value, layout, connection);
  if (query !== null) return query;
  throw new ServiceError('not-this-kind', explain('query-not-told', { host: at.host }), at.href);
}

/** Only addresses of queries are accepted from the window: the same request could remove a dataset. */
function queryAddress(layout: ServiceLayout, url: string): URL {
  const address = new URL(url);
  if (address.href.startsWith(layout.endpoint('queries').href)) return address;
  throw new ServiceError('bad-address', explain('no-query-address'), url);
}

/** The figures of a dataset; null if the service has no address for them. */
export async function readFigures(
  { client, layout }: ServiceApi,
  { namespace, dataset }: DatasetName,
  signal?: AbortSignal,
): Promise<DatasetFigures | null> {
  try {
    const address = new URL('statistics/', layout.dataset(namespace, dataset));
    const { value } = await client.getJson(address, { signal });
    if (typeof member(value, 'views') !== 'number') return null;
    return {
      latest: textField(value, 'latest') || null,
      elements: integerField(value, 'elements'),
      queries: integerField(value, 'queries'),
      views: integerField(value, 'views'),
    };
  } catch (error) {
    if (isOfKind(error, 'not-found', 'bad-query', 'web-page', 'malformed')) return null;
    throw error;
  }
}
