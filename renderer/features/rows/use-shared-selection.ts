import type { GridApi } from 'ag-grid-community';
import { useEffect } from 'react';
import type { Row } from '#shared/cell.ts';
import type { CellRange } from '../../lib/cell-range.ts';
import { chooseRows, takeWantedRow } from '../../selection.ts';
import { whenThere } from './grid-navigation.ts';
import type { ShownRow } from './row-details.tsx';

interface SharedSelection {
  readonly tab: string;
  readonly range: CellRange | null;
  readonly shown: ShownRow | null;
  readonly api: GridApi<Row> | null;
  readonly go: (row: number) => void;
}

/** Tells the other views which rows are chosen here, and goes to the row that was chosen in one of them. */
export function useSharedSelection({ tab, range, shown, api, go }: SharedSelection): void {
  const row = shown?.row ?? null;
  useEffect(() => {
    if (range !== null) chooseRows(tab, { from: range.top, to: range.bottom });
    else if (row !== null) chooseRows(tab, { from: row, to: row });
  }, [tab, range, row]);
  useEffect(() => {
    // One that was put away with its view is not the one that will be shown.
    if (api === null || api.isDestroyed()) return;
    const wanted = takeWantedRow(tab);
    if (wanted !== null) whenThere(api, wanted, () => go(wanted));
  }, [api, tab, go]);
}
