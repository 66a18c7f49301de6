import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { columnOutlineOf, columnProfileOf } from '#shared/api/profile.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { listField } from '../catalogue/fields.ts';
import type { Layout } from '../catalogue/layout.ts';
import { isAborted, ServiceError } from '../errors.ts';
import { type Exact, isRecord, member } from '../exact-json.ts';
import type { ServiceClient } from '../http/client.ts';

const numeral = Type.Union([Type.Number(), Type.BigInt()]);
export const ExactProfile = columnProfileOf(numeral);
export type ExactProfile = Static<typeof ExactProfile>;
export const ExactOutline = columnOutlineOf(numeral);
export type ExactOutline = Static<typeof ExactOutline>;

/** What some services know of their columns beyond the specification. */
export interface ServiceProfiles {
  /** What is known without reading a row, in the order of the columns; null where the service has no such thing. */
  outline(
    namespace: string,
    dataset: string,
    version: string | null,
    signal: AbortSignal,
  ): Promise<ExactOutline[] | null>;
  /** Null where the service makes no profiles. */
  profile(
    namespace: string,
    dataset: string,
    query: RowQuery,
    column: string,
    signal: AbortSignal,
  ): Promise<ExactProfile | null>;
}

/** Failures that say nothing of what the service has. */
const passing: ReadonlySet<string> = new Set(['aborted', 'offline', 'proxy', 'timeout', 'throttled', 'server-error']);

/**
 * Asks a service for its own profiles, where the description of its API names them: others are never asked for an
 * address that they do not have.
 */
export function openServiceProfiles(client: ServiceClient, layout: Layout): ServiceProfiles {
  let offered: Promise<ReadonlySet<string>> | null = null;

  /** Asked once for all callers, so that one who leaves does not end it for the others. */
  function offers(): Promise<ReadonlySet<string>> {
    if (offered !== null) return offered;
    const asked = readOffered(client, layout);
    offered = asked;
    asked.catch(() => {
      if (offered === asked) offered = null;
    });
    return asked;
  }

  async function read<Item extends TSchema>(address: URL, item: Item, signal: AbortSignal): Promise<Static<Item>[]> {
    const { value } = await client.getJson(address, { signal });
    const columns = listField(value, 'columns').map((column) => withDoubles(column));
    if (Value.Check(Type.Array(item), columns)) return columns;
    throw new ServiceError({
      code: 'malformed',
      message: `What ${address.host} says of its columns is not of the form that its description promises.`,
      where: `${address.origin}${address.pathname}`,
    });
  }

  return {
    async outline(namespace, dataset, version, signal) {
      if (!(await offers()).has('outline')) return null;
      const address = new URL(`${layout.dataset(namespace, dataset)}outline/`);
      if (version !== null) address.searchParams.set('version', version);
      return read(address, ExactOutline, signal);
    },
    async profile(namespace, dataset, query, column, signal) {
      if (!(await offers()).has('profile')) return null;
      const address = new URL(`${layout.dataset(namespace, dataset)}profile/`);
      const asked = { ...query, ordering: [], fields: [column] };
      for (const [name, value] of rowQueryToParameters(asked)) address.searchParams.append(name, value);
      return (await read(address, ExactProfile, signal))[0] ?? null;
    },
  };
}

/** Doubles are written without a point where they are whole, and would be taken for long integers. */
const doubles: ReadonlySet<string> = new Set(['mean', 'quartiles', 'from', 'to', 'box']);

function withDoubles(value: Exact, name = ''): Exact {
  if (typeof value === 'bigint') return doubles.has(name) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((item) => withDoubles(item, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDoubles(inner, key)]));
}

/** Which of its resources below a dataset a service's description names. */
async function readOffered(client: ServiceClient, layout: Layout): Promise<ReadonlySet<string>> {
  try {
    const { value } = await client.getJson(new URL('api/v1/schema/', layout.base));
    const paths = member(value, 'paths');
    const names = isRecord(paths) ? Object.keys(paths) : [];
    return new Set(names.flatMap((path) => /\/datasets\/\{\w+\}\/(\w+)\/$/.exec(path)?.[1] ?? []));
  } catch (error) {
    if (isAborted(error) || (error instanceof ServiceError && passing.has(error.code))) throw error;
    return new Set();
  }
}
