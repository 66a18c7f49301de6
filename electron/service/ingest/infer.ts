import type { ColumnType } from '#shared/api/column.ts';
import type { Session } from '../rows/duckdb/session.ts';
import type { Relation, SourceColumn } from './relation.ts';
import { looksLikeGeometry, textConversion } from './text-conversion.ts';

/** Records that are looked at before a file is read: as many as the engine's own sniffer takes. */
export const sampleRecords = 20_480;

/** The engine's planning grows with the square of what a statement asks, so wide files are asked in parts. */
const columnsAtOnce = 24;

type Found = ColumnType | 'nothing';

/**
 * Finds the types of all columns that are to be guessed. A column without any value in the sample is looked at in
 * the whole file.
 * @param whole look at every record, not at the first {@link sampleRecords} only
 */
export async function inferTypes(
  session: Session,
  relation: Relation,
  whole: boolean,
): Promise<ReadonlyMap<SourceColumn, ColumnType>> {
  const guessed = relation.columns.filter((column) => column.form === 'text' && column.kind === 'guess');
  const found = await survey(session, relation, guessed, whole);
  const empty = guessed.filter((column) => found.get(column) === 'nothing');
  const again: ReadonlyMap<SourceColumn, Found> =
    whole || empty.length === 0 ? new Map() : await survey(session, relation, empty, true);
  return new Map(guessed.map((column) => [column, settle(again.get(column) ?? found.get(column))]));
}

function settle(found: Found | undefined): ColumnType {
  return found === undefined || found === 'nothing' ? 'text' : found;
}

async function survey(
  session: Session,
  relation: Relation,
  columns: readonly SourceColumn[],
  whole: boolean,
): Promise<Map<SourceColumn, Found>> {
  if (columns.length === 0) return new Map();
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const fits = (type: ColumnType) => (column: SourceColumn) =>
    textConversion(column.reference, type, true, relation.numbers).valid;
  const tests = [fits('integer'), fits('float'), ({ reference }: SourceColumn) => looksLikeGeometry(reference)];
  const found = await countFitting(session, relation, records, columns, tests);
  const maybe = columns.filter((column) => found.get(column) === 2);
  const shapes = await countFitting(session, relation, records, maybe, [fits('geometry')]);
  return new Map(columns.map((column) => [column, typeOf(found.get(column), shapes.get(column))]));
}

function typeOf(fitting: Fitting | undefined, shape: Fitting | undefined): Found {
  if (fitting === undefined || fitting === 'nothing') return 'nothing';
  if (fitting === 0) return 'integer';
  if (fitting === 1) return 'float';
  return shape === 0 ? 'geometry' : 'text';
}

/** The first test that all values of a column pass; -1 for none of them, `nothing` where all are missing or empty. */
type Fitting = number | 'nothing';

async function countFitting(
  session: Session,
  relation: Relation,
  records: string,
  columns: readonly SourceColumn[],
  tests: readonly ((column: SourceColumn) => string)[],
): Promise<ReadonlyMap<SourceColumn, Fitting>> {
  if (columns.length === 0) return new Map();
  if (columns.length > columnsAtOnce) {
    const head = await countFitting(session, relation, records, columns.slice(0, columnsAtOnce), tests);
    const tail = await countFitting(session, relation, records, columns.slice(columnsAtOnce), tests);
    return new Map([...head, ...tail]);
  }
  const answers = columns.flatMap((column) => [
    `count(nullif(${column.reference}, ''))`,
    ...tests.map((test) => `count(*) FILTER (WHERE ${column.reference} <> '' AND ${test(column)})`),
  ]);
  const counts = await session.row(`SELECT ${answers.join(', ')} FROM ${records}`, relation.values);
  const width = tests.length + 1;
  return new Map(
    columns.map((column, position) => {
      const [present, ...passing] = counts.slice(position * width, (position + 1) * width);
      return [column, present === undefined || present === 0n ? 'nothing' : passing.indexOf(present)];
    }),
  );
}
