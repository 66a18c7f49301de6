import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';
import type { CellSelectionOfGrid } from '../cells/use-cell-selection.ts';
import { placeOf } from '../cells/use-cell-selection.ts';
import { edgeSpeed } from './edge-speed.ts';
import { scrollScale } from './stretched-wheel.ts';

interface Dragged {
  readonly viewport: HTMLElement;
  readonly api: GridApi<Row>;
  readonly selection: CellSelectionOfGrid;
  readonly rowHeight: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the cells that scroll are on the screen: without headings, frozen columns and scroll bars. */
function bodyOf(viewport: HTMLElement): Box {
  const box = viewport.getBoundingClientRect();
  const root = viewport.closest('.ag-root');
  const head = root?.querySelector('.ag-header')?.getBoundingClientRect();
  // The grid lays a scroll bar of its own over the rows.
  const bar = root?.querySelector('.ag-body-vertical-scroll')?.getBoundingClientRect();
  const frozen = [...viewport.querySelectorAll('[row-index] .ag-cell-last-left-pinned')].at(0)?.getBoundingClientRect();
  return {
    left: frozen?.right ?? box.left,
    top: Math.max(box.top, head?.bottom ?? box.top),
    right: Math.min(box.left + viewport.clientWidth, bar === undefined || bar.width === 0 ? box.right : bar.left),
    bottom: box.top + viewport.clientHeight,
  };
}

/**
 * The cell nearest to a place on the screen: by the row that is drawn there and by where the columns lie, because cells
 * of columns that have just come into view are drawn a little later.
 */
function cellAt({ viewport, api }: Dragged, body: Box, x: number, y: number) {
  const [inX, inY] = [clamp(x, body.left + 2, body.right - 2), clamp(y, body.top + 2, body.bottom - 2)];
  const row = document.elementFromPoint(inX, inY)?.closest('[row-index]')?.getAttribute('row-index');
  const across = inX - body.left + viewport.scrollLeft;
  const column = api.getAllDisplayedColumns().find((each) => {
    const left = each.isPinned() ? null : each.getLeft();
    return left !== null && left <= across && across < left + each.getActualWidth();
  });
  return row === undefined || row === null || column === undefined
    ? null
    : { row: Number(row), column: column.getColId() };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Milliseconds that one step covers at most: a window that was busy for longer does not leap. */
const maxStepMs = 100;

/**
 * Scrolls on, once a frame, while a range is drawn beyond the edge of the grid; the range grows with it. How far a step
 * leads is a matter of time, so that slow drawing makes it no slower.
 */
export function scrollWhileSelecting(dragged: Dragged): () => void {
  const { viewport, api, selection, rowHeight } = dragged;
  let place: readonly [x: number, y: number] | null = null;
  let frame = 0;
  let before = 0;
  const step = (now: number) => {
    frame = 0;
    const passed = Math.min(maxStepMs, Math.max(0, now - before)) / 1000;
    before = now;
    if (place === null || api.isDestroyed()) return;
    const body = bodyOf(viewport);
    const [x, y] = [edgeSpeed(place[0], body.left, body.right), edgeSpeed(place[1], body.top, body.bottom)];
    if (x === 0 && y === 0) return;
    // What the frame before scrolled to is drawn by now; what this one scrolls to is not yet.
    const cell = cellAt(dragged, body, place[0], place[1]);
    const end = cell === null ? null : placeOf(api, cell.row, cell.column);
    if (end !== null) selection.extendTo(api, end);
    if (x !== 0) viewport.scrollLeft += x * passed;
    if (y !== 0) viewport.scrollTop += (y * passed) / scrollScale(api.getDisplayedRowCount(), rowHeight);
    frame = requestAnimationFrame(step);
  };
  const onDown = (event: PointerEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
    if (event.button !== 0 || cell === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => {
      place = null;
      ended.abort();
    };
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        place = [clientX, clientY];
        if (frame !== 0) return;
        before = performance.now();
        frame = requestAnimationFrame(step);
      },
      { signal },
    );
    window.addEventListener('pointerup', end, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('blur', end, { signal });
  };
  viewport.addEventListener('pointerdown', onDown);
  return () => {
    cancelAnimationFrame(frame);
    viewport.removeEventListener('pointerdown', onDown);
  };
}
