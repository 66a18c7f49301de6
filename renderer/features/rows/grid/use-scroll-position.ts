import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from '#shared/cell.ts';
import { type DatasetTab, setPosition, stateOf } from '../../../state/tab.ts';
import type { CellSelectionOfGrid } from '../cells/use-cell-selection.ts';
import { scrollWhileSelecting } from './drag-select.ts';
import { preserveExactScroll, scrollTogether, steadyWheel } from './exact-scroll.ts';
import { returnToRow, scrollSideways } from './grid-navigation.ts';

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
  readonly selection: CellSelectionOfGrid;
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
