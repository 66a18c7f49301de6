import type { Map as LibreMap } from 'maplibre-gl';
import { handleOf, type MapHandle } from './map-handle.ts';
import { rowLayerNames } from './map-style.ts';

/** The row or cluster under the pointer, and the pointer's position on the map. */
export interface Pointed {
  /** The row, or one of the cluster. */
  readonly row: number;
  /** Number of rows in the cluster; 1 for an individual feature. */
  readonly count: number;
  /** Other rows drawn at the same position. */
  readonly more: number;
  readonly x: number;
  readonly y: number;
}

function pointedAt(map: LibreMap, x: number, y: number): Pointed | null {
  const reach = 3;
  const found = map.queryRenderedFeatures(
    [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ],
    { layers: [...rowLayerNames] },
  );
  const [first] = found;
  const { row, count } = first?.properties ?? {};
  if (typeof row !== 'number' || typeof count !== 'number') return null;
  const others = new Set(found.map((each) => Number(each.properties.row)));
  return { row, count, more: count > 1 ? 0 : others.size - 1, x, y };
}

/** Selects a row, or zooms in on a cluster. */
function choose(map: LibreMap, x: number, y: number, onChoose: (row: number) => void): void {
  const pointed = pointedAt(map, x, y);
  if (pointed === null) return;
  if (pointed.count === 1) onChoose(pointed.row);
  else map.easeTo({ center: map.unproject([x, y]), zoom: map.getZoom() + 2, duration: 250 });
}

/** Listeners to the user's actions on the map. */
export interface Listener {
  readonly onMove: (handle: MapHandle, byPerson: boolean) => void;
  readonly onPoint: (pointed: Pointed | null) => void;
  readonly onChoose: (row: number) => void;
}

/** Reports pointing, selecting and moving by mouse and keyboard: Enter selects the feature in the centre. */
export function listen(map: LibreMap, latest: { readonly current: Listener }): void {
  map.on('mousemove', ({ point }) => {
    const pointed = map.isMoving() ? null : pointedAt(map, point.x, point.y);
    map.getCanvas().style.cursor = pointed === null ? '' : 'pointer';
    latest.current.onPoint(pointed);
  });
  map.on('mouseout', () => latest.current.onPoint(null));
  map.on('movestart', () => latest.current.onPoint(null));
  map.on('moveend', ({ originalEvent }) => latest.current.onMove(handleOf(map), originalEvent !== undefined));
  map.on('click', ({ point }) => choose(map, point.x, point.y, latest.current.onChoose));
  map.getCanvas().addEventListener('keydown', ({ key }) => {
    const { clientWidth, clientHeight } = map.getCanvas();
    if (key === 'Enter') choose(map, clientWidth / 2, clientHeight / 2, latest.current.onChoose);
  });
}
