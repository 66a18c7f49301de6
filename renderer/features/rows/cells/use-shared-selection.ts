import type { GridApi } from 'ag-grid-community';
import { useEffect } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { chooseRows, selectCells, takeRequestedRow } from '../../../session/selection.ts';
import { columnPosition } from '../columns/column-definitions.ts';
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
  readonly go: (row: number) => void;
}

/** Shares the selected rows with the other views, and scrolls to the row that was selected in one of them. */
export function useSharedSelection({ tab, columns, range, shown, api, go }: SharedSelection): void {
  const row = shown?.row ?? null;
  useEffect(() => {
    if (range !== null) chooseRows(tab, { from: range.top, to: range.bottom });
    else if (row !== null) chooseRows(tab, { from: row, to: row });
  }, [tab, range, row]);
  useEffect(() => {
    if (range === null || api === null || api.isDestroyed()) selectCells(tab, null);
    else {
      const ids = dataColumns(api).slice(range.left, range.right + 1);
      const names = ids.flatMap((id) => columns[columnPosition(id)]?.name ?? []);
      selectCells(tab, { from: range.top, to: range.bottom, columns: names });
    }
    return () => selectCells(tab, null);
  }, [tab, columns, range, api]);
  useEffect(() => {
    // A grid that was unmounted with its view is not the one that will be shown.
    if (api === null || api.isDestroyed()) return;
    const requested = takeRequestedRow(tab);
    if (requested !== null) whenThere(api, requested, () => go(requested));
  }, [api, tab, go]);
}
