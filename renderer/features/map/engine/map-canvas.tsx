import { GeoJSONSource, Map as LibreMap, type MapOptions, type PointLike, setWorkerUrl } from 'maplibre-gl';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { MapPosition } from '../../../state/tab.ts';
import styles from '../map.module.css';
import { mapStyle, paint, type RowLook, rowLayerNames } from './map-style.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { namedPlaces, outlines } from '../../../lib/geometry/outlines.ts';
import type { ShownTheme } from '../../../theme/use-shown-theme.ts';
import { type Background, drawBackground } from '../background.ts';
import { boxFeature } from '../features/box-feature.ts';

setWorkerUrl(new URL(workerAddress, location.href).href);

interface MapCanvasProps extends Listener {
  readonly label: string;
  /** URL template of the rows' tiles. */
  readonly tiles: string;
  /** Changes when the tiles have changed. */
  readonly revision: number;
  /** The initial view. */
  readonly start: MapPosition;
  readonly chosen: readonly GeoJSON.Feature[];
  /** The bounding box filter, if any. */
  readonly area: Bounds | null;
  readonly look: RowLook;
  /** Changes with the page's theme, whose colours the map uses. */
  readonly theme: ShownTheme;
  readonly background: Background;
  /** Whether a plain drag selects an area; with Shift it always does. */
  readonly selecting: boolean;
  /** The language of names on the background. */
  readonly language: string;
  readonly onReady: (handle: MapHandle) => void;
  readonly onBox: (box: Bounds) => void;
  readonly onOutlinesFailed: () => void;
}

/** Creates the map once, and removes it on unmount. */
function useMap(container: { current: HTMLDivElement | null }, props: MapCanvasProps) {
  const [map, setMap] = useState<LibreMap | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (container.current === null) return;
    const { start, label, tiles } = latest.current;
    const made = new LibreMap({
      container: container.current,
      style: mapStyle(tiles),
      attributionControl: false,
      fadeDuration: 0,
      maxZoom: 18,
      renderWorldCopies: false,
      boxZoom: {
        boxZoomEnd: (map, from, to) => {
          if (from.dist(to) >= minDragPixels) latest.current.onBox(boundsBetween(map, from, to));
        },
      },
      locale: { 'Map.Title': label },
      ...startView(start),
    });
    made.dragRotate.disable();
    made.touchZoomRotate.disableRotation();
    listen(made, latest);
    made.once('load', () => {
      setMap(made);
      latest.current.onReady(handleOf(made));
    });
    return () => {
      setMap(null);
      made.remove();
    };
  }, [container]);
  return map;
}

function setData(map: LibreMap, source: string, data: GeoJSON.GeoJSON): void {
  const found = map.getSource(source);
  if (found instanceof GeoJSONSource) void found.setData(data);
}

/** The map: bundled outlines, with the rows on top. */
export function MapCanvas(props: MapCanvasProps) {
  const { revision, look, theme, chosen, area, selecting, background, language, onOutlinesFailed } = props;
  const container = useRef<HTMLDivElement>(null);
  const map = useMap(container, props);
  const drawn = useRef(revision);
  useEffect(() => {
    if (map === null || drawn.current === revision) return;
    drawn.current = revision;
    map.refreshTiles('rows');
  }, [map, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the page, whose theme changed.
  useEffect(() => {
    if (map !== null) paint(map, look);
  }, [map, theme, look]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above; a failure to read it changes no layer.
  useEffect(() => {
    return map === null ? undefined : drawBackground(map, background, language);
  }, [map, theme, background.file, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above; what to do where it fails does not change.
  useEffect(() => {
    if (map === null) return;
    outlines().then(({ land, borders }) => {
      setData(map, 'land', land);
      setData(map, 'borders', borders);
    }, onOutlinesFailed);
  }, [map]);
  useEffect(() => {
    if (map === null) return;
    // A background has its own.
    if (background.file !== null) setData(map, 'names', noNames);
    else
      outlines().then(
        ({ land }) => setData(map, 'names', namedPlaces(land, language)),
        () => undefined,
      );
  }, [map, background.file, language]);
  useEffect(() => {
    if (map !== null) setData(map, 'chosen', { type: 'FeatureCollection', features: [...chosen] });
  }, [map, chosen]);
  useEffect(() => {
    if (map !== null) setData(map, 'area', boxFeature(area));
  }, [map, area]);
  const { box, listeners } = useAreaDrag(map, selecting, props.onBox);
  return (
    <div className={styles.frame} data-selecting={selecting || undefined} {...listeners}>
      <div className={styles.canvas} ref={container} />
      {box !== null && <div className={styles.drawn} style={box} />}
    </div>
  );
}

const noNames = { type: 'FeatureCollection' as const, features: [] };

/** Draws an area by mouse, finger or pen while one is to be selected, in place of moving the map. */
function useAreaDrag(map: LibreMap | null, selecting: boolean, onBox: (box: Bounds) => void) {
  const from = useRef<readonly [x: number, y: number] | null>(null);
  const [box, setBox] = useState<Readonly<Record<'left' | 'top' | 'width' | 'height', number>> | null>(null);
  useEffect(() => {
    if (map === null || !selecting) return;
    map.dragPan.disable();
    return () => map.dragPan.enable();
  }, [map, selecting]);
  const end = () => {
    from.current = null;
    setBox(null);
  };
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent): [x: number, y: number] => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  if (map === null || !selecting) return { box: null, listeners: {} };
  const listeners = {
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0 || event.shiftKey) return;
      from.current = placeOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (from.current === null || !event.isPrimary) return;
      const [x, y] = placeOf(event);
      const [startX, startY] = from.current;
      setBox({
        left: Math.min(x, startX),
        top: Math.min(y, startY),
        width: Math.abs(x - startX),
        height: Math.abs(y - startY),
      });
    },
    onPointerUp(event: PointerEvent) {
      const [start, last] = [from.current, placeOf(event)];
      end();
      if (start === null || Math.hypot(last[0] - start[0], last[1] - start[1]) < minDragPixels) return;
      onBox(boundsBetween(map, [...start], last));
    },
    onPointerCancel: end,
  };
  return { box, listeners };
}

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
interface Listener {
  readonly onMove: (handle: MapHandle, byPerson: boolean) => void;
  readonly onPoint: (pointed: Pointed | null) => void;
  readonly onChoose: (row: number) => void;
}

/** Reports pointing, selecting and moving by mouse and keyboard: Enter selects the feature in the centre. */
function listen(map: LibreMap, latest: { readonly current: Listener }): void {
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

/** A drag shorter than this, in pixels, selects no area. */
const minDragPixels = 4;

function boundsBetween(map: LibreMap, from: PointLike, to: PointLike): Bounds {
  const [one, other] = [map.unproject(from), map.unproject(to)];
  return [
    Math.max(-180, Math.min(one.lng, other.lng)),
    Math.min(one.lat, other.lat),
    Math.min(180, Math.max(one.lng, other.lng)),
    Math.max(one.lat, other.lat),
  ];
}

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
function startView(view: MapPosition): Partial<MapOptions> {
  if (view === null) return { center: [0, 25], zoom: 1 };
  if (view.kind === 'box') return { bounds: fitBounds(view.box), fitBoundsOptions };
  return { center: [view.center[0], view.center[1]], zoom: view.zoom };
}

/** The actions of this map. */
function handleOf(map: LibreMap): MapHandle {
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
