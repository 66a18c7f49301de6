import type { Cell } from '#shared/cell.ts';
import type { Filter } from '#shared/row-query.ts';

/**
 * The filter that keeps the rows with a value in a column, or those without it.
 * @returns null for geometry, which is compared by its extent alone
 */
export function valueFilter(column: string, cell: Cell, keeps: boolean): Filter | null {
  if (cell === null) return { column, lookup: 'isnull', value: String(keeps) };
  if (typeof cell === 'object') return null;
  return { column, lookup: keeps ? 'exact' : 'ne', value: String(cell) };
}
