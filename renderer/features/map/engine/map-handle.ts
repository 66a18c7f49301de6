import type { Map as LibreMap, MapOptions } from 'maplibre-gl';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { MapPosition } from '../../../state/tab.ts';

/** The actions of a drawn map. */
export interface MapHandle {
  zoomBy(levels: number): void;
  fit(bounds: Bounds): void;
  /** The visible part. */
  bounds(): Bounds;
  zoom(): number;
  view(): MapPosition;
}

const fitBoundsOptions = { padding: 32, maxZoom: 12, animate: false } as const;

/** Latitudes beyond the limits of the projection would make the box infinite. */
function fitBounds([west, south, east, north]: Bounds): [number, number, number, number] {
  return [Math.max(-180, west), Math.max(-84, south), Math.min(180, east), Math.min(84, north)];
}

/** The map options for an initial view. */
export function startView(view: MapPosition): Partial<MapOptions> {
  if (view === null) return { center: [0, 25], zoom: 1 };
  if (view.kind === 'box') return { bounds: fitBounds(view.box), fitBoundsOptions };
  return { center: [view.center[0], view.center[1]], zoom: view.zoom };
}

/** The actions of this map. */
export function handleOf(map: LibreMap): MapHandle {
  return {
    zoomBy: (levels) => void map.zoomTo(map.getZoom() + levels, { duration: 150 }),
    fit: (bounds) => void map.fitBounds(fitBounds(bounds), fitBoundsOptions),
    bounds: () => {
      const box = map.getBounds();
      return [
        Math.max(-180, box.getWest()),
        Math.max(-90, box.getSouth()),
        Math.min(180, box.getEast()),
        Math.min(90, box.getNorth()),
      ];
    },
    zoom: () => map.getZoom(),
    view: () => {
      const { lng, lat } = map.getCenter();
      return { kind: 'camera', center: [lng, lat], zoom: map.getZoom() };
    },
  };
}
