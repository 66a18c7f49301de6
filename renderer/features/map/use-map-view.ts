import { useEffect, useRef, useState } from 'react';
import { noteExtent } from '../../selection.ts';
import type { MapHandle, View } from './map-handle.ts';
import type { ViewCount } from './tile-features.ts';
import type { MapFeatures } from './use-map-features.ts';

/** What the maps of the tabs showed when they were last looked at, and whether a person had moved them. */
const views = new Map<string, View>();

/** Follows what the map of a tab shows: where it begins, what is counted in it, and what others may know of it. */
export function useMapView(tab: string, { thread, progress, revision }: MapFeatures) {
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [moves, setMoves] = useState(0);
  const [count, setCount] = useState<ViewCount | null>(null);
  const moved = useRef(views.has(tab));
  const { bounds } = progress;
  // The first rows may all lie in one corner: as long as nobody has moved the map, it shows what there is.
  useEffect(() => {
    if (handle !== null && bounds !== null && !moved.current) handle.fit(bounds);
  }, [handle, bounds]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in view changes with the map and with the rows.
  useEffect(() => {
    if (thread === null || handle === null) return;
    let current = true;
    noteExtent(tab, handle.bounds());
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
    start: views.get(tab) ?? (bounds === null ? null : { kind: 'box' as const, box: bounds }),
    onReady: setHandle,
    onMove(by: MapHandle, byPerson: boolean) {
      if (byPerson) moved.current = true;
      if (moved.current) views.set(tab, by.view());
      setMoves((times) => times + 1);
    },
    /** For acts of a person that move the map by other means than the map itself. */
    noteMoved() {
      moved.current = true;
    },
  };
}
