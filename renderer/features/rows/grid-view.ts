import type { GridApi } from 'ag-grid-community';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { askToExport } from '../../state/dialogs.ts';
import { useRowCount } from '../../state/row-count.ts';
import { useSettings } from '../../state/settings.ts';
import { type DatasetTab, redo, stateOf, undo } from '../../state/tab.ts';
import type { TableFormat } from './cells/cells-text.ts';
import type { ShownRow } from './cells/row-details.tsx';
import { useCellSelection, useFirstRow, useSharedSelection } from './cells/use-cell-selection.ts';
import { enterGrid, goToRow } from './grid/grid-navigation.ts';
import { useCopy } from './use-copy.tsx';
import { useRowSource } from './use-row-source.ts';

export interface RowsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The record may be outdated and is being read again. */
  readonly unsure: boolean;
  /** Shows the grid alone, for use beside another view: without toolbar and conditions. */
  readonly bare?: boolean;
  /** Shows how the values of a column are distributed. */
  readonly onChart: (column: DataColumn) => void;
}

/** The rows of a dataset, the grid that shows them, and what can be done in it. */
export function useGridView({ tab, details, unsure, bare = false, onChart }: RowsViewProps) {
  /** The grid, once the components that depend on it can be rendered. */
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const grid = useRef<GridApi<Row> | null>(null);
  const [shown, onShownRow] = useState<ShownRow | null>(null);
  const state = useRowSource(tab, details, grid, unsure);
  const { source, query, columns, fill } = state;
  const { selection, range, events } = useCellSelection();
  const known = useRowCount(tab);
  const rows = known?.count ?? 0;
  const go = useCallback((row: number, column?: string) => {
    if (grid.current !== null) goToRow(grid.current, row, column);
  }, []);
  const first = useFirstRow(api, source, useSettings().details);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has other rows under the same numbers.
  useEffect(() => onShownRow(null), [source]);
  useSharedSelection({ tab: tab.id, columns, range, shown, api, go });
  const onExport = () => {
    const { range: chosen } = selection;
    askToExport(tab, columns, chosen === null ? [] : [{ from: chosen.top, to: chosen.bottom + 1 }]);
  };
  const copy = useCopy({ tab, api, query, columns, selection, onExport });
  const onReady = (ready: GridApi<Row>) => {
    grid.current = ready;
    setApi(ready);
    fill(ready);
  };
  return {
    ...{
      ...state,
      tab,
      details,
      unsure,
      bare,
      api,
      rows,
      selection,
      events,
      go,
      onChart,
      onExport,
      onReady,
      onShownRow,
    },
    isEmpty: known?.exact === true && known.count === 0,
    shown: rows === 0 ? null : (shown ?? first),
    /** Copies the selected cells. */
    onCopy: (format: TableFormat, headings: boolean) => void copy(format, headings),
  };
}

export type GridView = ReturnType<typeof useGridView>;

/** Handles the keys of the grid whose own handling is insufficient: it scrolls without moving the focus, or does nothing. */
export function pressInGrid(event: KeyboardEvent, { tab, api, rows, selection, go, onCopy }: GridView): void {
  selection.extending = event.shiftKey;
  selection.keeping = false;
  if (api === null) return;
  if (event.target instanceof HTMLInputElement) {
    if (event.key !== 'ArrowDown' || event.target.dataset.field !== 'filter-row') return;
    // The grid would stay in the row of filters; the field applies its text when it loses the focus.
    enterGrid(
      api,
      stateOf(tab.id).position.firstRow,
      event.target.closest('[col-id]')?.getAttribute('col-id') ?? undefined,
    );
  } else if (isPressed(event, 'firstRow')) go(0);
  else if (isPressed(event, 'lastRow')) go(rows - 1);
  else if (isPressed(event, 'copyCells')) onCopy('TSV', false);
  else if (isPressed(event, 'selectAll')) selection.selectAll(api);
  else if (isPressed(event, 'undoView')) undo(tab.id);
  else if (isPressed(event, 'redoView')) redo(tab.id);
  else if (isPressed(event, 'toggleDetails') && api.getFocusedCell() !== null)
    useSettings.setState(({ details }) => ({ details: !details }));
  else return;
  event.preventDefault();
  event.stopPropagation();
}
