import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';

/**
 * Assigns final ids to rows that wait for their values. A row without an id would be redrawn when its values arrive,
 * and lose the focus; one with an id only has its cells filled.
 */
export function assignRowIds(api: GridApi<Row> | null): void {
  if (api === null || api.isDestroyed()) return;
  api.forEachNode((node) => {
    if (node.id === undefined && node.rowIndex !== null) node.id = String(node.rowIndex);
  });
}
