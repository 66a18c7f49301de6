import { columnPosition, numberColumn } from './columns/column-definitions.ts';

/** The target of a context menu of the grid; rows are counted from 0, columns by their position in the dataset. */
export type MenuTarget =
  | { readonly kind: 'cell'; readonly row: number; readonly column: number }
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'column'; readonly column: number };

/** The target at an element of the grid; null if it has no menu, as in a field of the filter row. */
export function menuTarget(element: Element): MenuTarget | null {
  if (element.closest('input, textarea, [data-drawing]') !== null) return null;
  const id = element.closest('[col-id]')?.getAttribute('col-id') ?? '';
  const column = columnPosition(id);
  if (element.closest('[role="columnheader"]') !== null) return column < 0 ? null : { kind: 'column', column };
  const row = Number(element.closest('[row-index]')?.getAttribute('row-index') ?? Number.NaN);
  if (!Number.isSafeInteger(row)) return null;
  if (id === numberColumn) return { kind: 'row', row };
  return column < 0 ? null : { kind: 'cell', row, column };
}
