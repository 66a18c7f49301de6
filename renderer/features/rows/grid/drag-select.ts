import type { GridApi } from 'ag-grid-community';
import type { Row } from '#shared/cell.ts';
import { type CellSelectionOfGrid, placeOf } from '../cells/use-cell-selection.ts';
import { scrollScale } from './exact-scroll.ts';

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

/** The last of the frozen cells of a row. */
const frozenEnd = '[row-index] .ag-cell-last-left-pinned';

/** The screen area of the scrolling cells: without headings, frozen columns and scroll bars. */
function bodyOf(viewport: HTMLElement): Box {
  const box = viewport.getBoundingClientRect();
  const root = viewport.closest('.ag-root');
  const head = root?.querySelector('.ag-header')?.getBoundingClientRect();
  // The grid places a scroll bar over the rows.
  const bar = root?.querySelector('.ag-body-vertical-scroll')?.getBoundingClientRect();
  const frozen = [...viewport.querySelectorAll(frozenEnd)].at(0)?.getBoundingClientRect();
  return {
    left: frozen?.right ?? box.left,
    top: Math.max(box.top, head?.bottom ?? box.top),
    right: Math.min(box.left + viewport.clientWidth, bar === undefined || bar.width === 0 ? box.right : bar.left),
    bottom: box.top + viewport.clientHeight,
  };
}

/**
 * The cell nearest to a screen position: by the drawn row and the column positions, because cells of columns that have
 * just become visible are drawn later.
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

/** Maximum milliseconds covered by one step, so that a window that was busy for longer does not jump. */
const maxStepMs = 100;

/**
 * Scrolls once per frame while a selection is dragged beyond the grid's edge; the range grows with it. The distance of
 * a step depends on time, so that slow drawing does not slow it down.
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
    // The scroll of the previous frame has been drawn by now; that of this one has not.
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

/** Minimum and maximum scroll speed beyond an edge, in pixels per second. */
const minSpeed = 240;
const maxSpeed = 3600;
/** Increase in speed with each pixel beyond the edge. */
const growth = 20;

/**
 * Scroll speed for a pointer beyond one of two edges, in pixels per second: faster with distance; 0 between the edges.
 */
export function edgeSpeed(place: number, start: number, end: number): number {
  if (place >= start && place <= end) return 0;
  const beyond = place < start ? start - place : place - end;
  const speed = Math.min(maxSpeed, minSpeed + beyond * growth);
  return place < start ? -speed : speed;
}
