import type { Map as LibreMap } from 'maplibre-gl';
import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import styles from './map.module.css';

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
