import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';
import { nameRows } from './name-rows.ts';

/**
 * Draws the first rows in a grid that was just made, within the same task: the grid itself would ask for them in a later
 * one. Their block is read all the same, by the way of every block, and is then known to be there.
 */
export function drawAtHand(api: GridApi<Row>, rows: readonly Row[]): void {
  nameRows(api);
  api.forEachNode((node) => {
    const row = rows[node.rowIndex ?? rows.length];
    if (row !== undefined) node.setData(row);
  });
}
