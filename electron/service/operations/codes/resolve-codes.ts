import type { AggregateQuery } from '#shared/aggregate-query.ts';
import { type CodeList, codesAtLevel, codesUnder } from '#shared/codes/code-list.ts';
import { joinList, type RowQuery, RowQueryError } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StatementReader } from '../../catalogue/access/access.ts';
import { type CodeMap, type CodeOrder, type ColumnLabels, codeOrder } from '../../rows/codes/code-tables.ts';
import type { CodedGroups } from '../../rows/groups/group-sql.ts';
import type { CodedRows } from '../../rows/selection.ts';
import { type CodesDeps, linkedLists, readCodeList } from './linked-lists.ts';

/** Whose rows are read, and whether labels are returned beside their codes. */
export interface CodesScope {
  readonly datasetId: number;
  readonly reader: StatementReader;
  readonly labels: boolean;
}

/** A query in which code lists are replaced by the codes that it needs. */
export interface ResolvedCodes<Query> {
  readonly query: Query;
  readonly labels: readonly ColumnLabels[];
  /** Of the lists: for entity tags. */
  readonly identity: string;
}

/** A list that a query uses; null if the reader has none for the column. */
type ListOf = (column: string) => Promise<CodeList | null>;

/** @throws {RowQueryError} for a filter `under` of a column without a code list */
export async function resolveRows(
  deps: CodesDeps,
  scope: CodesScope,
  query: RowQuery,
  work: LongWork,
): Promise<ResolvedCodes<CodedRows>> {
  const { filters, ordering, collation } = query;
  const isOrdered = collation === 'codes' && ordering.length > 0;
  const usesCodes = scope.labels || isOrdered || filters.some(({ lookup }) => lookup === 'under');
  if (!usesCodes) return { query, labels: [], identity: '' };
  return await withLists(deps, scope, work, async (listOf, columns) => ({
    query: { ...(await rowsOf(query, listOf)), ...(isOrdered && { orders: await ordersOf(query, listOf) }) },
    labels: scope.labels
      ? await labelsOf(
          columns.map((column) => ({ column, name: column })),
          listOf,
        )
      : [],
  }));
}

/** @throws {RowQueryError} for a filter `under` or a key `Level` of a column without a code list */
export async function resolveGroups(
  deps: CodesDeps,
  scope: CodesScope,
  query: AggregateQuery,
  work: LongWork,
): Promise<ResolvedCodes<CodedGroups>> {
  const { keys } = query;
  const usesCodes =
    scope.labels ||
    keys.some((key) => key.function === 'Level') ||
    query.rows.filters.some(({ lookup }) => lookup === 'under');
  if (!usesCodes) return { query, labels: [], identity: '' };
  return await withLists(deps, scope, work, async (listOf) => {
    const levels: Record<string, CodeMap> = {};
    for (const key of keys) {
      if (key.function !== 'Level') continue;
      const list = await listOf(key.column);
      if (list === null) throw withoutList('_group_by', key.column);
      levels[key.text] = [...codesAtLevel(list, key.level)];
    }
    const coded = keys.filter((key) => key.function === null || key.function === 'Level');
    const named = coded.map(({ column, text }) => ({ column, name: text }));
    return {
      query: { ...query, rows: await rowsOf(query.rows, listOf), levels },
      labels: scope.labels ? await labelsOf(named, listOf) : [],
    };
  });
}

async function withLists<Query>(
  deps: CodesDeps,
  { datasetId, reader }: CodesScope,
  work: LongWork,
  resolve: (listOf: ListOf, columns: readonly string[]) => Promise<Omit<ResolvedCodes<Query>, 'identity'>>,
): Promise<ResolvedCodes<Query>> {
  const lists = await linkedLists(deps, datasetId, reader);
  const used = new Set<string>();
  const listOf: ListOf = async (column) => {
    const linked = lists.get(column);
    if (linked === undefined) return null;
    used.add(`${column} ${linked.version.key}`);
    return await readCodeList(deps.rows, linked.version, work);
  };
  const resolved = await resolve(listOf, [...lists.keys()]);
  return { ...resolved, identity: JSON.stringify([...used]) };
}

async function rowsOf(query: RowQuery, listOf: ListOf): Promise<RowQuery> {
  const filters = query.filters.map(async (filter) => {
    const { column, lookup, value } = filter;
    if (lookup !== 'under') return filter;
    const list = await listOf(column);
    if (list === null) throw withoutList(`${column}__under`, column);
    return { ...filter, value: joinList(codesUnder(list, value)) };
  });
  return { ...query, filters: await Promise.all(filters) };
}

async function ordersOf({ ordering }: RowQuery, listOf: ListOf): Promise<Record<string, CodeOrder>> {
  const orders: Record<string, CodeOrder> = {};
  for (const { column } of ordering) {
    const list = await listOf(column);
    if (list !== null) orders[column] = codeOrder(list);
  }
  return orders;
}

function withoutList(parameter: string, column: string): RowQueryError {
  return new RowQueryError(parameter, `The column "${column}" has no code list that you may read.`);
}

async function labelsOf(
  named: readonly { readonly column: string; readonly name: string }[],
  listOf: ListOf,
): Promise<ColumnLabels[]> {
  const labels: ColumnLabels[] = [];
  for (const { column, name } of named) {
    const list = await listOf(column);
    if (list !== null) labels.push({ column: name, name: `${name}_label`, labels: list });
  }
  return labels;
}
