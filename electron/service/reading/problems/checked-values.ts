import { quoteLiteral } from '#shared/text/quoting.ts';
import type { PlannedColumn } from '../columns/plan-columns.ts';
import type { OpenedTable } from '../formats/relation.ts';

/** Value expressions, and their source relation. */
export interface CheckedValues {
  readonly values: readonly string[];
  readonly from: string;
}

/**
 * Values of plain text that fail the statement if a delimiter before a quote was lost: `1.5"a, b"` is cut at the comma
 * within the quotes, so that the record may have the right number of fields. Only in a text that can be rewritten for
 * the engine: the rewriting then finds such records.
 */
export function guardedColumns(
  columns: readonly PlannedColumn[],
  { relation, dialect, normalise }: OpenedTable,
): readonly PlannedColumn[] {
  if (normalise === null || dialect === null || dialect.quote === '') return columns;
  const quote = quoteLiteral(dialect.quote);
  const isOdd = (text: string) =>
    `(strlen(${text}) - strlen(replace(${text}, ${quote}, ''))) % ${2 * dialect.quote.length} <> 0`;
  return columns.map((column) => {
    const at = column.column === null ? -1 : relation.columns.indexOf(column.column);
    const before = relation.columns[at - 1]?.reference;
    const { value, valid, shown } = column;
    if (before === undefined || column.type !== 'text' || valid !== null || value !== shown) return column;
    const lost = `suffix(${shown}, ${quote}) AND contains(${before}, ${quote}) AND ${isOdd(shown)} AND ${isOdd(before)}`;
    return { ...column, value: `CASE WHEN ${lost} THEN error('lost delimiter') ELSE ${value} END` };
  });
}

/**
 * The columns' values; one that cannot be read fails the statement. Attempted conversions are computed once, in a
 * subquery: the engine would repeat them for each use.
 * @param source what follows FROM
 */
export function checkedValues(columns: readonly PlannedColumn[], source: string): CheckedValues {
  const attempts: string[] = [];
  const prefix = unusedName(columns);
  const values = columns.map((column) => {
    const { value, valid, shown, quick } = column;
    if (valid === null) return value;
    const other = `WHEN ${shown} IS NULL THEN NULL WHEN ${valid} THEN ${value} ELSE error('bad value') END`;
    if (quick === undefined) return `CASE ${other}`;
    if (quick.kind === 'known') return `CASE WHEN ${quick.holds} THEN ${quick.value} ${other}`;
    const attempted = `${prefix}${attempts.length}`;
    attempts.push(`${quick.attempt} AS ${attempted}`);
    return `CASE WHEN ${quick.stands(attempted)} THEN ${attempted} ${other}`;
  });
  return { values, from: attempts.length === 0 ? source : `(SELECT *, ${attempts.join(', ')} FROM ${source})` };
}

/** A prefix that no column name of the source has. */
function unusedName(columns: readonly PlannedColumn[]): string {
  let name = 'tried';
  while (columns.some(({ column, shown }) => `${column?.reference} ${shown}`.toLowerCase().includes(name))) name += '_';
  return name;
}
