import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Row } from '#shared/cell.ts';
import { keys } from '../../backend/keys.ts';
import { readRows } from '../../backend/rows.ts';
import { type DatasetTab, requestRow, select, showView, useTabState } from '../../state/tab.ts';

/** The row that was clicked on the map, counted from 0, and its actions. */
export interface ClickedRow {
  readonly row: number;
  /** Undefined while loading. */
  readonly values: Row | undefined;
  readonly onMove: (row: number) => void;
  /** Shows it in the grid. */
  readonly onShow: (row: number) => void;
  readonly onClose: () => void;
}

/**
 * Follows the row that was clicked on the map, as long as it is selected.
 * @param count total number of rows; null if unknown
 */
export function useClickedRow(tab: DatasetTab, count: number | null) {
  const span = useTabState(tab.id, ({ selection }) => selection);
  const [clicked, setClicked] = useState<number | null>(null);
  const row = clicked !== null && span?.from === clicked && span.to === clicked ? clicked : null;
  const { connection, namespace, dataset } = tab.reference;
  // In the grid's form: each value at the position of its column.
  const { data } = useQuery({
    queryKey: keys.mapDetails(connection, namespace, dataset, tab.query, row),
    queryFn: ({ signal }) => readRows(tab.reference, tab.query, row ?? 0, 1, signal),
    enabled: row !== null,
    gcTime: 10_000,
  });
  const choose = (chosen: number) => {
    if (chosen < 0 || (count !== null && chosen >= count)) return;
    // The grid will scroll there too when it is shown.
    requestRow(tab.id, chosen);
    setClicked(chosen);
  };
  const place: ClickedRow | null =
    row === null
      ? null
      : {
          row,
          values: data?.rows[0],
          onMove: choose,
          onShow: () => showView(tab.id, 'rows'),
          onClose: () => {
            setClicked(null);
            select(tab.id, null);
          },
        };
  return { place, choose };
}
