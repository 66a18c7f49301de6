import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import { keys } from '../../backend/keys.ts';
import { readRows } from '../../backend/rows.ts';
import { changeMap, type DatasetTab, requestRow, select, showView, stateOf, useTabState } from '../../state/tab.ts';
import type { ViewCount } from './count-view.ts';
import type { MapHandle } from './engine/map-handle.ts';
import type { MapFeatures } from './features/use-map-features.ts';

/**
 * Manages the view of a tab's map: its initial position, the counts in it, and its extent for other parts of the
 * window.
 */
export function useMapView(tab: string, { thread, progress, revision }: MapFeatures) {
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [moves, setMoves] = useState(0);
  const [count, setCount] = useState<ViewCount | null>(null);
  const moved = useRef(stateOf(tab).map.position !== null);
  const { bounds } = progress;
  // The first rows may all be in one corner: until the user moves the map, it fits all features.
  useEffect(() => {
    if (handle !== null && bounds !== null && !moved.current) handle.fit(bounds);
  }, [handle, bounds]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in view changes with the map and with the rows.
  useEffect(() => {
    if (thread === null || handle === null) return;
    let current = true;
    changeMap(tab, { extent: handle.bounds() });
    thread.ask('countView', handle.bounds(), handle.zoom()).then(
      (counted) => current && setCount(counted),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [thread, handle, moves, revision]);
  return {
    handle,
    count,
    start: stateOf(tab).map.position ?? (bounds === null ? null : { kind: 'box' as const, box: bounds }),
    onReady(made: MapHandle) {
      const zoomBy = (levels: number) => {
        moved.current = true;
        made.zoomBy(levels);
      };
      setHandle({ ...made, zoomBy });
    },
    onMove(by: MapHandle, byPerson: boolean) {
      if (byPerson) moved.current = true;
      if (moved.current) changeMap(tab, { position: by.view() });
      setMoves((times) => times + 1);
    },
    /** Called for user actions that move the map by other means. */
    noteMoved() {
      moved.current = true;
      if (handle !== null) changeMap(tab, { position: handle.view() });
    },
  };
}

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
