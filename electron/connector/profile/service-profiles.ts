import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ProfilesProgress } from '#shared/api/profile.ts';
import { explain } from '#shared/failures.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { ColumnOutline, ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { listField } from '../catalogue/fields.ts';
import { type Exact, isRecord } from '../cells/exact-json.ts';
import type { Extras } from '../discovery/extras.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';

/** Profiles that some services offer beyond the specification. */
export interface ServiceProfiles {
  /** Outlines of the columns, available without reading rows, in their order; null if the service offers none. */
  outline(
    namespace: string,
    dataset: string,
    version: string | null,
    signal: AbortSignal,
  ): Promise<ColumnOutline[] | null>;
  /** The profile of a column; null if the service calculates none. */
  profile(
    namespace: string,
    dataset: string,
    query: RowQuery,
    column: string,
    signal: AbortSignal,
  ): Promise<ColumnProfile | null>;
  /**
   * The profiles that the service is calculating over the rows of a query; null if it does not report them, or in
   * another form: profiles can be read without it.
   */
  progress(
    namespace: string,
    dataset: string,
    query: RowQuery,
    signal: AbortSignal,
  ): Promise<ProfilesProgress['columns'] | null>;
}

/** Requests a service's own profiles if its API description lists them; no undocumented address is ever requested. */
export function openServiceProfiles(client: ServiceClient, layout: ServiceLayout, offers: Extras): ServiceProfiles {
  async function read<Item extends TSchema>(address: URL, item: Item, signal: AbortSignal): Promise<Static<Item>[]> {
    const { value } = await client.getJson(address, { signal, calculated: true });
    const columns = listField(value, 'columns').map((column) => withDoubles(column));
    if (Value.Check(Type.Array(item), columns)) return columns;
    throw new ServiceError('malformed', explain('profile-malformed', { host: address.host }), address);
  }

  return {
    async outline(namespace, dataset, version, signal) {
      if (!(await offers()).has('outline')) return null;
      const address = new URL(`${layout.dataset(namespace, dataset)}outline/`);
      if (version !== null) address.searchParams.set('version', version);
      return read(address, ColumnOutline, signal);
    },
    async profile(namespace, dataset, query, column, signal) {
      if (!(await offers()).has('profile')) return null;
      const address = new URL(`${layout.dataset(namespace, dataset)}profile/`);
      const columnQuery = { ...query, ordering: [], fields: [column] };
      for (const [name, value] of rowQueryToParameters(columnQuery)) address.searchParams.append(name, value);
      return (await read(address, ColumnProfile, signal))[0] ?? null;
    },
    async progress(namespace, dataset, query, signal) {
      if (!(await offers()).has('profile-progress')) return null;
      const address = new URL(`${layout.dataset(namespace, dataset)}profile/progress/`);
      const rows = { ...query, ordering: [], fields: null };
      for (const [name, value] of rowQueryToParameters(rows)) address.searchParams.append(name, value);
      const { value } = await client.getJson(address, { signal, atOnce: true, uncached: true });
      return Value.Check(ProfilesProgress, value) ? value.columns : null;
    },
  };
}

/** Whole doubles are written without a point, and would be read as long integers. */
const doubles: ReadonlySet<string> = new Set(['mean', 'quartiles', 'from', 'to', 'box']);

function withDoubles(value: Exact, name = ''): Exact {
  if (typeof value === 'bigint') return doubles.has(name) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((item) => withDoubles(item, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDoubles(inner, key)]));
}
