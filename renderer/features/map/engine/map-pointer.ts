import type { Map as LibreMap } from 'maplibre-gl';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import styles from '../map.module.css';
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

/** Selection of an area by dragging over the map. */
export interface BoxSelect {
  /** Whether a plain drag selects an area; with Shift it always does. */
  arm(on: boolean): void;
}

/** A drag shorter than this, in pixels, is a click. */
const minDragPixels = 4;

type Place = readonly [x: number, y: number];

function drawBetween(element: HTMLElement, [fromX, fromY]: Place, [toX, toY]: Place): void {
  const { style } = element;
  style.left = `${Math.min(fromX, toX)}px`;
  style.top = `${Math.min(fromY, toY)}px`;
  style.width = `${Math.abs(toX - fromX)}px`;
  style.height = `${Math.abs(toY - fromY)}px`;
}

function boundsBetween(map: LibreMap, from: Place, to: Place): Bounds {
  const [one, other] = [map.unproject([from[0], from[1]]), map.unproject([to[0], to[1]])];
  return [
    Math.max(-180, Math.min(one.lng, other.lng)),
    Math.min(one.lat, other.lat),
    Math.min(180, Math.max(one.lng, other.lng)),
    Math.max(one.lat, other.lat),
  ];
}

/** Follows the pointer while the user draws a box on the map; Escape cancels it. */
export function followBox(map: LibreMap, onBox: (box: Bounds) => void): BoxSelect {
  const container = map.getCanvasContainer();
  let armed = false;
  const placeOf = ({ clientX, clientY }: PointerEvent): Place => {
    const { left, top } = container.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  container.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !(armed || event.shiftKey)) return;
    const from = placeOf(event);
    const box = document.createElement('div');
    box.className = `${styles.box}`;
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => {
      ended.abort();
      box.remove();
      map.dragPan.enable();
    };
    map.dragPan.disable();
    container.append(box);
    container.setPointerCapture(event.pointerId);
    container.addEventListener('pointermove', (moved) => drawBetween(box, from, placeOf(moved)), { signal });
    container.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
    container.addEventListener(
      'pointerup',
      (last) => {
        const to = placeOf(last);
        end();
        const size = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
        if (size >= minDragPixels) onBox(boundsBetween(map, from, to));
      },
      { signal },
    );
  });
  return {
    arm(on) {
      armed = on;
    },
  };
}
