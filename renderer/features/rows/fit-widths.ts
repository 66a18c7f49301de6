import type { GridApi } from 'ag-grid-community';
import type { Column } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import { type CellFormat, cellText, isQuantity } from '../../lib/cell-text.ts';
import { textWidth } from '../../lib/text-width.ts';
import { columnId, columnPosition } from './column-definitions.ts';

/** Rows whose values are measured. */
const sample = 60;
/** Room beside a text, and the widest that a column gets by itself, in pixels. */
const padding = 26;
const widest = 340;

/** The longest of a column's first texts. */
function longest(texts: Iterable<string>): string {
  let found = '';
  for (const text of texts) if (text.length > found.length) found = text;
  return found;
}

function textsOf(api: GridApi<Row>, position: number, format: CellFormat): string[] {
  const texts: string[] = [];
  const rows = Math.min(sample, api.getDisplayedRowCount());
  for (let row = 0; row < rows; row += 1) {
    const cell: Cell | undefined = api.getDisplayedRowAtIndex(row)?.data?.[position];
    if (cell !== undefined) texts.push(cellText(cell, format));
  }
  return texts;
}

/**
 * Widens the columns whose first values do not fit, once, as the first rows appear. Later rows never move anything:
 * text must not jump under the person's eyes.
 */
export function fitWidths(api: GridApi<Row>, columns: readonly Column[], locale: string, raw: boolean): void {
  const cell = api.getGridElement()?.querySelector('.ag-cell:not(.rows-number)');
  if (cell === null || cell === undefined) return;
  const widths = api.getAllDisplayedVirtualColumns().flatMap((shown) => {
    const position = columnPosition(shown.getColId());
    const column = columns[position];
    if (column === undefined) return [];
    const format: CellFormat = { locale, raw, grouped: isQuantity(column) };
    const wanted = textWidth(longest(textsOf(api, position, format)), cell) + padding;
    const newWidth = Math.min(widest, Math.ceil(wanted));
    return newWidth > shown.getActualWidth() ? [{ key: columnId(position), newWidth }] : [];
  });
  if (widths.length > 0) api.setColumnWidths(widths);
}
