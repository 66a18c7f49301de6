import { columnReference, rowNumber } from '../stored-table.ts';
import type { DiffPlan, SharedColumn } from './diff-plan.ts';

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
