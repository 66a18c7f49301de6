import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ProfilesProgress } from '#shared/api/profile.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { explain } from '#shared/failures.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { ColumnOutline, ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { type Exact, isRecord } from '../../lib/exact-json.ts';
import { ServiceError } from '../errors.ts';
import { addressWith } from '../http/layout.ts';
import type { ServiceApi } from '../service-api.ts';
import { listField } from './fields.ts';

// No undocumented address is ever requested: a service's API description lists what it offers.

/** Outlines of all columns of a version, in their order, from a service that has them without reading rows. */
export async function readOutline(
  api: ServiceApi,
  { namespace, dataset }: DatasetName,
  version: string | null,
  signal?: AbortSignal,
): Promise<ColumnOutline[] | null> {
  if (!(await api.extras()).has('outline')) return null;
  const address = new URL(`${api.layout.dataset(namespace, dataset)}outline/`);
  if (version !== null) address.searchParams.set('version', version);
  return readColumns(api, address, ColumnOutline, signal);
}

/** The profile of a column over all rows that a query selects; null if the service calculates none. */
export async function readServiceProfile(
  api: ServiceApi,
  { namespace, dataset }: DatasetName,
  query: RowQuery,
  column: string,
  signal?: AbortSignal,
): Promise<ColumnProfile | null> {
  if (!(await api.extras()).has('profile')) return null;
  const parameters = rowQueryToParameters({ ...query, ordering: [], fields: [column] });
  const address = addressWith(`${api.layout.dataset(namespace, dataset)}profile/`, parameters);
  return (await readColumns(api, address, ColumnProfile, signal))[0] ?? null;
}

/**
 * The profiles that a service is calculating over the rows of a query; null if it does not report them, or in another
 * form: profiles can be read without it.
 */
export async function readProfileProgress(
  { client, layout, extras }: ServiceApi,
  { namespace, dataset }: DatasetName,
  query: RowQuery,
  signal?: AbortSignal,
): Promise<ProfilesProgress['columns'] | null> {
  if (!(await extras()).has('profile-progress')) return null;
  const parameters = rowQueryToParameters({ ...query, ordering: [], fields: null });
  const address = addressWith(`${layout.dataset(namespace, dataset)}profile/progress/`, parameters);
  const { value } = await client.getJson(address, { signal, atOnce: true });
  return Value.Check(ProfilesProgress, value) ? value.columns : null;
}

async function readColumns<Item extends TSchema>(
  { client }: ServiceApi,
  address: URL,
  item: Item,
  signal?: AbortSignal,
): Promise<Static<Item>[]> {
  const { value } = await client.getJson(address, { signal, calculated: true });
  const columns = listField(value, 'columns').map((column) => withDoubles(column));
  if (Value.Check(Type.Array(item), columns)) return columns;
  throw new ServiceError('malformed', explain('profile-malformed', { host: address.host }), address);
}

/** Whole doubles are written without a point, and would be read as long integers. */
const doubles: ReadonlySet<string> = new Set(['mean', 'quartiles', 'from', 'to', 'box']);

function withDoubles(value: Exact, name = ''): Exact {
  if (typeof value === 'bigint') return doubles.has(name) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((item) => withDoubles(item, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDoubles(inner, key)]));
}
