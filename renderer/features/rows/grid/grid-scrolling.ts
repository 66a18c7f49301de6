import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from '#shared/cell.ts';
import { type DatasetTab, setPosition, stateOf } from '../../../state/tab.ts';
import { scrollPartner } from '../../../state/tabs.ts';
import { type CellSelection, placeOf } from '../cells/use-cell-selection.ts';
import { returnToRow, scrollSideways } from './grid-navigation.ts';

/** The part of an element that scrolling needs. */
type Scrolling = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight' | 'dispatchEvent'>;

interface Property {
  readonly get: (this: unknown) => number;
  readonly set: (this: unknown, top: number) => void;
}

/** The browser's own `scrollTop`, looked up along the prototypes. */
function nativeProperty(element: object): Property {
  for (let at: object | null = element; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, 'scrollTop');
    if (found?.get !== undefined && found.set !== undefined) return { get: found.get, set: found.set };
  }
  throw new Error('The element cannot be scrolled');
}

/**
 * Lets an element keep the fractional part of its scroll position. The browser rounds `scrollTop` to whole pixels; if a
 * hundred million rows share the maximum height, one pixel represents many rows, and without the fraction neither the
 * next row nor a requested row could be reached. The fraction is valid until the user scrolls by other means. If
 * rounding absorbs a step completely, the event that the browser omits is dispatched.
 * @returns a function that restores the element's own property
 */
export function preserveExactScroll(element: Scrolling): () => void {
  const native = nativeProperty(element);
  // Unknown until it is first used: reading it now would make the browser lay out the page.
  let exact = Number.NaN;
  let rounded = Number.NaN;
  const read = () => {
    const now = native.get.call(element);
    if (now !== rounded) exact = rounded = now;
    return exact;
  };
  const write = (top: number) => {
    const before = read();
    exact = Math.min(Math.max(0, element.scrollHeight - element.clientHeight), Math.max(0, top));
    const roundedBefore = rounded;
    native.set.call(element, exact);
    rounded = native.get.call(element);
    if (rounded === roundedBefore && exact !== before) element.dispatchEvent(new Event('scroll'));
  };
  Object.defineProperty(element, 'scrollTop', { configurable: true, get: read, set: write });
  return () => Reflect.deleteProperty(element, 'scrollTop');
}

/**
 * Height in pixels beyond which the grid stretches its scrolling; rows.css sets the same limit. The browser could lay
 * out twice that, but it paints with 32-bit floats, and beyond 2^24 lines and text fall between pixels.
 */
const tallestElement = 16_000_000;

/** Pixels of rows per pixel of scrolling: 1 until the rows exceed the browser's limit. */
export function scrollScale(rows: number, rowHeight: number): number {
  return Math.max(1, (rows * rowHeight) / tallestElement);
}

/** A wheel step in pixels; `deltaMode` 1 counts lines and 2 counts pages (UI Events, WheelEvent). */
export function wheelPixels(delta: number, deltaMode: number, lineHeight: number, pageHeight: number): number {
  if (deltaMode === 1) return delta * lineHeight;
  return deltaMode === 2 ? delta * pageHeight : delta;
}

/**
 * Makes a turn of the wheel move the same number of rows whatever their total. With stretched scrolling, the browser
 * would move thousands of rows per notch. The viewport must keep fractions of a pixel.
 */
export function steadyWheel(
  viewport: HTMLElement,
  sizes: () => { readonly rows: number; readonly rowHeight: number },
): () => void {
  const onWheel = (event: WheelEvent) => {
    const { rows, rowHeight } = sizes();
    const scale = scrollScale(rows, rowHeight);
    if (scale === 1 || event.deltaY === 0 || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    viewport.scrollTop += wheelPixels(event.deltaY, event.deltaMode, rowHeight, viewport.clientHeight) / scale;
  };
  viewport.addEventListener('wheel', onWheel, { capture: true, passive: false });
  return () => viewport.removeEventListener('wheel', onWheel, { capture: true });
}

/** The viewports of the visible grids, by tab. */
const viewports = new Map<string, HTMLElement>();

/**
 * Scrolls the grid of the adjacent tab along with this one, by position: rows of equal height have the same number.
 * @returns a function that stops it
 */
export function scrollTogether(tab: string, own: HTMLElement): () => void {
  viewports.set(tab, own);
  const onScroll = () => {
    const partner = scrollPartner(tab);
    const other = partner === null ? undefined : viewports.get(partner);
    // The grid under the pointer or with the focus leads. The other one also reports its scrolling.
    if (other === undefined || !leads(own, other)) return;
    other.scrollLeft = own.scrollLeft;
    other.scrollTop = own.scrollTop;
  };
  own.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    own.removeEventListener('scroll', onScroll);
    if (viewports.get(tab) === own) viewports.delete(tab);
  };
}

