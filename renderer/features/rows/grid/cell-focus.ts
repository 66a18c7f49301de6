import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';

/**
 * Runs an action that may remove the focused cell from the page, such as showing rows of another source, and focuses
 * the cell in its position before any key can be pressed: the nearest row if there are fewer now.
 */
export function preserveCellFocus(api: GridApi<Row>, act: () => void): void {
  const focused = api.getFocusedCell();
  const had = focused !== null && document.activeElement?.closest('[role="gridcell"]') != null;
  act();
  if (!had || api.isDestroyed() || document.activeElement !== document.body) return;
  const last = api.getDisplayedRowCount() - 1;
  if (last >= 0) api.setFocusedCell(Math.min(focused.rowIndex, last), focused.column);
}
