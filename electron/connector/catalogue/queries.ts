import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { aggregateText, derivationText } from '#shared/aggregate-query.ts';
import { SavedParameters } from '#shared/api/records/query.ts';
import { Chart } from '#shared/chart.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type {
  DatasetFigures,
  QueryPart,
  QueryRun,
  QuerySummary,
  SavedChart,
  SavedQueryOutcome,
} from '#shared/rpc/calls/queries.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { orNull } from '#shared/schema-parts.ts';
import { type Exact, exactText, isRecord, member } from '../../lib/exact-json.ts';
import { ServiceError } from '../errors.ts';
import { jsonBody } from '../http/json-body.ts';
import type { ServiceLayout } from '../http/layout.ts';
import { readPage } from '../paging/page-answer.ts';
import { columnsOf, rowChecker, rowReader } from '../paging/row-reader.ts';
import type { ServiceApi } from '../service-api.ts';
import { integerField, readWholeList, slugIn, textField } from './fields.ts';

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

/** Parts of a row query. */
const parts = [
  'filters',
  'join',
  'ordering',
  'collation',
  'search',
  'fields',
  'version',
] as const satisfies readonly QueryPart[];
/** The additional parts of a chart; its groups are derived from it. */
const chartParts: ReadonlySet<string> = new Set(['chart', 'group_by', 'aggregates', 'derived', 'having']);

const { filters, join, ordering, collation, fields, search, version } = SavedParameters.properties;
const strict = { additionalProperties: false } as const;

/** Parameters that a view can express: any part may be missing or null. */
const ViewParameters = Type.Partial(
  Type.Object(
    {
      filters: orNull(filters),
      join: orNull(join),
      ordering: orNull(ordering),
      collation: orNull(collation),
      fields,
      search: orNull(search),
      version: orNull(version),
    },
    strict,
  ),
  strict,
);

/** A saved query's parameters as a view; null if a view cannot express them. */
export function readParameters(stored: unknown): RowQuery | null {
  if (!Value.Check(ViewParameters, stored)) return null;
  const { filters, join, ordering, collation, search, fields, version } = stored;
  return {
    filters: (filters ?? []).map(({ column, lookup, value }) => ({ column, lookup, value })),
    ordering: (ordering ?? []).map(({ column, descending }) => ({ column, descending })),
    search: search ?? '',
    fields: fields ?? null,
    version: version || null,
    ...(join && { join }),
    ...(collation && { collation }),
  };
}

/** A saved chart with its rows; null if there is none that can be read. */
function readChart(value: Exact | undefined): Extract<QuerySummary['asks'], { kind: 'view' }> | null {
  if (!isRecord(value) || !Value.Check(Chart, value.chart)) return null;
  const rows = Object.fromEntries(Object.entries(value).filter(([name]) => !chartParts.has(name)));
  // The ordering belongs to the groups.
  const query = readParameters({ ...rows, ordering: [] });
  return query === null ? null : { kind: 'view', query, chart: value.chart };
}

/** A query in the service's own format, as text. */
function unsupportedText(record: Exact): string {
  const parameters = member(record, 'parameters') ?? member(record, 'query') ?? null;
  const text = typeof parameters === 'string' ? parameters : parameters === null ? '' : exactText(parameters);
  return text.slice(0, 2000);
}

/** Reads a saved query from its record; null if it does not name its dataset or its own address. */
export function readQueryRecord(value: Exact, layout: ServiceLayout, connection: string): QuerySummary | null {
  const dataset = textField(value, 'dataset');
  const reference = { connection, namespace: slugIn(dataset, 'namespaces'), dataset: slugIn(dataset, 'datasets') };
  const id = integerField(value, 'id');
  const own = id > 0 ? new URL(`${id}/`, layout.endpoint('queries')).href : '';
  const url = layout.home(textField(value, 'url')) || own;
  if (reference.namespace === '' || reference.dataset === '' || url === '') return null;
  const parameters = member(value, 'parameters');
  const query = readParameters(parameters);
  const asks = query === null ? readChart(parameters) : ({ kind: 'view', query } as const);
  return {
    url,
    label: textField(value, 'label') || textField(value, 'slug') || url,
    reference,
    created: textField(value, 'created'),
    data: layout.home(textField(value, 'data')),
    asks: asks ?? { kind: 'unsupported', text: unsupportedText(value) },
  };
}

/** The parameters of a view. Empty parts are sent too, so that they replace what was stored before. */
function parametersOf(query: RowQuery): Record<string, unknown> {
  const { filters, join, ordering, collation, search, fields, version } = query;
  const extensions = { ...(join && { join }), ...(collation && { collation }), ...(version !== null && { version }) };
  return { ordering, filters, fields, search, ...extensions };
}

/** The parameters of a chart and its rows: the groups are requested as by any client, so `data/` returns them. */
function parametersOfChart(query: RowQuery, { chart, groups }: SavedChart): Record<string, unknown> {
  return {
    ...parametersOf({ ...query, fields: null }),
    ordering: groups.ordering.map(({ name, descending }) => ({ column: name, descending })),
    group_by: groups.keys.map(({ text }) => text),
    aggregates: groups.aggregates.map((aggregate) => ({ name: aggregate.name, value: aggregateText(aggregate) })),
    ...(groups.derived !== undefined && {
      derived: groups.derived.map((derivation) => ({ name: derivation.name, value: derivationText(derivation) })),
    }),
    chart,
  };
}

/** The parts that were sent but are missing in what the service stored. */
export function lostParts(sent: RowQuery, kept: QuerySummary['asks'], drawn?: SavedChart): QueryPart[] {
  const asksNothing = { filters: [], ordering: [], search: '', fields: null, version: null };
  const held: RowQuery = kept.kind === 'view' ? kept.query : asksNothing;
  const lost = parts.filter((part) => canonical(sent[part]) !== canonical(held[part]));
  const lostChart = drawn !== undefined && (kept.kind !== 'view' || kept.chart === undefined);
  return lostChart ? [...lost, 'chart'] : lost;
}

function canonical(value: RowQuery[(typeof parts)[number]]): string {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  // A service may write the members of a filter in another order.
  return JSON.stringify(
    value.map((item) => (typeof item === 'string' ? item : Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))),
  );
}
