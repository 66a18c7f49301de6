import { quoteIdentifier, quoteLiteral } from '../../engine/quoting.ts';
import type { Session } from '../../engine/session.ts';
import { rowGroupRows } from '../../files/parquet-format.ts';
import { engineNames } from '../values/stored-names.ts';
import type { StatementPlan } from './plan-statement.ts';
import type { LocalStatement } from './statement.ts';

/** Fewer rows are sorted in memory, which takes little time. */
const minRows = 500_000;

/** Columns that are compared to show that all rows are in order. */
const maxCompared = 4;

/**
 * Whether the rows of a statement may come in their total order by themselves: as many as those of an input that is
 * stored in the order of their first column. Sorting many rows takes longer than all else, so it is worth a try.
 */
export async function mayKeepOrder(
  session: Session,
  { columns: [first], unordered }: StatementPlan,
  inputs: LocalStatement['inputs'],
): Promise<boolean> {
  if (first === undefined || unordered === null) return false;
  for (const { path, columns } of inputs) {
    const at = columns.findIndex(({ name }) => name.toLowerCase() === first.name.toLowerCase());
    const type = columns[at]?.type === 'integer' ? 'BIGINT' : 'VARCHAR';
    const [rows, isAscending] = await session.row(
      `SELECT sum(rows), bool_and(coalesce(highest <= lowest, true)) FROM (
         SELECT row_group_num_rows AS rows, TRY_CAST(stats_min_value AS ${type}) AS lowest,
           lag(TRY_CAST(stats_max_value AS ${type})) OVER (ORDER BY row_group_id) AS highest
         FROM parquet_metadata(${quoteLiteral(path)}) WHERE column_id = ${at})`,
    );
    if (Number(rows ?? 0) < minRows || isAscending !== true) continue;
    // What cannot be counted cannot be written either: that reports the reason, with its place.
    const [count] = await session.row(`SELECT count(*) FROM (${unordered}\n)`).catch(() => [null]);
    if (Number(count) === Number(rows)) return true;
  }
  return false;
}

/**
 * Whether the rows of a written result are in their total order, and in the row groups that sorted ones have. Only then
 * its bytes are the same whether they were sorted or not.
 */
export async function isInOrder(
  session: Session,
  path: string,
  { columns, names }: StatementPlan & { readonly names: readonly string[] },
  geometries: LocalStatement['geometries'],
): Promise<boolean> {
  const file = quoteLiteral(path);
  const [rows, isEven] = await session.row(
    `SELECT sum(rows), count(*) FILTER (WHERE rows <> ${rowGroupRows} AND id < last) = 0 FROM (
       SELECT row_group_num_rows AS rows, row_group_id AS id, max(row_group_id) OVER () AS last
       FROM parquet_metadata(${file}) WHERE column_id = 0)`,
  );
  if (isEven !== true) return false;
  // Other types are stored as texts, which have another order.
  const isCompared = ({ type }: { readonly type: string }, at: number) =>
    (type === 'BIGINT' || type === 'VARCHAR') && (geometries[at] ?? null) === null;
  const other = columns.findIndex((column, at) => !isCompared(column, at));
  const length = Math.min(maxCompared, other < 0 ? columns.length : other);
  const compared = engineNames(names).slice(0, length).map(quoteIdentifier);
  const before = compared.map((name, at) => `lag(${name}) OVER () AS b${at}`);
  const follows = compared.reduceRight(
    (rest, name, at) => `(${name} > b${at} OR (${name} = b${at} AND ${rest}))`,
    'false',
  );
  const [inOrder] = await session.row(
    `SELECT count(*) FILTER (WHERE ${follows}) FROM (SELECT ${[...compared, ...before].join(', ')} FROM read_parquet(${file}))`,
  );
  return compared.length > 0 && Number(inOrder) === Number(rows) - 1;
}
