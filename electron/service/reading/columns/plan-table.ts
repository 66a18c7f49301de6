import { type Explanation, explain } from '#shared/failures.ts';
import { isWorkbookFormat } from '#shared/source-formats.ts';
import { excerpt } from '../../../lib/excerpt.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { detections } from '../detections.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import type { OpenedTable } from '../formats/relation.ts';
import { badSql, reportBadValues } from '../problems/bad-values.ts';
import type { Plan } from '../reading.ts';
import { type ColumnReading, textReading } from '../values/column-reading.ts';
import { readingFailure } from '../values/encoding/unreadable-text.ts';
import { exactCondition } from '../values/engine-conversion.ts';
import { inferReadings, inferWhole, type Readings } from '../values/infer.ts';
import { type PlannedColumn, planColumns, type TablePlan, uniqueNames } from './plan-columns.ts';
import { contradictions, findTableBelow } from './table-below.ts';
import { findTotals } from './total-rows.ts';
import { describingRows } from './units-row.ts';

/** The condition on the source's rows if some are omitted. */
export function whereSql({ kept }: TablePlan): string {
  return kept === undefined ? '' : ` WHERE ${kept}`;
}

export async function planTable(session: Session, opened: OpenedTable, file: Plan): Promise<TablePlan> {
  detections.publish('types');
  const readings = await inferReadings(session, opened.relation, undecided(opened, file)).catch((error: unknown) => {
    throw readingFailure(opened, error);
  });
  const plan = settle(opened, file, readings, await fittingColumns(session, opened));
  const contradicted = contradictions(plan.columns, readings.columns);
  const below = await findTableBelow(session, opened, contradicted, false, {});
  return withTotals(session, withNote(plan, below), false, {});
}

/** The plan, with a note if a column is text only because of words in total rows at the end. */
export async function withTotals(
  session: Session,
  plan: TablePlan,
  whole: boolean,
  work: LongWork,
): Promise<TablePlan> {
  return withNote(plan, await findTotals(session, plan, whole, work));
}

function withNote(plan: TablePlan, note: Explanation | null): TablePlan {
  return note === null ? plan : { ...plan, conversions: [...plan.conversions, note] };
}

/** Number of records considered when deciding whether the first of them contains units. */
const comparedRecords = 101;

/**
 * The plan, with a note if the first record evidently contains units or descriptions and so turns columns of numbers
 * into text: nothing is omitted unless the user requests it.
 */
export async function withUnitsNote(session: Session, plan: TablePlan): Promise<TablePlan> {
  const { opened, file, readings, columns } = plan;
  // In a sheet, the types of the cells decide, not readings of text.
  const mayHoldUnits = columns.some(
    ({ type, column }) =>
      type === 'text' &&
      (isWorkbookFormat(file.format) ||
        (file.format === 'csv' && column !== null && (readings.columns.get(column)?.shaped ?? 0) > 0)),
  );
  // The first rows of a long table are the first record.
  if (!mayHoldUnits || opened.relation.rowsPerRecord !== undefined || columns.length > maxColumns) return plan;
  const shown = columns.map((column) => `CAST(${column.shown} AS VARCHAR)`).join(', ');
  const records = await session.rows(`SELECT ${shown} FROM ${opened.relation.from} LIMIT ${comparedRecords}`);
  const texts = records.map((row) => row.map((value) => (value === null ? null : String(value))));
  return withNote(plan, describingRows(texts) > 0 ? explain('first-record-units') : null);
}

/** With more columns than this, the first record is not examined. */
const maxColumns = 200;

/** The columns that the user neither drops nor declares as text or geometry. */
function undecided({ relation }: OpenedTable, { columns = [], point }: Plan): SourceColumn[] {
  const names = uniqueNames(relation.columns.map(({ name }) => name));
  const said = new Map(columns.map((override) => [override.source, override]));
  return relation.columns.filter((_, position) => {
    const name = names[position] ?? '';
    if (name === point?.longitude || name === point?.latitude) return true;
    const { type, drop } = said.get(name) ?? {};
    return drop !== true && (type === undefined || type === 'integer' || type === 'float');
  });
}

