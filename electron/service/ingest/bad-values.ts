import { say } from '#shared/sentences/say.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { type BadValue, IngestError, type LongWork } from '../rows/row-store.ts';
import { reportBrokenRecords, shownBadValues, summary } from './broken-records.ts';
import { recordLines } from './line-numbers.ts';
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
  scratch: string,
  work: LongWork,
): Promise<never> {
  await reportBrokenRecords(session, plan.opened, scratch, work);
  const checked = plan.columns.filter(({ valid }) => valid !== null);
  if (checked.length === 0) throw new IngestError(firstLine(cause.message));
  const { relation } = plan.opened;
  const begun = `(SELECT * FROM ${relation.from} LIMIT ${hopelessRecords})`;
  const start = await countBad(session, plan, checked, begun);
  const hopeless = start.records === hopelessRecords && start.counts.some((count) => count === start.records);
  const records = hopeless ? begun : relation.from;
  const counts = hopeless ? start.counts : (await countBad(session, plan, checked, records)).counts;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const badValues = total === 0 ? [] : await firstBadValues(session, plan, checked, records, work);
  const [first] = badValues;
  if (first === undefined) throw new IngestError(firstLine(cause.message));
  const givenUp = hopeless ? ` ${say('values-hopeless', { count: hopelessRecords })}` : '';
  throw new IngestError(summary(total, first, 'value') + givenUp, badValues, total);
}

/** When a column has nothing but bad values in so many records, the rest of the file is not read. */
const hopelessRecords = 100_000;

async function countBad(session: Session, plan: SourcePlan, checked: readonly PlannedColumn[], records: string) {
  const answers = checked.map((column) => `count(*) FILTER (WHERE ${badSql(column)})`);
  const [all, ...counts] = await session.row(
    `SELECT count(*), ${answers.join(', ')} FROM ${records}`,
    plan.opened.relation.values,
  );
  return { records: Number(all), counts: counts.map(Number) };
}

async function firstBadValues(
  session: Session,
  plan: SourcePlan,
  checked: readonly PlannedColumn[],
  records: string,
  work: LongWork,
): Promise<BadValue[]> {
  const { relation, dialect, path, firstLine: first } = plan.opened;
  const numbered = `(SELECT row_number() OVER () AS record, * FROM ${records})`;
  const parts = checked.map(
    (column, place) =>
      `(SELECT record, ${place} AS place, CAST(${column.shown} AS VARCHAR) AS shown FROM ${numbered} WHERE ${badSql(column)} LIMIT ${shownBadValues})`,
  );
  const found = await session.rows(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY record, place LIMIT ${shownBadValues}`,
    relation.values,
  );
  const rows = found.map(([record]) => Number(record));
  const lines =
    dialect === null
      ? rows.map((row) => (first === null ? null : first + row - 1))
      : await recordLines(path, dialect, rows, work.signal);
  return found.map(([record, place, shown], at) => {
    const column = checked[Number(place)];
    const value = String(shown).slice(0, 1000);
    const message = badMessage(column);
    return { row: Number(record), line: lines[at] ?? null, column: column?.source ?? null, value, message };
  });
}

/** Where a column's value cannot be read. */
export function badSql({ shown, valid }: PlannedColumn): string {
  return `(${shown} IS NOT NULL AND NOT coalesce(${valid}, false))`;
}

export function badMessage(column: PlannedColumn | undefined): string {
  switch (column?.type) {
    case 'integer':
      return say('no-whole-number');
    case 'float':
      return say('no-number');
    case 'geometry':
      return say('no-geometry');
    default:
      return say('cannot-be-read');
  }
}
