import type { CellFocusedEvent, CellMouseDownEvent, CellMouseOverEvent, GridApi, IRowNode } from 'ag-grid-community';
import { useEffect, useMemo, useState } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { mac } from '../../../lib/keyboard/pressed-keys.ts';
import { changeState, select, stateOf, useTabState } from '../../../state/tab.ts';
import { columnId, columnPosition, numberColumn } from '../columns/column-definitions.ts';
import { whenThere } from '../grid/grid-navigation.ts';
import type { RowSource } from '../row-source.ts';
import type { ShownRow } from './row-details.tsx';

/** The displayed data columns, from left to right. */
export function dataColumns(api: GridApi<Row>): string[] {
  return api
    .getAllDisplayedColumns()
    .map((column) => column.getColId())
    .filter((id) => id !== numberColumn);
}

/**
 * The selected cells: the focused one, or the rectangle from there to the end of a Shift or mouse selection. Outside
 * React because the grid asks for every cell that it draws.
 */
export class CellSelection {
  range: CellRange | null = null;
  anchor: CellPosition | null = null;
  extending = false;
  /** The press opens the menu of the range, which stays selected. */
  keeping = false;
  #focused: CellPosition | null = null;
  readonly #onChange: (range: CellRange | null) => void;

  constructor(onChange: (range: CellRange | null) => void) {
    this.#onChange = onChange;
  }

  /** The mouse is pressed. Call before the grid handles it: the grid moves the focus before it reports the press. */
  press({ button, ctrlKey, shiftKey }: Pick<MouseEvent, 'button' | 'ctrlKey' | 'shiftKey'>): void {
    this.keeping = button === 2 || (mac && ctrlKey);
    this.extending = shiftKey;
  }

  /** Whether a cell is selected. */
  marks(api: GridApi<Row>, row: number | null, column: string): boolean {
    const { range } = this;
    if (range === null || row === null || row < range.top || row > range.bottom) return false;
    return inRange(range, { row, column: dataColumns(api).indexOf(column) });
  }

  /** A new range starts, wherever the focus is. */
  clear(api: GridApi<Row>): void {
    this.#focused = null;
    this.#set(api, null);
  }

  /**
   * A cell received the focus: with Shift it ends the range, otherwise it starts one. The grid also reports the focus
   * after redrawing the cell because rows around it have arrived: nothing changes then.
   */
  focus(api: GridApi<Row>, place: CellPosition): void {
    const same = this.#focused?.row === place.row && this.#focused.column === place.column;
    this.#focused = place;
    if (same) return;
    if (this.keeping && this.range !== null && inRange(this.range, place)) return;
    if (this.extending && this.anchor !== null) this.extendTo(api, place);
    else {
      this.anchor = place;
      this.#set(api, null);
    }
  }

  extendTo(api: GridApi<Row>, place: CellPosition): void {
    if (this.anchor !== null) this.#set(api, rangeBetween(this.anchor, place));
  }

  selectAll(api: GridApi<Row>): void {
    const [bottom, right] = [api.getDisplayedRowCount() - 1, dataColumns(api).length - 1];
    if (bottom >= 0 && right >= 0) this.#set(api, { top: 0, left: 0, bottom, right });
  }

  #set(api: GridApi<Row>, range: CellRange | null): void {
    if (this.range === null && range === null) return;
    this.range = range;
    this.#onChange(range);
    api.refreshCells({ force: true });
  }
}

/** A cell by its row and the position of its column among the data columns; null for any other. */
export function placeOf(api: GridApi<Row>, row: number | null, column: string): CellPosition | null {
  const place = dataColumns(api).indexOf(column);
  return row === null || place < 0 ? null : { row, column: place };
}

/** The selected cells of a grid, with the handlers of its events. */
export function useCellSelection() {
  const [range, setRange] = useState<CellRange | null>(null);
  const selection = useMemo(() => new CellSelection(setRange), []);
  const events = useMemo(
    () => ({
      onCellMouseDown: ({ api, event }: CellMouseDownEvent<Row>) => {
        if (!(event instanceof MouseEvent) || selection.keeping) return;
        if (event.button === 0 && !event.shiftKey) selection.clear(api);
      },
      onCellMouseOver: ({ api, event, rowIndex, column }: CellMouseOverEvent<Row>) => {
        const place = placeOf(api, rowIndex, column.getColId());
        if (event instanceof MouseEvent && event.buttons === 1 && place !== null) selection.extendTo(api, place);
      },
      onCellFocused: ({ api, rowIndex, column }: CellFocusedEvent<Row>) => {
        if (column === null || typeof column === 'string') return;
        const place = placeOf(api, rowIndex, column.getColId());
        if (place !== null) selection.focus(api, place);
      },
    }),
    [selection],
  );
  return { range, selection, events };
}

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

/** A rectangle of cells: rows counted from 0, columns by display position; both ends inclusive. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A cell by its row and the display position of its column. */
interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** The rectangle that two cells span. */
export function rangeBetween(first: CellPosition, second: CellPosition): CellRange {
  return {
    top: Math.min(first.row, second.row),
    bottom: Math.max(first.row, second.row),
    left: Math.min(first.column, second.column),
    right: Math.max(first.column, second.column),
  };
}

export function inRange(range: CellRange, { row, column }: CellPosition): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}

export function rangeSize(range: CellRange): { readonly rows: number; readonly columns: number } {
  return { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
}

/** Reports a row of the grid, and its values when they arrive later. */
class TrackedRow {
  #node: IRowNode<Row> | null = null;
  readonly #onShown: (shown: ShownRow | null) => void;
  readonly #report = () => {
    const row = this.#node?.rowIndex;
    if (row !== null && row !== undefined) this.#onShown({ row, values: this.#node?.data });
  };

  constructor(onShown: (shown: ShownRow | null) => void) {
    this.#onShown = onShown;
  }

  track(node: IRowNode<Row> | null): void {
    if (node === this.#node) return;
    this.#node?.removeEventListener('dataChanged', this.#report);
    this.#node = node;
    node?.addEventListener('dataChanged', this.#report);
    this.#report();
  }
}

/** The first row of the grid, as long as none has the focus; null if not needed or empty. */
export function useFirstRow(api: GridApi<Row> | null, source: RowSource, isNeeded: boolean): ShownRow | null {
  const [first, setFirst] = useState<ShownRow | null>(null);
  const tracked = useMemo(() => new TrackedRow(setFirst), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has another first row.
  useEffect(() => {
    setFirst(null);
    if (api === null || !isNeeded) return undefined;
    whenThere(api, 0, () => tracked.track(api.getDisplayedRowAtIndex(0) ?? null));
    return () => tracked.track(null);
  }, [api, source, isNeeded, tracked]);
  return first;
}

/** @returns the handler for focus changes of the grid */
export function useShownRow(onShown: (shown: ShownRow | null) => void) {
  const tracked = useMemo(() => new TrackedRow(onShown), [onShown]);
  useEffect(() => () => tracked.track(null), [tracked]);
  return ({ api, rowIndex }: CellFocusedEvent<Row>) => {
    if (rowIndex !== null) tracked.track(api.getDisplayedRowAtIndex(rowIndex) ?? null);
  };
}