function leads(own: HTMLElement, other: HTMLElement): boolean {
  if (other.matches(':hover')) return false;
  return own.matches(':hover') || !other.contains(document.activeElement);
}

interface Dragged {
  readonly viewport: HTMLElement;
  readonly api: GridApi<Row>;
  readonly selection: CellSelection;
  readonly rowHeight: number;
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

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

/** Number of rows drawn beyond the view. */
export const rowBuffer = 6;

/** The topmost visible row; the first one drawn is above it. */
export function topRow(api: GridApi<Row>, rowHeight: number): number {
  const first = api.getFirstDisplayedRowIndex();
  return first > 0 ? first + rowBuffer : Math.round(api.getVerticalPixelRange().top / rowHeight);
}

interface ScrolledGrid {
  readonly tab: DatasetTab;
  readonly api: GridApi<Row> | null;
  /** Whether the first rows are drawn. */
  readonly drawn: boolean;
  /** The element around the grid. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Pixels. */
  readonly rowHeight: number;
  readonly selection: CellSelection;
}

const viewportOf = (frame: RefObject<HTMLElement | null>) =>
  frame.current?.querySelector<HTMLElement>('.ag-grid-viewport') ?? null;

/** Scrolls a new grid to the position of its tab, stores where it is scrolled to, and refines how it scrolls. */
export function useScrollPosition({ tab, api, drawn, frame, rowHeight, selection }: ScrolledGrid) {
  /** Whether the grid is at the tab's position; before that its own position is meaningless. */
  const placed = useRef(false);
  /** Whether the grid moves, and its position is not stored yet. */
  const moving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each grid, before its first rows are painted.
  useLayoutEffect(() => {
    if (api === null || !drawn || api.isDestroyed()) return;
    const viewport = viewportOf(frame);
    const { firstRow, sideways } = stateOf(tab.id).position;
    if (viewport !== null) scrollSideways(api, viewport, sideways);
    returnToRow(api, firstRow, () => {
      placed.current = true;
    });
  }, [api, drawn]);
  useEffect(() => {
    const viewport = viewportOf(frame);
    if (api === null || viewport === null) return;
    // The grid reports the scrolling later.
    const onScroll = () => {
      moving.current = true;
    };
    viewport.addEventListener('scroll', onScroll, { passive: true });
    const ends = [
      preserveExactScroll(viewport),
      steadyWheel(viewport, () => ({ rows: api.getDisplayedRowCount(), rowHeight })),
      scrollTogether(tab.id, viewport),
      scrollWhileSelecting({ viewport, api, selection, rowHeight }),
      () => viewport.removeEventListener('scroll', onScroll),
    ];
    return () => {
      for (const end of ends.reverse()) end();
    };
  }, [api, frame, rowHeight, selection, tab.id]);
  // Reading the position makes the browser lay out the page: only once it has changed.
  const store = (grid: GridApi<Row>) => {
    moving.current = false;
    if (!placed.current) return;
    setPosition(tab.id, { firstRow: topRow(grid, rowHeight), sideways: grid.getHorizontalPixelRange().left });
  };
  return {
    /** A grid was created. */
    begin: () => {
      placed.current = false;
      moving.current = false;
    },
    /** Stores the position of a grid that has stopped scrolling. */
    store,
    /** After leaving while the grid still scrolls, the tab returns to the target of the scrolling. */
    leave: (grid: GridApi<Row>) => {
      if (moving.current) store(grid);
    },
  };
}
