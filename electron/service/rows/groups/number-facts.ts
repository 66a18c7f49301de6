import type { Session } from '../../engine/session.ts';
import type { ParquetFile } from '../../files/parquet-file.ts';
import { columnReference, storedTable } from '../stored-table.ts';

/** What the calculations with the numbers of a column depend on. */
export interface NumberFacts {
  /** The most decimals of a value, if each has at most 15 digits; null for others. */
  readonly decimals: number | null;
  /** The largest value, regardless of its sign. */
  readonly largest: number;
}

/** The facts that hold for all values. */
export const anyNumbers: NumberFacts = { decimals: null, largest: Number.POSITIVE_INFINITY };

/** Columns with more decimals are not calculated as decimals. */
const maxDecimals = 15;
/** The largest number of units of the last decimal whose sums fit the engine's decimals of 38 digits. */
const maxUnits = 1e27;
/** Values that are tested before all are: most columns of measurements are no decimals. */
const testedFirst = 10_000;

/** The number of decimals of a value; NULL if it has too many digits. */
function decimalsSql(value: string): string {
  const tests = Array.from({ length: maxDecimals + 1 }, (_, at) => {
    const fits = `abs(${value}) < 1e${15 - at} AND round(${value} * 1e${at}) / 1e${at} = ${value}`;
    return `WHEN ${fits} THEN ${at}`;
  });
  return `CASE ${tests.join(' ')} END`;
}

/** Reads the facts of a float column. */
export async function readNumberFacts(session: Session, file: ParquetFile, position: number): Promise<NumberFacts> {
  const value = columnReference(position);
  const table = storedTable(file.path, file.columns);
  const [largest] = await session.row(`SELECT max(abs(${value})) FROM ${table}`);
  const facts = { ...anyNumbers, largest: largest === null ? 0 : Number(largest) };
  for (const limit of [` LIMIT ${testedFirst}`, '']) {
    const values = `(SELECT ${value} FROM ${table} WHERE ${value} IS NOT NULL${limit})`;
    const [count, decimal, most] = await session.row(
      `SELECT count(*), count(places), max(places) FROM (SELECT ${decimalsSql(value)} AS places FROM ${values})`,
    );
    if (count !== decimal) return facts;
    const decimals = Number(most ?? 0);
    if (limit === '' && facts.largest * 10 ** decimals < maxUnits) return { ...facts, decimals };
  }
  return facts;
}
