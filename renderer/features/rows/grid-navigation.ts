import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';
import { numberColumn } from './column-definitions.ts';

/**
 * Brings a row into view and puts the focus on it.
 * The focus follows a frame later: on a row that is not drawn yet the grid would scroll to a wrong place once its
 * height is stretched.
 * @param row counted from 0; one beyond the ends goes to the end.
 */
export function goToRow(api: GridApi<Row>, row: number): void {
  const last = api.getDisplayedRowCount() - 1;
  if (last < 0) return;
  const target = Math.min(last, Math.max(0, row));
  const column = api.getFocusedCell()?.column ?? firstColumn(api);
  api.ensureIndexVisible(target, target === 0 ? 'top' : target === last ? 'bottom' : 'middle');
  requestAnimationFrame(() => {
    if (!api.isDestroyed() && column !== undefined) api.setFocusedCell(target, column);
  });
}

function firstColumn(api: GridApi<Row>) {
  return api.getAllDisplayedColumns().find((column) => column.getColId() !== numberColumn);
}
