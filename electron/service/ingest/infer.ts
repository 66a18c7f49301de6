import type { DuckDBValue } from '@duckdb/node-api';
import type { ColumnType } from '#shared/api/column.ts';
import type { Session } from '../rows/duckdb/session.ts';
import type { Relation, SourceColumn } from './relation.ts';
import { looksLikeGeometry, textConversion } from './text-conversion.ts';

/** Records that are looked at before a file is read: as many as the engine's own sniffer takes. */
export const sampleRecords = 20_480;

/** The engine's planning grows with the square of what a statement asks, so wide files are asked another way. */
export const columnsAtOnce = 24;

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
  const found = await countFitting(session, records, columns, tests);
  const maybe = columns.filter((column) => found.get(column) === 2);
  const shapes = await countFitting(session, records, maybe, [fits('geometry')]);
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
  records: string,
  columns: readonly SourceColumn[],
  tests: readonly ((column: SourceColumn) => string)[],
): Promise<ReadonlyMap<SourceColumn, Fitting>> {
  if (columns.length === 0) return new Map();
  if (columns.length > columnsAtOnce) return countFittingWide(session, records, columns, tests);
  const answers = columns.flatMap((column) => [
    `count(nullif(${column.reference}, ''))`,
    ...tests.map((test) => `count(*) FILTER (WHERE ${column.reference} <> '' AND ${test(column)})`),
  ]);
  const counts = await session.row(`SELECT ${answers.join(', ')} FROM ${records}`);
  const width = tests.length + 1;
  return new Map(
    columns.map((column, position) => [column, fittingOf(counts.slice(position * width, (position + 1) * width))]),
  );
}

function fittingOf([present, ...passing]: readonly DuckDBValue[]): Fitting {
  return present === undefined || present === 0n ? 'nothing' : passing.indexOf(present);
}

/** As {@link countFitting}, the same questions of every value, whatever its column: they are planned once. */
async function countFittingWide(
  session: Session,
  records: string,
  columns: readonly SourceColumn[],
  tests: readonly ((column: SourceColumn) => string)[],
): Promise<ReadonlyMap<SourceColumn, Fitting>> {
  const answers = tests.map((test) => {
    const passing = test({ form: 'text', name: '', reference: 'value', kind: 'guess' });
    return `count(*) FILTER (WHERE value <> '' AND ${passing})`;
  });
  const counts = await eachColumn(session, records, columns, [`count(nullif(value, ''))`, ...answers]);
  return new Map(columns.map((column) => [column, fittingOf(counts.get(column) ?? [])]));
}

/**
 * Asks the same of each of many text columns; in `answers` the column is called `value`, and missing values are left
 * out. A column without any value has no answer.
 */
export async function eachColumn(
  session: Session,
  records: string,
  columns: readonly SourceColumn[],
  answers: readonly string[],
): Promise<ReadonlyMap<SourceColumn, readonly DuckDBValue[]>> {
  const named = columns.map(({ reference }, position) => `${reference} AS "${position}"`);
  const found = await session.rows(
    `SELECT position, ${answers.join(', ')}
     FROM (UNPIVOT (SELECT ${named.join(', ')} FROM ${records}) ON COLUMNS(*) INTO NAME position VALUE value)
     GROUP BY position`,
  );
  return new Map(
    found.flatMap(([position, ...given]) => {
      const column = columns[Number(position)];
      return column === undefined ? [] : [[column, given]];
    }),
  );
}
