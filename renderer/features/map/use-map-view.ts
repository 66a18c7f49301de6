import { useEffect, useRef, useState } from 'react';
import { changeMap, stateOf } from '../../state/tab.ts';
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
