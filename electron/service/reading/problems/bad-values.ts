import type { DuckDBValue } from '@duckdb/node-api';
import { type Explanation, explain, inTurn } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import type { PlannedColumn, TablePlan } from '../columns/plan-columns.ts';
import { recordLines } from '../formats/delimited/line-numbers.ts';
import { type BrokenRecords, shownBrokenRecords } from '../formats/delimited/normalise-text.ts';
import type { OpenedTable } from '../formats/relation.ts';
import { IngestError } from '../reading.ts';
import { readingFailure } from '../values/encoding/unreadable-text.ts';

/**
 * Explains why a file could not be read: always throws.
 * @param cause the engine's error
 */
export async function reportBadValues(session: Session, plan: TablePlan, cause: Error, work: LongWork): Promise<never> {
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
  const said = summary(total, first, 'value');
  const reason = hopeless ? inTurn(said, explain('values-hopeless', { count: hopelessRecords })) : said;
  throw new IngestError(reason, badValues, total);
}

/** If a column has only bad values in this many records, the rest of the file is not read. */
const hopelessRecords = 100_000;

async function countBad(session: Session, plan: TablePlan, checked: readonly PlannedColumn[], records: string) {
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
  plan: TablePlan,
  checked: readonly PlannedColumn[],
  records: string,
  work: LongWork,
): Promise<BadValue[]> {
  const { relation } = plan.opened;
  const { record: number = 'row_number() OVER ()', line: lineOf = 'NULL', file = 'NULL' } = relation.place ?? {};
  const numbered = `(SELECT ${number} AS record, ${lineOf} AS line, ${file} AS file, * FROM ${records})`;
  const parts = checked.map(
    (column, place) =>
      `(SELECT record, ${place} AS place, CAST(${column.shown} AS VARCHAR) AS shown, file, line FROM ${numbered} WHERE ${badSql(column)} LIMIT ${shownBadValues})`,
  );
  const found = await session.rows(
    `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY record, place LIMIT ${shownBadValues}`,
  );
  const rows = found.map(([record]) => Number(record));
  const lines = await linesOf(plan.opened, found, rows, work.signal);
  return found.map(([record, place, shown, from], at) => {
    const column = checked[Number(place)];
    const value = String(shown).slice(0, 1000);
    const said = badReason(column);
    const reason = from === null || from === undefined ? said : explain('in-file', { file: String(from), said });
    return { row: Number(record), line: lines[at] ?? null, column: column?.source ?? null, value, reason };
  });
}

async function linesOf(
  { relation, dialect, path, firstLine }: OpenedTable,
  found: readonly (readonly DuckDBValue[])[],
  records: readonly number[],
  signal: AbortSignal | undefined,
): Promise<readonly (number | null)[]> {
  if (relation.place !== undefined) {
    return found.map((row) => (row.at(-1) === null ? null : Number(row.at(-1))));
  }
  if (dialect !== null) return recordLines(path, dialect, records, signal);
  return records.map((record) => (firstLine === null ? null : firstLine + record - 1));
}

/** Condition for a value of a column that cannot be read. */
export function badSql({ shown, valid }: PlannedColumn): string {
  return `(${shown} IS NOT NULL AND NOT coalesce(${valid}, false))`;
}

/** Why a value of a column cannot be read. */
export function badReason(column: PlannedColumn | undefined): Explanation {
  switch (column?.type) {
    case 'integer':
      return explain('no-whole-number');
    case 'float':
      return explain('no-number');
    case 'geometry':
      // A geometry without a column of the file is the point of two.
      return explain(column.column === null ? 'no-position' : 'no-geometry');
    default:
      return explain('cannot-be-read');
  }
}

/** Number of bad values described individually; the rest is counted. */
export const shownBadValues = shownBrokenRecords;

/** An error that names the records with too few or too many fields, or an unclosed quote. */
export function brokenRecordsError({ count, first, hopeless }: BrokenRecords): IngestError {
  const [one] = first;
  if (one === undefined) throw new TypeError('There is a broken record where broken records are counted.');
  const advice = hopeless ? explain('records-hopeless') : explain('records-advice');
  const together = linesTogether(first, count);
  const parts = together === null ? [advice] : [explain('records-together', together), advice];
  return new IngestError(inTurn(summary(count, one, 'record'), ...parts), first, count);
}

/** The lines of broken records if they are consecutive, and so may be another table or notes. */
function linesTogether(first: readonly BadValue[], count: number): { from: number; to: number } | null {
  if (count < 3 || first.length < count) return null;
  const isNext = ({ row }: BadValue, at: number) => at === 0 || row === (first[at - 1]?.row ?? 0) + 1;
  const [from, to] = [first[0]?.line, first.at(-1)?.line];
  return from && to && first.every(isNext) ? { from, to } : null;
}

/** One sentence with the number of problems and the position of the first. */
export function summary(total: number, first: BadValue, what: 'value' | 'record'): Explanation {
  const { reason: why } = first;
  const where = placeOf(first);
  return total === 1
    ? explain(`${what}-unread`, { where, why })
    : explain(`${what}s-unread`, { count: total, where, why });
}

function placeOf({ line, row, column }: BadValue): Explanation {
  if (line) return column ? explain('in-line-column', { line, column }) : explain('in-line', { line });
  const record = row ?? '?';
  return column ? explain('in-record-column', { record, column }) : explain('in-record', { record });
}
