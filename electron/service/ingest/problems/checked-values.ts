import type { PlannedColumn } from '../plan/plan.ts';

/** Value expressions, and their source relation. */
export interface CheckedValues {
  readonly values: readonly string[];
  readonly from: string;
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

/** A beginning of names that no column of the source has. */
function unusedName(columns: readonly PlannedColumn[]): string {
  let name = 'tried';
  while (columns.some(({ column, shown }) => `${column?.reference} ${shown}`.toLowerCase().includes(name))) name += '_';
  return name;
}
