import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';

/**
 * Gives the rows that wait for their values the identifiers that they will have. A row without one is drawn a second
 * time when its values have come, and takes the focus with it; one that is known has its cells filled.
 */
export function nameRows(api: GridApi<Row> | null): void {
  if (api === null || api.isDestroyed()) return;
  api.forEachNode((node) => {
    if (node.id === undefined && node.rowIndex !== null) node.id = String(node.rowIndex);
  });
}
