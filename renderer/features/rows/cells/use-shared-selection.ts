import type { GridApi } from 'ag-grid-community';
import { useEffect } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { changeState, select, stateOf, useTabState } from '../../../state/tab.ts';
import { columnId, columnPosition } from '../columns/column-definitions.ts';
import { whenThere } from '../grid/grid-navigation.ts';
import type { CellRange } from './cell-range.ts';
import type { ShownRow } from './row-details.tsx';
import { dataColumns } from './use-cell-selection.ts';

interface SharedSelection {
  readonly tab: string;
  readonly columns: readonly Column[];
  readonly range: CellRange | null;
  readonly shown: ShownRow | null;
  readonly api: GridApi<Row> | null;
  /** @param column id of the column; by default the one with the focus */
  readonly go: (row: number, column?: string) => void;
}

/** Shares the selected rows with the other views, and goes to the cell that one of them requested. */
export function useSharedSelection({ tab, columns, range, shown, api, go }: SharedSelection): void {
  const row = shown?.row ?? null;
  useEffect(() => {
    if (range === null || api === null || api.isDestroyed()) {
      if (row !== null) select(tab, { from: row, to: row, columns: null });
      return undefined;
    }
    const rows = { from: range.top, to: range.bottom };
    const ids = dataColumns(api).slice(range.left, range.right + 1);
    select(tab, { ...rows, columns: ids.flatMap((id) => columns[columnPosition(id)]?.name ?? []) });
    // The rows stay selected on the map.
    return () => select(tab, { ...rows, columns: null });
  }, [tab, columns, range, row, api]);
  const requested = useTabState(tab, ({ requestedCell }) => requestedCell);
  useEffect(() => {
    // A grid that was unmounted with its view is not the one that will be shown.
    if (requested === null || api === null || api.isDestroyed()) return;
    const top = stateOf(tab).position.firstRow;
    changeState(tab, () => ({ requestedCell: null }));
    const target = requested.row ?? api.getFocusedCell()?.rowIndex ?? top;
    const position = columns.findIndex(({ name }) => name === requested.column);
    const id = position < 0 ? undefined : columnId(position);
    if (id !== undefined && api.getColumn(id)?.isVisible() === false) api.setColumnsVisible([id], true);
    whenThere(api, target, () => go(target, id));
  }, [api, tab, go, requested, columns]);
}
