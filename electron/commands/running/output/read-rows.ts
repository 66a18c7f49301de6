import type { Row } from '#shared/cell.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Source } from '../../../connector/source.ts';

/** Rows per request. */
const pageSize = 1_000;

/** Rows in memory, with what is known about all of them. */
export interface ReadRows {
  readonly rows: readonly Row[];
  /** Number of rows that the query selects; null if the service does not count them. */
  readonly count: number | null;
  readonly version: string | null;
}

/** Reads the first rows of a query. */
export async function readRows(source: Source, name: DatasetName, query: RowQuery, limit: number): Promise<ReadRows> {
  const own = source.rows(name);
  const rows: Row[] = [];
  for (;;) {
    const size = Math.min(pageSize, limit - rows.length);
    // At least one, because only an answer has the count.
    const page = await own.read(query, rows.length, Math.max(1, size));
    rows.push(...page.rows.slice(0, size));
    if (page.last || rows.length >= limit) return { rows, count: page.count, version: page.version };
  }
}
