import styles from '../map.module.css';
import 'maplibre-gl/dist/maplibre-gl.css';
import { GeoJSONSource, Map as LibreMap, setWorkerUrl } from 'maplibre-gl';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef, useState } from 'react';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import { outlines } from '../../../lib/geometry/outlines.ts';
import type { MapPosition } from '../../../state/tab.ts';
import type { ShownTheme } from '../../../theme/use-shown-theme.ts';
import { boxFeature } from '../features/box-feature.ts';
import { type Background, drawBackground } from '../use-background.ts';
import { handleOf, type MapHandle, startView } from './map-handle.ts';
import { type BoxSelect, followBox, type Listener, listen } from './map-pointer.ts';
import { mapStyle, paintGround, paintRows, sources } from './map-style.ts';

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
  readonly colours: readonly string[];
  /** Index of the highlighted class. */
  readonly only: number | null;
  /** Changes with the page's theme, whose colours the map uses. */
  readonly theme: ShownTheme;
  readonly background: Background;
  /** The language of names on the background. */
  readonly language: string;
  readonly selecting: boolean;
  readonly onReady: (handle: MapHandle) => void;
  readonly onBox: (box: Bounds) => void;
  readonly onOutlinesFailed: () => void;
}

/** Creates the map once, and removes it on unmount. */
function useMap(container: { current: HTMLDivElement | null }, props: MapCanvasProps) {
  const [map, setMap] = useState<LibreMap | null>(null);
  const latest = useRef(props);
  const boxSelect = useRef<BoxSelect | null>(null);
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
      boxZoom: false,
      locale: { 'Map.Title': label },
      ...startView(start),
    });
    made.dragRotate.disable();
    made.touchZoomRotate.disableRotation();
    listen(made, latest);
    boxSelect.current = followBox(made, (box) => latest.current.onBox(box));
    made.once('load', () => {
      setMap(made);
      latest.current.onReady(handleOf(made));
    });
    return () => {
      setMap(null);
      made.remove();
    };
  }, [container]);
  return { map, boxSelect };
}

function setData(map: LibreMap, source: string, data: GeoJSON.GeoJSON): void {
  const found = map.getSource(source);
  if (found instanceof GeoJSONSource) void found.setData(data);
}

/** The map: bundled outlines, with the rows on top. */
export function MapCanvas(props: MapCanvasProps) {
  const { revision, colours, only, theme, chosen, area, selecting, background, language, onOutlinesFailed } = props;
  const container = useRef<HTMLDivElement>(null);
  const { map, boxSelect } = useMap(container, props);
  const drawn = useRef(revision);
  useEffect(() => {
    if (map === null || drawn.current === revision) return;
    drawn.current = revision;
    map.refreshTiles(sources.rows);
  }, [map, revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the page, whose theme changed.
  useEffect(() => {
    if (map !== null) paintGround(map);
  }, [map, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above; a failure to read it changes no layer.
  useEffect(() => {
    return map === null ? undefined : drawBackground(map, background, language);
  }, [map, theme, background.file, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above; what to do where it fails does not change.
  useEffect(() => {
    if (map === null) return;
    outlines().then(({ land, borders }) => {
      setData(map, sources.land, land);
      setData(map, sources.borders, borders);
    }, onOutlinesFailed);
  }, [map]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (map !== null) paintRows(map, colours, only);
  }, [map, theme, colours, only]);
  useEffect(() => {
    if (map !== null) setData(map, sources.chosen, { type: 'FeatureCollection', features: [...chosen] });
  }, [map, chosen]);
  useEffect(() => {
    if (map !== null) setData(map, sources.area, boxFeature(area));
  }, [map, area]);
  useEffect(() => boxSelect.current?.arm(selecting), [boxSelect, selecting]);
  return (
    <div className={styles.frame} data-selecting={selecting || undefined}>
      <div className={styles.canvas} ref={container} />
    </div>
  );
}
