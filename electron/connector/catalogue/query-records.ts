import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { aggregateText, derivationText } from '#shared/aggregate-query.ts';
import { SavedParameters } from '#shared/api/records/query.ts';
import { Chart } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { QueryPart, QuerySummary, SavedChart } from '#shared/rpc/calls/queries.ts';
import { orNull } from '#shared/schema-parts.ts';
import { type Exact, exactText, isRecord, member } from '../cells/exact-json.ts';
import type { ServiceLayout } from '../http/layout.ts';
import { integerField, slugIn, textField } from './fields.ts';

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
export function parametersOf(query: RowQuery): Record<string, unknown> {
  const { filters, join, ordering, collation, search, fields, version } = query;
  const extensions = { ...(join && { join }), ...(collation && { collation }), ...(version !== null && { version }) };
  return { ordering, filters, fields, search, ...extensions };
}

/** The parameters of a chart and its rows: the groups are requested as by any client, so `data/` returns them. */
export function parametersOfChart(query: RowQuery, { chart, groups }: SavedChart): Record<string, unknown> {
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
