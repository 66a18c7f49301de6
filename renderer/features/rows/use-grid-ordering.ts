import type { GridApi, SortChangedEvent } from 'ag-grid-community';
import { useEffect } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { changeQuery, type DatasetTab } from '../../session/session.ts';
import { orderingState, readOrdering, sameOrdering } from './columns/column-layout.ts';

/**
 * Synchronises the headings with the tab's query: a click on a heading changes the query, a change of the query updates
 * the headings.
 * @returns the handler for changes of the headings
 */
export function useGridOrdering(api: GridApi<Row> | null, tab: DatasetTab, columns: readonly Column[]) {
  const { id, query } = tab;
  useEffect(() => {
    if (api === null || api.isDestroyed() || sameOrdering(readOrdering(api, columns), query.ordering)) return;
    api.applyColumnState({ state: orderingState(query.ordering, columns), defaultState: { sort: null } });
  }, [api, query.ordering, columns]);
  return (event: SortChangedEvent<Row>) => {
    const ordering = readOrdering(event.api, columns);
    if (!sameOrdering(ordering, query.ordering)) changeQuery(id, { ordering });
  };
}
