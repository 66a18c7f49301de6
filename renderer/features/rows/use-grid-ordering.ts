import type { GridApi, SortChangedEvent } from 'ag-grid-community';
import { type KeyboardEvent, type PointerEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import type { OrderTerm } from '#shared/row-query.ts';
import { changeQuery, type DatasetTab } from '../../state/tab.ts';
import { orderingState, readOrdering, sameOrdering } from './columns/column-layout.ts';
import { preserveCellFocus } from './grid/grid-navigation.ts';
import { menuTarget } from './grid-menu.tsx';

/** Pixels beyond which a heading is dragged rather than clicked. */
const maxClickMove = 4;

/**
 * The ordering after a column's heading was chosen: ascending, then descending, then none.
 * @param more whether other columns go on ordering the rows
 */
export function nextOrdering(ordering: readonly OrderTerm[], column: string, more: boolean): readonly OrderTerm[] {
  const term = ordering.find((each) => each.column === column);
  const next = term?.descending === true ? [] : [{ column, descending: term !== undefined }];
  if (!more) return next;
  return term === undefined ? [...ordering, ...next] : ordering.flatMap((each) => (each === term ? next : [each]));
}

/**
 * Synchronises the headings with the query: choosing a heading changes the tab's query, and the headings show that of
 * the rows in the grid. The grid itself would drop its rows as soon as a heading is chosen, before there are others.
 * @param ordering of the rows in the grid
 * @returns handlers for the element around the grid, and for changes that the grid makes all the same
 */
export function useGridOrdering(
  api: GridApi<Row> | null,
  { id, query }: DatasetTab,
  columns: readonly Column[],
  ordering: readonly OrderTerm[],
) {
  const pressed = useRef({ x: 0, y: 0 });
  // With the rows, before they are painted.
  useLayoutEffect(() => {
    if (api === null || api.isDestroyed() || sameOrdering(readOrdering(api, columns), ordering)) return;
    const state = orderingState(ordering, columns);
    preserveCellFocus(api, () => api.applyColumnState({ state, defaultState: { sort: null } }));
  }, [api, ordering, columns]);
  const onChosen = (event: SyntheticEvent, more: boolean) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest('.ag-header-cell-resize') !== null) return;
    const heading = menuTarget(target);
    const column = heading?.kind === 'column' ? columns[heading.column] : undefined;
    if (column === undefined || column.type === 'geometry') return;
    event.stopPropagation();
    changeQuery(id, { ordering: nextOrdering(query.ordering, column.name, more) });
  };
  return {
    onSortChanged: (event: SortChangedEvent<Row>) => {
      const changed = readOrdering(event.api, columns);
      if (!sameOrdering(changed, ordering)) changeQuery(id, { ordering: changed });
    },
    headingEvents: {
      onPointerDownCapture: ({ clientX, clientY }: PointerEvent) => {
        pressed.current = { x: clientX, y: clientY };
      },
      onClickCapture: (event: SyntheticEvent<Element, MouseEvent>) => {
        const { clientX, clientY, detail, shiftKey } = event.nativeEvent;
        const { x, y } = pressed.current;
        // Assistive technology clicks without pressing anywhere.
        if (detail === 0 || Math.hypot(clientX - x, clientY - y) <= maxClickMove) onChosen(event, shiftKey);
      },
      onKeyDownCapture: (event: KeyboardEvent) => {
        const isHeading = event.target instanceof Element && event.target.matches('[role="columnheader"]');
        if (event.key === 'Enter' && isHeading && !event.ctrlKey && !event.metaKey) onChosen(event, event.shiftKey);
      },
    },
  };
}
