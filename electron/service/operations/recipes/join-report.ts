import type { JoinReport, JoinReportRequest } from '#shared/api/sql.ts';
import { explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { IngestError } from '../../reading/reading.ts';
import type { QueryResults } from './query-results.ts';
import { resolveInputs, type StatementReader } from './resolve-inputs.ts';
import type { RecipeDeps, ResolvedStatement } from './resolve-statement.ts';

/** Keys that are listed for each finding. */
const maxListed = 100;

/** How two inputs would match by pairs of columns, over all rows. @throws {IngestError | IsolatedProcessError} */
export async function reportJoin(
  deps: RecipeDeps,
  results: QueryResults,
  { left, right, on }: JoinReportRequest,
  reader: StatementReader,
  work: LongWork,
): Promise<Omit<JoinReport, 'inputs'> & { readonly resolved: ResolvedStatement }> {
  const place = { line: 1, column: 1, excerpt: '' };
  const tables = [...new Set([left, right])].map((name) => ({ name, place }));
  const inputs = await resolveInputs(deps.catalogue.records, tables, reader);
  const columns = new Map(inputs.map(({ name, version }) => [name, version.columns]));
  const isText = on.some((pair) => {
    const [one, other] = [left, right].map((name, at) => {
      const column = columns.get(name)?.find((known) => known.name === pair[at]);
      if (column !== undefined) return column.type === 'integer' || column.type === 'float';
      throw new IngestError(explain('sql-no-column', { name: `${name}.${pair[at] ?? ''}`, line: 1, column: 1 }));
    });
    return one !== other;
  });
  // The text is our own, and names nothing else: it needs no guard.
  const resolved = { sql: reportSql(left, right, on, isText), inputs, fields: null, isOrdered: true };
  const stored = await results.rowsOf(resolved, work);
  const { json } = await deps.rows.open(stored).page(everyRow, 0, 1, work);
  const row = JSON.parse(json.toString('utf8')) as Record<string, number | string | null>;
  const side = (name: 'l' | 'r') => {
    const rows = Number(row[`${name}_rows`]);
    const matched = Number(row[`${name}_matched`] ?? 0);
    const listed = (what: string) => JSON.parse(String(row[`${name}_${what}`] ?? '[]')) as ListedKey[];
    return {
      rows,
      keys: Number(row[`${name}_keys`]),
      matched,
      unmatched: rows - matched,
      unmatched_keys: listed('unmatched'),
      repeated: Number(row[`${name}_repeated`]),
      repeated_keys: listed('list'),
    };
  };
  return { left: side('l'), right: side('r'), rows: Number(row.joined ?? 0), resolved };
}

interface ListedKey {
  readonly key: unknown[];
  readonly rows: number;
}

/** One row of counts, with lists of keys as JSON. @param isText whether the keys are compared as texts */
function reportSql(left: string, right: string, on: JoinReportRequest['on'], isText: boolean): string {
  const keys = on.map((_, at) => `k${at}`);
  const value = (column: string) => (isText ? `CAST(${quoteIdentifier(column)} AS VARCHAR)` : quoteIdentifier(column));
  const grouped = (name: string, side: 0 | 1) =>
    `SELECT ${on.map((pair, at) => `${value(pair[side] ?? '')} AS k${at}`).join(', ')}, count(*) AS n FROM ${quoteIdentifier(name)} GROUP BY ALL`;
  const present = keys.map((key) => `${key} IS NOT NULL`).join(' AND ');
  const same = keys.map((key) => `a.${key} = b.${key}`).join(' AND ');
  const list = (from: string, order: string) =>
    `(SELECT to_json(list({key: [${keys.map((key) => `to_json(${key})`).join(', ')}], rows: n} ORDER BY ${order})) FROM (SELECT * FROM ${from} ORDER BY ${order} LIMIT ${maxListed}))`;
  const side = (own: string, other: string, all: string) => [
    `(SELECT coalesce(sum(n), 0) FROM ${all}) AS ${own}_rows`,
    `(SELECT count(*) FROM ${own}) AS ${own}_keys`,
    `(SELECT sum(${own}n) FROM m) AS ${own}_matched`,
    `${list(`(SELECT a.* FROM ${own} AS a ANTI JOIN ${other} AS b ON ${same})`, keys.join(', '))} AS ${own}_unmatched`,
    `(SELECT count(*) FROM ${own} WHERE n > 1) AS ${own}_repeated`,
    `${list(`(SELECT * FROM ${own} WHERE n > 1)`, `n DESC, ${keys.join(', ')}`)} AS ${own}_list`,
  ];
  return `WITH lall AS MATERIALIZED (${grouped(left, 0)}), rall AS MATERIALIZED (${grouped(right, 1)}),
    l AS (SELECT * FROM lall WHERE ${present}), r AS (SELECT * FROM rall WHERE ${present}),
    m AS (SELECT a.n AS ln, b.n AS rn FROM l AS a JOIN r AS b ON ${same})
    SELECT ${[...side('l', 'r', 'lall'), ...side('r', 'l', 'rall'), '(SELECT sum(ln * rn) FROM m) AS joined'].join(', ')}`;
}
