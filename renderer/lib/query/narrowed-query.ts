import type { Cell } from '#shared/cell.ts';
import type { Filter, RowQuery } from '#shared/row-query.ts';

/**
 * A query with further conditions. The API cannot combine "all of these" with "any of those": if the query matches any
 * of several conditions, the new ones replace them.
 * @param staying which current conditions to keep; all by default
 */
export function narrowedQuery(
  { filters, join }: RowQuery,
  further: readonly Filter[],
  staying: (filter: Filter) => boolean = () => true,
): Pick<RowQuery, 'filters'> & { readonly join: undefined } {
  const kept = join === 'or' && filters.length > 1 ? [] : filters.filter(staying);
  return { filters: [...kept, ...further], join: undefined };
}

/**
 * The filter that keeps the rows with a value in a column, or those without it.
 * @returns null for geometry, which is compared by its extent alone
 */
export function valueFilter(column: string, cell: Cell, keeps: boolean): Filter | null {
  if (cell === null) return { column, lookup: 'isnull', value: String(keeps) };
  if (typeof cell === 'object') return null;
  return { column, lookup: keeps ? 'exact' : 'ne', value: String(cell) };
}
