import type { DiffPlan, SharedColumn } from './diff-plan.ts';
import { rowNumber } from './stored-table.ts';

/** The tables of the two versions, for FROM. */
export interface DiffTables {
  readonly before: string;
  readonly after: string;
}

type Side = keyof DiffTables;

const sides: readonly Side[] = ['before', 'after'];

/** How many rows a version has, how many of them have a whole key, and how many different keys there are. */
export function keyCountsSql(tables: DiffTables, { key }: DiffPlan, side: Side): string {
  const values = key.map(({ comparable }) => comparable[side]);
  if (values.length === 1) {
    return `SELECT count(*), count(${values[0]}), count(DISTINCT ${values[0]}) FROM ${tables[side]}`;
  }
  const named = values.map((value, at) => `${value} AS k${at}`).join(', ');
  const whole = values.map((_, at) => `k${at} IS NOT NULL`).join(' AND ');
  return `SELECT coalesce(sum(times), 0), coalesce(sum(times) FILTER (WHERE ${whole}), 0), count(*)
    FROM (SELECT ${named}, count(*) AS times FROM ${tables[side]} GROUP BY ALL)`;
}

/**
 * Pairs of row numbers of what differs, -1 where there is no row: changed, added, removed, each in the order of its
 * file. Values are compared by a hash of 64 bits of all of them, which keeps the join narrow.
 */
export function keyedPairsSql(tables: DiffTables, plan: DiffPlan): string {
  const joins = plan.key.map((_, at) => `old.k${at} = new.k${at}`).join(' AND ');
  const [before, after] = sides.map((side) => {
    const keys = plan.key.map(({ comparable }, at) => `${comparable[side]} AS k${at}`).join(', ');
    return `(SELECT ${keys}, ${rowNumber}, ${hashSql(plan.rest, side)} AS h FROM ${tables[side]})`;
  });
  return orderedSql(
    `SELECT old.${rowNumber} AS b, new.${rowNumber} AS a FROM ${before} AS old
     FULL JOIN ${after} AS new ON ${joins} WHERE old.h IS DISTINCT FROM new.h`,
  );
}

/**
 * The same without a key: rows are alike when all their common columns are. Of rows that are there several times, as
 * many are added or removed as the counts differ, the last ones of the file.
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