/** A plan that reads every column of undetermined type as text. */
export async function planAsText(session: Session, opened: OpenedTable, file: Plan): Promise<TablePlan> {
  const guessed = opened.relation.columns.filter((column) => column.form === 'text' && column.kind === 'guess');
  const columns = new Map(guessed.map((column) => [column, textReading]));
  const spelling = { decimalPoint: false, decimalComma: false, delimiter: '' };
  return settle(opened, file, { columns, file: spelling }, await fittingColumns(session, opened));
}

function settle(opened: OpenedTable, file: Plan, readings: Readings, fitting: TablePlan['fitting']): TablePlan {
  const columns = planColumns({ relation: opened.relation, file, readings: readings.columns, fitting });
  const notes = columns.flatMap(({ name, note }) =>
    note === null ? [] : [explain('about', { subject: name, what: note })],
  );
  return { opened, file, columns, readings, fitting, conversions: [...opened.relation.conversions, ...notes] };
}

/** Long integers and decimals become numbers if their values allow it. */
async function fittingColumns(session: Session, { relation }: OpenedTable): Promise<ReadonlySet<string>> {
  const wide = relation.columns.flatMap((column) => {
    const exact = column.form === 'engine' ? exactCondition(column.engineType, column.reference) : null;
    return exact === null ? [] : [{ reference: column.reference, exact }];
  });
  if (wide.length === 0) return new Set();
  const fits = wide.map(({ reference, exact }) => `count(${reference}) = count(*) FILTER (WHERE ${exact})`);
  const answers = await session.row(`SELECT ${fits.join(', ')} FROM ${relation.from}`);
  return new Set(wide.filter((_, position) => answers[position] === true).map(({ reference }) => reference));
}

/**
 * A plan that fits the whole file, after one based on its beginning has failed.
 * @throws {IngestError} with the bad values if the detected types were not the cause
 */
export async function widen(session: Session, plan: TablePlan, cause: Error, work: LongWork): Promise<TablePlan> {
  const open = plan.columns.filter(({ found, valid, column }) => found && valid !== null && column !== null);
  const counts = open.length === 0 ? [] : await countInvalid(session, plan, open);
  const failing = open.flatMap((column, position) => {
    const { count = 0, example = '' } = counts[position] ?? {};
    return count === 0 ? [] : [{ ...column, count, example }];
  });
  if (failing.length === 0) return reportBadValues(session, plan, cause, work);
  const again = await readAgain(session, plan, failing);
  const became = again.columns.filter(({ type, moment = null }) => type === 'text' && moment === null);
  const notes = failing.flatMap(({ column, count, example }) => {
    const now = became.find((one) => one.column === column);
    return now === undefined
      ? []
      : [
          explain('about', {
            subject: now.name,
            what: explain('became-text', { count, value: excerpt(example, shownLetters) }),
          }),
        ];
  });
  const noted = { ...again, conversions: [...again.conversions, ...notes] };
  const contradicted = failing.filter(({ column }) => became.some((one) => one.column === column));
  const where = contradicted.map((column) => ({ column, sql: badSql(column) }));
  const below = await findTableBelow(session, plan.opened, where, true, work);
  return withTotals(session, withNote(noted, below), true, work);
}

/** Maximum number of characters shown of an example value. */
const shownLetters = 60;

/** The plan with columns inferred again from every record: some values contradict those from the first records. */
export async function readAgain(
  session: Session,
  { opened, file, readings, fitting }: TablePlan,
  failing: readonly Pick<PlannedColumn, 'column'>[],
): Promise<TablePlan> {
  const columns = failing.flatMap(({ column }) => (column === null ? [] : [column]));
  const again = await inferWhole(session, opened.relation, columns, readings.file).catch((error: unknown) => {
    throw readingFailure(opened, error);
  });
  const merged = new Map<SourceColumn, ColumnReading>([...readings.columns, ...again]);
  return settle(opened, file, { ...readings, columns: merged }, fitting);
}

async function countInvalid(session: Session, { opened }: TablePlan, open: readonly PlannedColumn[]) {
  const requested = open.flatMap((column) => {
    const isBad = `FILTER (WHERE ${badSql(column)})`;
    return [`count(*) ${isBad}`, `min(${column.shown}) ${isBad}`];
  });
  try {
    const answers = await session.row(`SELECT ${requested.join(', ')} FROM ${opened.relation.from}`);
    return open.map((_, at) => ({ count: Number(answers[at * 2]), example: String(answers[at * 2 + 1] ?? '') }));
  } catch (error) {
    throw readingFailure(opened, error);
  }
}
