import { type Explanation, explain } from '#shared/failures.ts';
import { isWorkbookFormat } from '#shared/source-formats.ts';
import { excerpt } from '../../../lib/excerpt.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import type { SourceColumn } from '../formats/source-column.ts';
import { sampleRecords } from '../values/infer.ts';
import { valueShapes } from '../values/value-shapes.ts';
import { recordsAt } from './table-below.ts';
import type { TablePlan } from './table-plan.ts';

/** Words for totals of the records above, in several languages. */
const words = [
  ...['total', 'totals', 'sum', 'overall', 'all', 'average', 'mean', 'median', 'gesamt', 'insgesamt', 'gesamtsumme'],
  ...['summe', 'zusammen', 'durchschnitt', 'mittelwert', 'mittel', 'totale', 'totali', 'somma', 'complessivo', 'tutti'],
  ...['media', 'totaux', 'somme', 'ensemble', 'tous', 'moyenne', 'totales', 'suma', 'todos', 'promedio', 'conjunto'],
  ...['totaal', 'razem', 'celkem', 'yhteensä', 'totalt', 'samtliga', 'итого', 'всего', '合計', '合计', '总计', '總計'],
];
/** A name that is nothing but a word for a total. */
export const totalWord = new RegExp(`^\\W*(?:grand |sub-?|gesamt-?|in )?(?:${words.join('|')})\\W*$`, 'iu');
const isTotal = new RegExp(`^(?:grand |sub-?|gesamt-?|in )?(?:${words.join('|')})(?!\\p{L})`, 'iu');

/** Maximum number of consecutive total rows (a total, an average and so on). */
const maxTotals = 3;
/** With more columns than this, the last records are not examined. */
const maxColumns = 200;
const shownLetters = 60;

/**
 * Finds total rows at the end, if only their words turn columns of numbers or dates into text.
 * @param whole whether all records are read, or only the examined ones, which may be all
 */
export async function findTotals(
  session: Session,
  plan: TablePlan,
  whole: boolean,
  work: Pick<LongWork, 'signal'>,
): Promise<Explanation | null> {
  const { relation } = plan.opened;
  const columns = candidates(plan);
  if (columns.length === 0 || relation.place?.file !== undefined) return null;
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const cells = columns.map(({ column: { reference } }, at) => `${reference} AS v${at}`);
  const last = await session.rows(
    `SELECT * FROM (SELECT row_number() OVER () AS record, ${[relation.place?.line ?? 'NULL', ...cells].join(', ')} FROM ${records})
     ORDER BY record DESC LIMIT ${maxTotals}`,
  );
  if (!whole && Number(last[0]?.[0] ?? 0) >= sampleRecords) return null;
  const totals = untilOther(last.map(([record, line, ...values]) => ({ record: Number(record), line, values })));
  const counts = columns.map((_, at) => totals.filter(({ values }) => says(values[at])).length);
  const found = columns.filter((_, at) => (counts[at] ?? 0) > 0);
  if (found.length === 0) return null;
  const shapes = await valueShapes(
    session,
    records,
    found.map(({ column }) => column),
  );
  const made = found.find((one) => {
    const shaped = shapes.get(one.column);
    const digits = shaped?.shapes.reduce((sum, { count }) => sum + count, 0) ?? 0;
    return shaped?.others === counts[columns.indexOf(one)] && digits > 1;
  });
  if (made === undefined) return null;
  const text = totals.map(({ values }) => values[columns.indexOf(made)]).find(says);
  const lines = await linesOf(plan, totals, work);
  if (lines === null) return null;
  return explain('totals-below', {
    lines,
    column: made.name,
    value: excerpt(String(text ?? ''), shownLetters),
  });
}

interface Candidate {
  readonly name: string;
  readonly column: Extract<SourceColumn, { form: 'text' }>;
}

/** Columns of text some of whose values look like another type. */
function candidates({ columns, opened: { dialect }, file, readings }: TablePlan): Candidate[] {
  // The beginning of a sheet is read as NDJSON.
  const isSheet = isWorkbookFormat(file.format);
  if ((dialect === null && !isSheet) || columns.length >= maxColumns) return [];
  return columns.flatMap(({ name, type, moment, found, column }) => {
    if (type !== 'text' || moment != null || !found || column?.form !== 'text') return [];
    const { values, shaped } = readings.columns.get(column) ?? { values: 1, shaped: 1 };
    return shaped * 2 >= values && (dialect === null || shaped < values) ? [{ name, column }] : [];
  });
}

interface LastRecord {
  readonly record: number;
  readonly line: unknown;
  readonly values: readonly unknown[];
}

function says(value: unknown): boolean {
  return typeof value === 'string' && isTotal.test(value.trim());
}

/** The total rows at the end, from the first one. */
function untilOther(last: readonly LastRecord[]): LastRecord[] {
  const end = last.findIndex(({ values }) => !values.some(says));
  return last.slice(0, end < 0 ? last.length : end).reverse();
}

/** The line, or row of the sheet, of each total row; null if one is unknown. */
async function linesOf(
  { opened: { dialect, path, relation } }: TablePlan,
  totals: readonly LastRecord[],
  { signal }: Pick<LongWork, 'signal'>,
): Promise<readonly number[] | null> {
  const [first] = totals;
  if (first === undefined) return null;
  if (relation.place !== undefined) return totals.map(({ line }) => Number(line));
  // Without a position, the caller knows the row of each record.
  if (dialect === null) return totals.map(({ record }) => record);
  const around = await recordsAt(path, dialect, first.record, signal);
  const lines = totals.map(({ record }) => around.find(({ number, cells }) => number === record && cells.length > 0));
  return lines.every((one) => one !== undefined) ? lines.map(({ line }) => line) : null;
}
