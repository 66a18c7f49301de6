import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { JoinReport, JoinReportRequest } from '#shared/api/sql.ts';
import { explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { SharedWork } from '../../../lib/shared-work.ts';
import type { StatementReader } from '../../catalogue/access/access.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { IngestError } from '../../reading/reading.ts';
import { maxStatementMs, newResultKey } from '../../reading/statements/statement.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { type RecipeDeps, type ResolvedStatement, runnable } from './resolve-statement.ts';

/** Maximum number of rows of a result that is not published. */
export const maxQueryRows = 1_000_000;

/** Results that are kept, so that their further pages need not be computed again. */
const maxResults = 16;
const maxIdleMs = 5 * 60_000;

/** Identifies the result of a statement: its text and its inputs. */
export function resultIdentity({ sql, inputs }: ResolvedStatement): string {
  const versions = inputs.map(({ name, slug, version }) => [name, slug, version.checksum]);
  return hash('sha256', JSON.stringify([sql, versions]), 'hex');
}

/** The results of statements as rows that belong to no version; each is kept for a while. */
export interface QueryResults {
  /** The rows of a statement's result, computed unless they are kept. @throws {IngestError | IsolatedProcessError} */
  rowsOf(statement: ResolvedStatement, work: LongWork): Promise<StoredVersion>;
  /** Removes all results. */
  close(): Promise<void>;
}

export function openQueryResults(rows: RowStore): QueryResults {
  const running = new SharedWork<StoredVersion>();
  const removing = new Set<Promise<void>>();
  const remove = ({ key }: StoredVersion) => {
    const removal = rows.remove(key).finally(() => removing.delete(removal));
    removal.catch(() => {});
    removing.add(removal);
  };
  const kept = new LRUCache<string, StoredVersion>({
    max: maxResults,
    ttl: maxIdleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: remove,
  });
  return {
    async rowsOf(statement, work) {
      const identity = resultIdentity(statement);
      const known = kept.get(identity);
      if (known !== undefined) return known;
      return await running.join(identity, work.signal, async (signal) => {
        const limits = { maxRows: maxQueryRows, limitMs: maxStatementMs };
        const stored = await rows.derive(newResultKey(), runnable(statement, limits), { ...work, signal });
        kept.set(identity, stored);
        return stored;
      });
    },
    async close() {
      await running.end(() => true, new DOMException('The service is closing.', 'AbortError'));
      kept.clear();
      await Promise.allSettled(removing);
    },
  };
}

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
