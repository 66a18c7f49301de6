import type { ColumnType } from '#shared/api/column.ts';
import type { Session } from '../rows/duckdb/session.ts';
import type { Relation, SourceColumn } from './relation.ts';
import { textConversion } from './text-conversion.ts';

/** The types that a text is tried for, the most telling first. */
const candidates = ['integer', 'float', 'geometry'] as const;

/** Records that are looked at before a file is read: as many as the engine's own sniffer takes. */
export const sampleRecords = 20_480;

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
  const answers = columns.flatMap(({ reference }) => [
    `count(nullif(${reference}, ''))`,
    ...candidates.map((type) => {
      const { valid } = textConversion(reference, type, true, relation.numbers);
      return `count(*) FILTER (WHERE ${reference} <> '' AND ${valid})`;
    }),
  ]);
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const counts = await session.row(`SELECT ${answers.join(', ')} FROM ${records}`, relation.values);
  const width = candidates.length + 1;
  return new Map(
    columns.map((column, position) => {
      const [values, ...fits] = counts.slice(position * width, (position + 1) * width);
      if (values === 0n) return [column, 'nothing'];
      const fitting = fits.indexOf(values ?? null);
      return [column, candidates[fitting] ?? 'text'];
    }),
  );
}
