import { periodColumn, type UnlistedCode, UnlistedCount } from '#shared/codes/unlisted-codes.ts';
import { everyRow } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { type CodesDeps, exactRows, readCodeList } from './linked-lists.ts';

/** Values of a column that are no codes of its list, or not valid in the period of their row. */
interface UnlistedReport {
  /** The column of periods; null if the list has no dates, or the rows no period. */
  readonly period: string | null;
  /** Number of different values. */
  readonly count: number;
  readonly rows: number;
  /** The first of them by the number of their rows. */
  readonly values: readonly UnlistedCode[];
}

const maxValues = 100;
const pageLimit = 10_000;

/** @throws {InvalidFilterError} if the column has too many values */
export async function unlistedCodes(
  { rows }: Pick<CodesDeps, 'rows'>,
  version: StoredVersion,
  column: string,
  listVersion: StoredVersion,
  work: LongWork,
): Promise<UnlistedReport> {
  const list = await readCodeList(rows, listVersion, work);
  const period = periodColumn(list, version.columns, column);
  const keyed = period === null ? [column] : [column, period];
  const keys = keyed.map((name, at) => ({ text: `k${at}`, column: name, function: null }));
  const aggregates = [{ name: 'rows', function: 'Count', column: null }] as const;
  const query = { rows: everyRow, keys, aggregates, having: [], ordering: [] };
  const unlisted = new UnlistedCount(list);
  for (let offset = 0, count = 1; offset < count; offset += pageLimit) {
    const page = await rows.open(version).groups(query, offset, pageLimit, work);
    count = page.count;
    for (const { k0: value = null, k1 = null, rows: own } of exactRows(page.json)) {
      unlisted.add(value === null ? null : String(value), k1 === null ? null : String(k1), Number(own));
    }
  }
  const { found } = unlisted;
  const sum = found.reduce((all, { rows: own }) => all + own, 0);
  return { period, count: found.length, rows: sum, values: found.slice(0, maxValues) };
}
