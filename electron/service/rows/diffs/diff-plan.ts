import type { ColumnType } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import { columnChanges, formOf } from '#shared/replacement.ts';
import { isInstant } from '#shared/time/instant.ts';
import type { NumberFile } from '../../files/number-file.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { instantSql } from '../comparison/comparison.ts';
import { columnReference, type OpenVersion, rowNumber } from '../open-version.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';

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

/** The tables of the two versions, for FROM. */
export interface DiffTables {
  readonly before: string;
  readonly after: string;
}

type Side = keyof DiffTables;

const sides: readonly Side[] = ['before', 'after'];

/** Number of rows of a version, and of values of each key column: known without reading rows. */
export function keyCountsSql(tables: DiffTables, { key }: DiffPlan, side: Side): string {
  const counts = key.map(({ [side]: position }) => `count(${columnReference(position)})`);
  return `SELECT count(*), ${counts.join(', ')} FROM ${tables[side]}`;
}

/** Temporary table with the result of the join, until it is counted and read. */
const found = 'temp.compared';

/** Joins the rows of both versions by the key. The join is narrow: a 64-bit hash stands for all other values. */
export function joinSql(tables: DiffTables, plan: DiffPlan): string {
  const joins = plan.key.map((_, at) => `old.k${at} = new.k${at}`).join(' AND ');
  const [before, after] = sides.map((side) => {
    const keys = plan.key.map(({ comparable }, at) => `${comparable[side]} AS k${at}`).join(', ');
    return `(SELECT ${keys}, ${rowNumber}, ${hashSql(plan.rest, side)} AS h FROM ${tables[side]})`;
  });
  return `CREATE OR REPLACE TEMP TABLE compared AS
    SELECT old.${rowNumber}::INTEGER AS b, new.${rowNumber}::INTEGER AS a, old.h IS DISTINCT FROM new.h AS differs
    FROM ${before} AS old FULL JOIN ${after} AS new ON ${joins}`;
}

/** Number of rows of each version in the join: the number in the version, unless a row has matched several. */
export const joinedCountsSql = `SELECT count(b), count(a) FROM ${found}`;

/** Number of keys shared by several unmatched rows of a version: there are usually few unmatched rows. */
export function repeatedSql(tables: DiffTables, { key }: DiffPlan, side: Side): string {
  const [own, other] = side === 'before' ? ['b', 'a'] : ['a', 'b'];
  const named = key.map(({ comparable }, at) => `${comparable[side]} AS k${at}`).join(', ');
  return `SELECT count(*) FROM (SELECT ${named} FROM ${tables[side]}
    SEMI JOIN (SELECT ${own} FROM ${found} WHERE ${other} IS NULL) ON ${rowNumber} = ${own}
    GROUP BY ALL HAVING count(*) > 1)`;
}

/** Pairs of numbers of differing rows, -1 for none: changed, added, removed, each in the order of its file. */
export const keyedPairsSql = orderedSql(`SELECT b, a FROM ${found} WHERE differs`);

export const dropJoinSql = `DROP TABLE IF EXISTS ${found}`;

/**
 * As {@link keyedPairsSql}, without a key: rows are equal if all their common columns are. Of duplicate rows as many
 * are added or removed as the counts differ, the last ones of the file.
 */
export function wholeRowPairsSql(tables: DiffTables, plan: DiffPlan): string {
  const counts = sides.map(
    (side) => `SELECT ${hashSql(plan.rest, side)} AS h, ${side === 'before' ? -1 : 1} AS d FROM ${tables[side]}`,
  );
  const surplus = `surplus AS MATERIALIZED (SELECT h, sum(d) AS d FROM (${counts.join(' UNION ALL ')}) GROUP BY h HAVING sum(d) <> 0)`;
  const rows = sides.map((side) => {
    const sign = side === 'before' ? '<' : '>';
    return `SELECT ${rowNumber}, h, d, row_number() OVER (PARTITION BY h ORDER BY ${rowNumber} DESC) AS place
      FROM (SELECT ${rowNumber}, ${hashSql(plan.rest, side)} AS h FROM ${tables[side]}) JOIN surplus USING (h) WHERE d ${sign} 0`;
  });
  return `WITH ${surplus} ${orderedSql(
    `SELECT ${rowNumber} AS b, NULL AS a FROM (${rows[0]}) WHERE place <= -d
     UNION ALL SELECT NULL AS b, ${rowNumber} AS a FROM (${rows[1]}) WHERE place <= d`,
  )}`;
}

function orderedSql(pairs: string): string {
  return `SELECT coalesce(b, -1)::INTEGER, coalesce(a, -1)::INTEGER FROM (${pairs})
    ORDER BY CASE WHEN b IS NULL THEN 1 WHEN a IS NULL THEN 2 ELSE 0 END, coalesce(a, b)`;
}

function hashSql(columns: readonly SharedColumn[], side: Side): string {
  return columns.length === 0 ? '0' : `hash(${columns.map(({ comparable }) => comparable[side]).join(', ')})`;
}

/** Counts of the differences between two versions. */
export interface DiffSummary {
  /** Key columns that rows were matched by; empty if whole rows were compared. */
  readonly key: readonly string[];
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly columnsAdded: readonly string[];
  readonly columnsRemoved: readonly string[];
  readonly columnsRetyped: readonly {
    readonly name: string;
    readonly before: ColumnType;
    readonly after: ColumnType;
  }[];
}

/** One differing row: JSON objects of the row before and after, null if it is missing there. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: string | null;
  readonly after: string | null;
  /** Names of the columns whose values differ; empty unless `kind` is "changed". */
  readonly changed: readonly string[];
  /** By how much each of those values changed, in the same order; null unless both are numbers. */
  readonly changes: readonly (number | null)[];
  /** The row's values in the key columns, as texts, in the order of {@link DiffSummary.key}. */
  readonly key: readonly string[];
}

/** A finished comparison: its summary, and a file of pairs of row numbers (before, after; -1 for none). */
export interface MadeDiff {
  readonly summary: DiffSummary;
  readonly pairs: NumberFile;
}
