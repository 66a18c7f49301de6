import { useEffect, useState } from 'react';
import { outlines } from '../../lib/geometry/outlines.ts';
import { echarts } from './drawing/echarts.ts';
import { worldMap } from './model/map-option.ts';

let registered: Promise<void> | null = null;

/** Cells are worth seeing without the land below them as well. */
function registerWorld(): Promise<void> {
  registered ??= outlines().then(
    ({ land }) => echarts.registerMap(worldMap, { geoJSON: land as never, specialAreas: {} }),
    () => echarts.registerMap(worldMap, { geoJSON: { type: 'FeatureCollection', features: [] }, specialAreas: {} }),
  );
  return registered;
}

/** Whether a map can be drawn; the outlines of the world are read when the first one is. */
export function useWorld(needed: boolean): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let current = true;
    if (needed) void registerWorld().then(() => current && setReady(true));
    return () => {
      current = false;
    };
  }, [needed]);
  return ready || !needed;
}
