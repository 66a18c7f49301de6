import type { DuckDBValue } from '@duckdb/node-api';
import { say } from '#shared/sentences/say.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { type BadValue, IngestError, type LongWork } from '../rows/row-store.ts';
import { shownBadValues, summary } from './broken-records.ts';
import { recordLines } from './line-numbers.ts';
import type { OpenedSource } from './open-source.ts';
import type { PlannedColumn } from './plan.ts';
import type { SourcePlan } from './plan-source.ts';
import { readingFailure } from './unreadable-text.ts';

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
  const checked = plan.columns.filter(({ valid }) => valid !== null);
  if (checked.length === 0) throw readingFailure(plan.opened, cause);
  const { relation } = plan.opened;
  const begun = `(SELECT * FROM ${relation.from} LIMIT ${hopelessRecords})`;
  const start = await countBad(session, plan, checked, begun);
  const hopeless = start.records === hopelessRecords && start.counts.some((count) => count === start.records);
  const records = hopeless ? begun : relation.from;
  const counts = hopeless ? start.counts : (await countBad(session, plan, checked, records)).counts;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const badValues = total === 0 ? [] : await firstBadValues(session, plan, checked, records, work);
  const [first] = badValues;
  if (first === undefined) throw readingFailure(plan.opened, cause);
  const givenUp = hopeless ? ` ${say('values-hopeless', { count: hopelessRecords })}` : '';
  throw new IngestError(summary(total, first, 'value') + givenUp, badValues, total);
}

/** When a column has nothing but bad values in so many records, the rest of the file is not read. */
const hopelessRecords = 100_000;

async function countBad(session: Session, plan: SourcePlan, checked: readonly PlannedColumn[], records: string) {
  const answers = checked.map((column) => `count(*) FILTER (WHERE ${badSql(column)})`);
  const [all, ...counts] = await session
    .row(`SELECT count(*), ${answers.join(', ')} FROM ${records}`)
    .catch((error: unknown) => {
      throw readingFailure(plan.opened, error);
    });
  return { records: Number(all), counts: counts.map(Number) };
}

async function firstBadValues(
  session: Session,
  plan: SourcePlan,
  checked: readonly PlannedColumn[],
  records: string,
  work: LongWork,
): Promise<BadValue[]> {
  const { relation } = plan.opened;
  const { record: number = 'row_number() OVER ()', line: lineOf = 'NULL' } = relation.place ?? {};
  const numbered = `(SELECT ${number} AS record, ${lineOf} AS line, * FROM ${records})`;
  const parts = checked.map(
    (column, place) =>
      `(SELECT record, ${place} AS place, CAST(${column.shown} AS VARCHAR) AS shown, line FROM ${numbered} WHERE ${badSql(column)} LIMIT ${shownBadValues})`,
  );
  const found = await session.rows(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY record, place LIMIT ${shownBadValues}`,
  );
  const rows = found.map(([record]) => Number(record));
  const lines = await linesOf(plan.opened, found, rows, work.signal);
  return found.map(([record, place, shown], at) => {
    const column = checked[Number(place)];
    const value = String(shown).slice(0, 1000);
    const message = badMessage(column);
    return { row: Number(record), line: lines[at] ?? null, column: column?.source ?? null, value, message };
  });
}

async function linesOf(
  { relation, dialect, path, firstLine }: OpenedSource,
  found: readonly (readonly DuckDBValue[])[],
  records: readonly number[],
  signal: AbortSignal | undefined,
): Promise<readonly (number | null)[]> {
  if (relation.place !== undefined) return found.map((row) => Number(row.at(-1)));
  if (dialect !== null) return recordLines(path, dialect, records, signal);
  return records.map((record) => (firstLine === null ? null : firstLine + record - 1));
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
