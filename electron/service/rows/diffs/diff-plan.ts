import { explain } from '#shared/failures.ts';
import { columnChanges, formOf } from '#shared/replacement.ts';
import { isInstant } from '#shared/time/instant.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { instantSql } from '../comparison/comparison.ts';
import type { OpenVersion } from '../open-version.ts';
import { columnReference } from '../stored-table.ts';
import { InvalidFilterError } from '../views/invalid-filter.ts';

/** A column that both versions have. */
export interface SharedColumn {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** Both values as expressions that can be compared. */
  readonly comparable: { readonly before: string; readonly after: string };
}

/** Two versions to compare. */
export interface Pair {
  readonly before: OpenVersion;
  readonly after: OpenVersion;
  /** Names of the columns by which rows are matched; none to compare whole rows. */
  readonly key: readonly string[];
}

/** Common and different columns of two versions. */
export interface DiffPlan {
  readonly key: readonly SharedColumn[];
  /** The columns beside the key, and its date-times: they are matched by instant and compared as they are written. */
  readonly rest: readonly SharedColumn[];
  readonly columnsAdded: readonly string[];
  readonly columnsRemoved: readonly string[];
  readonly columnsRetyped: readonly {
    readonly name: string;
    readonly before: StoredColumn['type'];
    readonly after: StoredColumn['type'];
  }[];
}

/** @throws {InvalidFilterError} if a key column is not in both versions, or cannot be a key */
export function diffPlan({ before, after, key }: Pair): DiffPlan {
  const old = new Map(before.columns.map((column, position) => [column.name, { ...column, position }]));
  const shared = after.columns.flatMap((column, position): (SharedColumn & { readonly keyed: boolean })[] => {
    const was = old.get(column.name);
    if (was === undefined) return [];
    const comparable = comparableSql(was.type, column.type, was.position, position);
    return [{ name: column.name, before: was.position, after: position, comparable, keyed: key.includes(column.name) }];
  });
  const areInstants = ({ before: from, after: to }: SharedColumn) =>
    isInstant(before.columns[from]?.moment) && isInstant(after.columns[to]?.moment);
  const byInstant = (column: SharedColumn): SharedColumn => ({
    ...column,
    comparable: { before: instantSql(column.comparable.before), after: instantSql(column.comparable.after) },
  });
  for (const name of key) {
    const column = after.columns.find((candidate) => candidate.name === name);
    if (!shared.some((candidate) => candidate.name === name)) {
      throw new InvalidFilterError('key', explain('key-not-in-both', { column: name }));
    }
    if (column?.type === 'geometry') throw new InvalidFilterError('key', explain('key-is-geometry', { column: name }));
  }
  return {
    key: shared.flatMap((column) => (column.keyed ? [areInstants(column) ? byInstant(column) : column] : [])),
    // Rows with the same instant are the same row; that it is written in another way is a change.
    rest: shared.filter((column) => !column.keyed || areInstants(column)),
    ...columnChanges(before.columns, after.columns),
  };
}

function comparableSql(before: StoredColumn['type'], after: StoredColumn['type'], from: number, to: number) {
  const [one, other] = [formOf(before), formOf(after)];
  const numbers = one !== 'text' && one !== 'geometry' && other !== 'text' && other !== 'geometry';
  const spell = (type: string, reference: string) => {
    if (one === other) return type === 'geometry' ? `ST_AsWKB(${reference})` : reference;
    if (numbers) return `CAST(${reference} AS DOUBLE)`;
    return type === 'geometry' ? `ST_AsText(${reference})` : `CAST(${reference} AS VARCHAR)`;
  };
  return { before: spell(one, columnReference(from)), after: spell(other, columnReference(to)) };
}
