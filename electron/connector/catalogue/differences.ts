import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { VersionDiff } from '#shared/api/diff.ts';
import type { Cell, Row } from '#shared/cell.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { explain } from '#shared/failures.ts';
import { everyRow, joinList, type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import type { DifferingRow } from '#shared/rpc/calls/insight.ts';
import { type Exact, member } from '../../lib/exact-json.ts';
import { ServiceError } from '../errors.ts';
import { addressWith } from '../http/layout.ts';
import type { ServiceApi } from '../service-api.ts';

/** Two versions, by their slugs, and the columns that identify a row: null for the dataset's, none for whole rows. */
export interface PairOfVersions {
  readonly before: string;
  readonly after: string;
  readonly key: readonly string[] | null;
  /**
   * Restricts the result to rows that this query selects in either version, ignoring its order; all rows if omitted.
   */
  readonly rows?: RowQuery;
}

/** The values of `columns` in the differing rows `offset` to `offset + limit`. */
export interface DifferencesRequest extends PairOfVersions {
  readonly columns: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

const Summary = Type.Pick(VersionDiff, [
  'key',
  'added',
  'removed',
  'changed',
  'columns_added',
  'columns_removed',
  'columns_retyped',
  'results',
]);

/** How two versions differ, and some of the differing rows. */
export interface Differences extends Omit<Static<typeof Summary>, 'results'> {
  readonly rows: readonly DifferingRow[];
}

/** Values by position: a name from elsewhere never becomes a key of ours. */
function rowOf(record: Exact, columns: readonly string[]): Row | null {
  // Rows contain only JSON values and geometries.
  return record === null ? null : columns.map((name) => (member(record, name) ?? null) as Cell);
}

/**
 * Compares versions on a service that supports it. Returns rows in this order: changed, added, removed.
 * @throws {ServiceError} `bad-query` with the service's message for an invalid key
 */
export async function readDifferences(
  { client, layout }: ServiceApi,
  { namespace, dataset }: DatasetName,
  { before, after, key, rows: selected, columns, offset, limit }: DifferencesRequest,
  signal?: AbortSignal,
): Promise<Differences> {
  const selection = { ...everyRow, ...selected, ordering: [], fields: null, version: null };
  const address = addressWith(`${layout.dataset(namespace, dataset)}version/${encodeURIComponent(after)}/diff/`, [
    ['against', before],
    ...(key === null ? [] : [['key', joinList(key)] as const]),
    ...rowQueryToParameters(selection),
    ['limit', String(limit)],
    ['offset', String(offset)],
  ]);
  const { value } = await client.getJson(address, { signal, calculated: true });
  if (!Value.Check(Summary, value)) {
    throw new ServiceError('malformed', explain('comparison-malformed', { host: address.host }), address);
  }
  const { results, ...summary }: Static<typeof Summary> = value;
  const rows = results.map(
    (row): DifferingRow => ({
      kind: row.kind,
      before: rowOf(row.before as Exact, columns),
      after: rowOf(row.after as Exact, columns),
      changed: row.changed.map((name) => columns.indexOf(name)).filter((position) => position >= 0),
    }),
  );
  return { ...summary, rows };
}
