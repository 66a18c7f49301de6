import type { DuckDBValue } from '@duckdb/node-api';
import type { Session } from '../../engine/session.ts';
import type { PlannedColumn } from './plan-columns.ts';

/** Below this number, each column has its own expression. */
const minSimilarColumns = 24;
/** Columns per statement. */
const columnsAtOnce = 200;

/** Columns whose expressions differ only in the column: the engine plans such an expression once for all of them. */
export interface SimilarColumns {
  /** The expression, in which the text of a column is named `value`. */
  readonly expression: string;
  readonly columns: readonly PlannedColumn[];
}

/**
 * Groups text columns by an expression that takes the engine about a millisecond per column to plan.
 * @param expressionOf over the column's text, as in `shown`
 * @returns the groups of many columns, and all other columns
 */
export function similarColumns(
  columns: readonly PlannedColumn[],
  expressionOf: (column: PlannedColumn) => string,
): { readonly groups: readonly SimilarColumns[]; readonly others: readonly PlannedColumn[] } {
  const found = new Map<string, PlannedColumn[]>();
  const others: PlannedColumn[] = [];
  for (const column of columns) {
    const isOwn = /^(?:c\d+|cells\[\d+\])$/.test(column.shown);
    if (column.column?.form !== 'text' || !isOwn) others.push(column);
    else {
      const expression = expressionOf(column).replaceAll(mention(column.shown), 'value');
      found.set(expression, [...(found.get(expression) ?? []), column]);
    }
  }
  const groups: SimilarColumns[] = [];
  for (const [expression, alike] of found) {
    if (alike.length < minSimilarColumns) others.push(...alike);
    else
      for (let at = 0; at < alike.length; at += columnsAtOnce)
        groups.push({ expression, columns: alike.slice(at, at + columnsAtOnce) });
  }
  return { groups, others };
}

/** Matches a column's name in an expression: `c1` does not match within `c10`. */
function mention(reference: string): RegExp {
  return new RegExp(`\\b${reference.replace(/[[\]]/g, '\\$&')}(?!\\d)`, 'g');
}

/**
 * The results of a query for each of several similar columns, by column.
 * @param answers over `value`, which is NULL where it is missing
 * @param records what follows FROM
 */
export async function resultsOfSimilar(
  session: Session,
  { columns }: SimilarColumns,
  answers: readonly string[],
  records: string,
): Promise<ReadonlyMap<PlannedColumn, readonly DuckDBValue[]>> {
  const found = await session.rows(
    `SELECT position, ${answers.join(', ')} FROM ${unpivoted(columns, records)} GROUP BY position`,
  );
  return byColumn(columns, found);
}

/** The first values of each of several similar columns, in the order of the records. */
export async function firstOfSimilar(
  session: Session,
  { columns, expression }: SimilarColumns,
  records: string,
  most: number,
): Promise<ReadonlyMap<PlannedColumn, readonly DuckDBValue[]>> {
  const first = `(SELECT *, row_number() OVER () AS record FROM (SELECT * FROM ${records} LIMIT ${Math.floor(most)}))`;
  const found = await session.rows(
    `SELECT position, list(${expression} ORDER BY record) FROM ${unpivoted(columns, first, ['record'])} GROUP BY position`,
  );
  const listOf = (value: DuckDBValue | undefined) =>
    value !== null && typeof value === 'object' && 'items' in value ? (value.items as readonly DuckDBValue[]) : [];
  return new Map([...byColumn(columns, found)].map(([column, [values]]) => [column, listOf(values)]));
}

function unpivoted(columns: readonly PlannedColumn[], records: string, kept: readonly string[] = []): string {
  const names = columns.map((_, position) => `"${position}"`);
  const named = columns.map(({ shown }, position) => `${shown} AS ${names[position]}`);
  const chosen = [...named, ...kept].join(', ');
  return `(SELECT ${chosen} FROM ${records}) UNPIVOT INCLUDE NULLS (value FOR position IN (${names.join(', ')}))`;
}

function byColumn(columns: readonly PlannedColumn[], found: readonly DuckDBValue[][]) {
  return new Map(
    found.flatMap(([position, ...values]) => {
      const column = columns[Number(position)];
      return column === undefined ? [] : [[column, values] as const];
    }),
  );
}
