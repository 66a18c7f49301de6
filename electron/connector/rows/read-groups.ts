import { type AggregateQuery, aggregateQueryToParameters } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { explain } from '#shared/failures.ts';
import { type Exact, isRecord, member } from '../../lib/exact-json.ts';
import { cellReader } from '../cells/cells.ts';
import { ServiceError } from '../errors.ts';
import { addressWith } from '../http/layout.ts';
import { readPage } from '../paging/page-answer.ts';
import type { ServiceApi } from '../service-api.ts';

/** Values of groups have no column type: numbers stay numbers, texts stay texts. */
const readValue = cellReader('');

export interface GroupRange {
  /** Total number of groups; null if the service does not count them. */
  readonly count: number | null;
  /** One list of values per group: the keys, then the aggregates, in the order of the query. */
  readonly groups: readonly Row[];
}

/**
 * Requests groups `offset` to `offset + limit` (exclusive) from a service that groups rows itself.
 * @throws {ServiceError} `bad-query` with the service's message if it refuses the query
 */
export async function readGroups(
  { client, layout }: ServiceApi,
  { namespace, dataset }: DatasetName,
  { query, offset, limit }: { readonly query: AggregateQuery; readonly offset: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<GroupRange> {
  const names = [...query.keys.map(({ text }) => text), ...query.aggregates.map(({ name }) => name)];
  const derived = (query.derived ?? []).map(({ name }) => name);
  const groups: Row[] = [];
  for (;;) {
    const address = addressWith(`${layout.dataset(namespace, dataset)}data/`, aggregateQueryToParameters(query));
    address.searchParams.append('limit', String(limit - groups.length));
    if (offset + groups.length > 0) address.searchParams.append('offset', String(offset + groups.length));
    const answer = await client.getJson(address, { signal, calculated: true });
    const { items, count } = readPage(answer);
    groups.push(...items.slice(0, limit - groups.length).map((item) => valuesOf(item, names, derived, address)));
    // A service may limit the groups per answer.
    const end = count === null ? limit : Math.min(limit, count - offset);
    if (items.length === 0 || groups.length >= end) return { count, groups };
  }
}

/** @throws {ServiceError} for a row, or without comparisons: a service that does not know the parameters may ignore them */
function valuesOf(item: Exact, names: readonly string[], derived: readonly string[], address: URL): Row {
  const has = (name: string) => isRecord(item) && member(item, name) !== undefined;
  const isGroup = names.every(has);
  if (isRecord(item) && isGroup && derived.every(has)) {
    return [...names, ...derived].map((name) => readValue(member(item, name)));
  }
  const { host } = address;
  if (isGroup && derived.length > 0) throw new ServiceError('bad-query', explain('no-comparisons', { host }), address);
  throw new ServiceError('not-this-kind', explain('no-list-of-rows', { host }), address);
}
