import { type CodeList, codeListOf } from '#shared/codes/code-list.ts';
import { isMadeList, listedCodes } from '#shared/codes/stated-codes.ts';
import { maxNamed, periodColumn, type UnlistedCode, UnlistedCount } from '#shared/codes/unlisted-codes.ts';
import { everyRow } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { InvalidFilterError } from '../../rows/views/filter-to-sql.ts';
import { type CodesDeps, exactRows, linkedLists, readCodeList } from './linked-lists.ts';

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

/**
 * The values of stored rows that will be in no list once they replace the newest version of a dataset, by column. A
 * column with too many values is left out.
 */
export async function unlistedInRows(
  deps: CodesDeps,
  datasetId: number,
  { before, after }: { readonly before: StoredVersion; readonly after: StoredVersion },
  work: LongWork,
) {
  const lists = await linkedLists(deps, datasetId, { kind: 'owner' });
  const stated = new Map(listedCodes(after.codes ?? [], after.columns).lists.map((one) => [one.column, one.codes]));
  const known = new Set(before.columns.map(({ name }) => name));
  const found: { readonly column: string; readonly count: number; readonly values: readonly string[] }[] = [];
  for (const { name } of after.columns) {
    const [linked, own] = [lists.get(name), stated.get(name)];
    const isStated = linked === undefined ? !known.has(name) : isMadeList(linked.dataset.slug);
    const list =
      isStated && own !== undefined ? codeListOf(own) : linked && (await readCodeList(deps.rows, linked.version, work));
    if (list === undefined) continue;
    const { count, values } = await unlistedCodes(deps, after, name, list, work).catch(nothingIfTooMany);
    if (count > 0) found.push({ column: name, count, values: values.slice(0, maxNamed).map(({ value }) => value) });
  }
  return found;
}

function nothingIfTooMany(error: unknown): Pick<UnlistedReport, 'count' | 'values'> {
  if (error instanceof InvalidFilterError) return { count: 0, values: [] };
  throw error;
}

/** @throws {InvalidFilterError} if the column has too many values */
export async function unlistedCodes(
  { rows }: Pick<CodesDeps, 'rows'>,
  version: StoredVersion,
  column: string,
  list: CodeList,
  work: LongWork,
): Promise<UnlistedReport> {
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
