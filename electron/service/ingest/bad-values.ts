import type { Session } from '../rows/duckdb/session.ts';
import { type BadValue, IngestError, type LongWork } from '../rows/row-store.ts';
import { reportBrokenRecords, shownBadValues, summary } from './broken-records.ts';
import { firstLine } from './open-delimited.ts';
import type { PlannedColumn } from './plan.ts';
import type { SourcePlan } from './plan-source.ts';

/**
 * Says why a file could not be read: always throws.
 * @param cause what the engine said
 */
export async function reportBadValues(
  session: Session,
  plan: SourcePlan,
  cause: Error,
  work: LongWork,
): Promise<never> {
  await reportBrokenRecords(session, plan.opened, plan.source, work);
  const checked = plan.columns.filter(({ valid }) => valid !== null);
  if (checked.length === 0) throw new IngestError(firstLine(cause.message));
  const { relation } = plan.opened;
  const numbered = `(SELECT row_number() OVER () AS record, * FROM ${relation.from})`;
  const counts = checked.map((column) => `count(*) FILTER (WHERE ${bad(column)})`);
  const answers = await session.row(`SELECT ${counts.join(', ')} FROM ${relation.from}`, relation.values);
  const total = answers.reduce((sum: number, count) => sum + Number(count), 0);
  if (total === 0) throw new IngestError(firstLine(cause.message));
  const parts = checked.map(
    (column, position) =>
      `(SELECT record, ${position} AS place, CAST(${column.shown} AS VARCHAR) AS shown FROM ${numbered} WHERE ${bad(column)} LIMIT ${shownBadValues})`,
  );
  const found = await session.rows(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY record, place LIMIT ${shownBadValues}`,
    relation.values,
  );
  const badValues = found.map(([record, place, shown]) =>
    badValue(Number(record), checked[Number(place)], String(shown), plan.opened.firstLine),
  );
  throw new IngestError(summary(total, badValues[0], 'value'), badValues, total);
}

function bad({ shown, valid }: PlannedColumn): string {
  return `(${shown} IS NOT NULL AND NOT coalesce(${valid}, false))`;
}

function badValue(row: number, column: PlannedColumn | undefined, value: string, firstLine: number | null): BadValue {
  const type =
    column?.type === 'integer' ? 'whole number of 64 bits' : column?.type === 'float' ? 'number' : 'geometry';
  const line = firstLine === null ? null : firstLine + row - 1;
  return { row, line, column: column?.source ?? null, value, message: `This is no ${type}.` };
}
