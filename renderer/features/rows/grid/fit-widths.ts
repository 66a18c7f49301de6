import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { type CellFormat, cellText, formatOfColumn } from '../../../lib/format/cell-text.ts';
import { textWidth } from '../../../lib/format/text-width.ts';
import { columnId, columnPosition } from '../columns/column-definitions.ts';

/** Number of rows whose values are measured. */
const sample = 60;
/** Number of columns that are measured: the first ones, which are visible. */
const maxColumns = 40;
/** Padding of a text, and the maximum automatic width of a column, in pixels. */
const padding = 26;
const widest = 340;

/** The longest of a column's first texts. */
function longest(texts: Iterable<string>): string {
  let found = '';
  for (const text of texts) if (text.length > found.length) found = text;
  return found;
}

/**
 * Widens columns whose first values do not fit, once, just before the first rows appear. Later rows never change a
 * width: text must not jump.
 */
export function fitWidths(
  api: GridApi<Row>,
  columns: readonly DataColumn[],
  rows: readonly Row[],
  locale: string,
): void {
  const grid = api.getGridElement();
  const cell = grid?.querySelector('.ag-cell:not(.rows-number)') ?? grid;
  if (cell === undefined) return;
  const font = fontOf(cell);
  const widths = api
    .getAllDisplayedColumns()
    .slice(0, maxColumns)
    .flatMap((shown) => {
      const position = columnPosition(shown.getColId());
      const column = columns[position];
      if (column === undefined) return [];
      const format: CellFormat = { locale, raw: false, ...formatOfColumn(column) };
      const texts = rows.slice(0, sample).map((row) => cellText(row[position] ?? null, format));
      const width = textWidth(longest(texts), font) + padding;
      const newWidth = Math.min(widest, Math.ceil(width));
      return newWidth > shown.getActualWidth() ? [{ key: columnId(position), newWidth }] : [];
    });
  if (widths.length > 0) api.setColumnWidths(widths);
}

function fontOf(element: Element): string {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  return `${fontWeight} ${fontSize} ${fontFamily}`;
}
