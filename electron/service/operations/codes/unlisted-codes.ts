import { isValidIn } from '#shared/codes/code-list.ts';
import { everyRow } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { type CodesDeps, readCodeList } from './linked-lists.ts';

/** Values of a column that are no codes of its list, or not valid in the period of their row. */
interface UnlistedCodes {
  /** The column of periods; null if the list has no dates, or the rows no period. */
  readonly period: string | null;
  /** Number of different values. */
  readonly count: number;
  readonly rows: number;
  /** The first of them by the number of their rows. */
  readonly values: readonly UnlistedCode[];
}

interface UnlistedCode {
  readonly value: string;
  readonly rows: number;
  /** Whether the value is in the list, but for other periods. */
  readonly listed: boolean;
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
): Promise<UnlistedCodes> {
  const list = await readCodeList(rows, listVersion, work);
  const isDated = listVersion.columns.some(({ name }) => name === 'valid_from' || name === 'valid_to');
  const period = isDated ? periodColumn(version, column) : null;
  const keyed = period === null ? [column] : [column, period];
  const keys = keyed.map((name, at) => ({ text: `k${at}`, column: name, function: null }));
  const aggregates = [{ name: 'rows', function: 'Count', column: null }] as const;
  const query = { rows: everyRow, keys, aggregates, having: [], ordering: [] };
  const found = new Map<string, UnlistedCode>();
  for (let offset = 0, count = 1; offset < count; offset += pageLimit) {
    const page = await rows.open(version).groups(query, offset, pageLimit, work);
    count = page.count;
    const groups = JSON.parse(`[${page.json.toString('utf8')}]`) as Readonly<Record<string, string | number | null>>[];
    for (const { k0: value = null, k1 = null, rows: own } of groups) {
      const code = value === null ? undefined : list.get(String(value));
      if (value === null || (code !== undefined && isValidIn(code, k1 === null ? null : String(k1)))) continue;
      const before = found.get(String(value))?.rows ?? 0;
      found.set(String(value), { value: String(value), rows: before + Number(own), listed: code !== undefined });
    }
  }
  const values = [...found.values()].sort((one, other) => other.rows - one.rows);
  const sum = values.reduce((all, { rows: own }) => all + own, 0);
  return { period, count: values.length, rows: sum, values: values.slice(0, maxValues) };
}

/** Names of columns of years, which have no format that says so. */
const periodNames = /^(?:time|time_?period|period|year|jahr|zeit|tid|ann[eé]e|a[nñ]o|anno)$/i;

/** The column with the period of each row: the first of dates or periods, otherwise one whose name says so. */
function periodColumn({ columns }: StoredVersion, except: string): string | null {
  const others = columns.filter(({ name, type }) => name !== except && type !== 'geometry');
  const dated = others.find(({ moment }) => moment !== undefined && moment !== 'time');
  return (dated ?? others.find(({ name }) => periodNames.test(name)))?.name ?? null;
}
