import { quoteLiteral } from '../rows/duckdb/quoting.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { writePersonsFile } from '../rows/persons-file.ts';
import type { LongWork } from '../rows/row-store.ts';
import { badMessage, badSql } from './bad-values.ts';
import { brokenSql, dropRejects, notingRejects } from './broken-records.ts';
import { readerOf } from './open-delimited.ts';
import type { OpenedSource } from './open-source.ts';
import type { PlannedColumn } from './plan.ts';
import type { SourcePlan } from './plan-source.ts';

/** The same source with records that are broken noted by the engine instead of failing it. */
export function notingBroken(opened: OpenedSource): OpenedSource {
  const { dialect, relation } = opened;
  if (dialect === null) return opened;
  return { ...opened, relation: { ...relation, from: readerOf(dialect, notingRejects) } };
}

/** The same plan for the rows alone that can be read. */
export function readableOnly(plan: SourcePlan): SourcePlan {
  const bad = plan.columns.filter(({ valid }) => valid !== null).map(badSql);
  const kept = bad.length === 0 ? 'true' : `NOT (${bad.join(' OR ')})`;
  return { ...plan, opened: notingBroken(plan.opened), kept };
}

/**
 * Writes what was left out as CSV, a line for every bad value and every broken record: `record` (1-based, a header not
 * counted), `column`, `value` and `problem`.
 * @returns how many records were left out
 */
export async function writeRejects(
  session: Session,
  plan: SourcePlan,
  target: string,
  work: LongWork,
): Promise<number> {
  work.onProgress?.({ phase: 'writing rejected records', rows: 0, bytes: 0, fraction: null });
  const checked = plan.columns.filter(({ valid }) => valid !== null);
  try {
    const broken = await noteBroken(session, plan.opened);
    const bad = checked.map((column) => badValuesSql(column, plan.opened.relation.from));
    const parts = [...bad, `SELECT record, "column", value, problem FROM broken_records`];
    await writePersonsFile(target, async (part) => {
      await session.run(
        `COPY (SELECT record, "column", value, problem FROM (${parts.join(' UNION ALL ')}) ORDER BY record)
         TO ${quoteLiteral(part)} (FORMAT csv, HEADER true)`,
        plan.opened.relation.values,
      );
    });
    return broken + (checked.length === 0 ? 0 : await countLeftOut(session, plan, checked.map(badSql)));
  } finally {
    await session.run('DROP TABLE IF EXISTS broken_records');
    await dropRejects(session);
  }
}

/** Keeps what the engine has noted, as it is overwritten by the next reading of the file. */
async function noteBroken(session: Session, { dialect }: OpenedSource): Promise<number> {
  const [tables] = await session.row("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'reject_errors'");
  const names = (dialect?.names ?? []).map(quoteLiteral).join(', ');
  const above = (dialect?.skip ?? 0) + (dialect?.header ? 1 : 0);
  const noted =
    tables === 0n
      ? 'SELECT 0 AS record, NULL AS "column", NULL AS value, NULL AS problem WHERE false'
      : `SELECT line - ${above} AS record, list_extract([${names}]::VARCHAR[], column_position::BIGINT + 1) AS "column",
           csv_line AS value, lower(problem) AS problem FROM (${brokenSql})`;
  await session.run(`CREATE OR REPLACE TEMP TABLE broken_records AS
    SELECT record::BIGINT AS record, "column"::VARCHAR AS "column", value::VARCHAR AS value, problem::VARCHAR AS problem,
      row_number() OVER (ORDER BY record) AS place FROM (${noted})`);
  const [count] = await session.row('SELECT count(*) FROM broken_records');
  return Number(count);
}

/** The engine numbers the whole records alone; as many broken ones as stand in front of each are added. */
function badValuesSql(column: PlannedColumn, from: string): string {
  return `SELECT whole + coalesce(before, 0) AS record, ${quoteLiteral(column.source)} AS "column", value,
      ${quoteLiteral(badMessage(column))} AS problem
    FROM (SELECT whole, CAST(${column.shown} AS VARCHAR) AS value
      FROM (SELECT row_number() OVER () AS whole, * FROM ${from}) WHERE ${badSql(column)})
    ASOF LEFT JOIN (SELECT record - place AS ahead, max(place) AS before FROM broken_records GROUP BY ahead) ON whole > ahead`;
}

async function countLeftOut(session: Session, { opened }: SourcePlan, bad: readonly string[]): Promise<number> {
  const [count] = await session.row(
    `SELECT count(*) FROM ${opened.relation.from} WHERE ${bad.join(' OR ')}`,
    opened.relation.values,
  );
  return Number(count);
}
