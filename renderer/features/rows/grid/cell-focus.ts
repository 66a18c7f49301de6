import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';

/**
 * Does something that may take the focused cell off the page, as rows from another source do, and gives the focus to
 * the cell in its place before any key can be pressed: the nearest row where there are fewer now.
 */
export function preserveCellFocus(api: GridApi<Row>, act: () => void): void {
  const focused = api.getFocusedCell();
  const had = focused !== null && document.activeElement?.closest('[role="gridcell"]') != null;
  act();
  if (!had || api.isDestroyed() || document.activeElement !== document.body) return;
  const last = api.getDisplayedRowCount() - 1;
  if (last >= 0) api.setFocusedCell(Math.min(focused.rowIndex, last), focused.column);
}
