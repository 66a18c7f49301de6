import type { Column, GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';
import { numberColumn } from '../columns/column-definitions.ts';

/** Maximum number of frames to wait for a row to be drawn before its focus is abandoned. */
const maxFrames = 60;
/**
 * Maximum number of frames to wait for the grid to learn that it has a row, which may take as long as the service does.
 */
const maxLoadFrames = 1800;

/**
 * Runs an action in the first frame in which a condition holds, immediately if it does; never after the grid is
 * destroyed.
 */
function whenTrue(api: GridApi<Row>, holds: () => boolean, act: () => void, frames: number): void {
  if (api.isDestroyed()) return;
  if (holds()) act();
  else if (frames > 0) requestAnimationFrame(() => whenTrue(api, holds, act, frames - 1));
}

/** Runs an action once the grid has a row, counted from 0. */
export function whenThere(api: GridApi<Row>, row: number, act: () => void): void {
  whenTrue(api, () => api.getDisplayedRowCount() > row, act, maxLoadFrames);
}

/** Aborted once the user scrolls, presses or types anywhere in the window. */
function untilUserActs(): AbortController {
  const acted = new AbortController();
  for (const event of ['wheel', 'pointerdown', 'keydown'] as const) {
    window.addEventListener(event, () => acted.abort(), { capture: true, passive: true, signal: acted.signal });
  }
  return acted;
}

/**
 * Scrolls back to a row as the topmost, as soon as the grid has it; to the last one if there are fewer. A service may
 * count the rows of a filter only after it has sent the first. Whatever the user does first ends it.
 * @param row counted from 0
 * @param onPlaced called when the grid is there, or the user has acted
 */
export function returnToRow(api: GridApi<Row>, row: number, onPlaced: () => void): void {
  if (row === 0) {
    onPlaced();
    return;
  }
  const acted = untilUserActs();
  const rows = () => api.getDisplayedRowCount();
  whenTrue(
    api,
    () => acted.signal.aborted || rows() > row || api.isLastRowIndexKnown() === true,
    () => {
      if (!acted.signal.aborted && rows() > 0) api.ensureIndexVisible(Math.min(row, rows() - 1), 'top');
      acted.abort();
      onPlaced();
    },
    Number.POSITIVE_INFINITY,
  );
}

/**
 * Scrolls sideways, and keeps the position while the grid and the panes around it get their widths:
 * whenever the columns fit for a moment, the browser scrolls back. Whatever the user does first ends it.
 */
export function scrollSideways(api: GridApi<Row>, viewport: Element, left: number): void {
  if (left === 0) return;
  const acted = untilUserActs();
  const hold = (frames: number) => {
    if (api.isDestroyed() || frames === 0) acted.abort();
    if (acted.signal.aborted) return;
    viewport.scrollLeft = left;
    requestAnimationFrame(() => hold(frames - 1));
  };
  hold(maxFrames);
}

/** Whether the grid does not know its row count yet: it then has a single row that waits for its values. */
function isUnread(api: GridApi<Row>): boolean {
  return api.getDisplayedRowCount() === 1 && api.getDisplayedRowAtIndex(0)?.data === undefined;
}

/**
 * Scrolls a row into view and focuses it: at once if the grid is visible and its rows are known, otherwise as soon as
 * they are. The row must be drawn before it is focused: otherwise a grid with stretched scrolling would scroll to a
 * wrong position, and the browser's own focus would stay behind.
 * @param row counted from 0; clamped to the available rows
 * @param column id of the column to focus; by default the focused one
 */
export function goToRow(api: GridApi<Row>, row: number, column?: string): void {
  whenTrue(
    api,
    () => !isUnread(api),
    () => goToKnownRow(api, row, column),
    maxLoadFrames,
  );
}

/**
 * Moves the focus into the grid: to the cell that had it, or to a row that is on screen. The grid's headings are reached
 * from there with the arrow keys.
 * @param shown a visible row, counted from 0
 * @param columnId id of the column to focus; by default the focused one
 * @returns false if there are no rows
 */
export function enterGrid(api: GridApi<Row>, shown: number, columnId?: string): boolean {
  if (api.getDisplayedRowCount() === 0 || isUnread(api)) return false;
  const focused = api.getFocusedCell();
  const row = focused?.rowIndex ?? shown;
  const column = (columnId === undefined ? null : api.getColumn(columnId)) ?? focused?.column ?? firstColumn(api);
  if (column !== undefined && isDrawn(api, row, column)) api.setFocusedCell(row, column);
  else goToKnownRow(api, row, columnId);
  return true;
}

function goToKnownRow(api: GridApi<Row>, row: number, columnId: string | undefined): void {
  const last = api.getDisplayedRowCount() - 1;
  if (last < 0) return;
  const target = Math.min(last, Math.max(0, row));
  const given = columnId === undefined ? null : api.getColumn(columnId);
  const column = given ?? api.getFocusedCell()?.column ?? firstColumn(api);
  if (given !== null) api.ensureColumnVisible(given);
  api.ensureIndexVisible(target, target === 0 ? 'top' : target === last ? 'bottom' : 'middle');
  if (column === undefined) return;
  whenTrue(
    api,
    () => isDrawn(api, target, column),
    () => api.setFocusedCell(target, column),
    maxFrames,
  );
}

function isDrawn(api: GridApi<Row>, row: number, column: Column): boolean {
  const cell = api.getGridElement()?.querySelector(`[row-index="${row}"] [col-id="${column.getColId()}"]`);
  return cell?.checkVisibility({ visibilityProperty: true }) ?? false;
}

function firstColumn(api: GridApi<Row>): Column | undefined {
  return api.getAllDisplayedColumns().find((column) => column.getColId() !== numberColumn);
}

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
