import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import { GeoJSONSource, Map as LibreMap, setWorkerUrl } from 'maplibre-gl';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef, useState } from 'react';
import type { Bounds } from '../../lib/geometry-bounds.ts';
import { featureColour, mapStyle, rowPaint, sources } from './map-style.ts';
import { outlines } from './outlines.ts';

setWorkerUrl(new URL(workerAddress, location.href).href);

const rowLayers = rowPaint.map(([layer]) => layer);

/** A row under the pointer, and where the pointer is within the map. */
export interface Pointed {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** What can be done with a map that is drawn. */
export interface MapHandle {
  zoomBy(levels: number): void;
  fit(bounds: Bounds): void;
  /** What is in view. */
  bounds(): Bounds;
}

interface MapCanvasProps {
  readonly label: string;
  readonly features: FeatureCollection;
  readonly bounds: Bounds | null;
  readonly colours: readonly string[];
  /** Changes with the page's theme, whose colours the map takes. */
  readonly scheme: 'light' | 'dark';
  readonly onReady: (handle: MapHandle) => void;
  readonly onPoint: (pointed: Pointed | null) => void;
  readonly onChoose: (row: number) => void;
  readonly onOutlinesFailed: () => void;
}

/** Makes the map once, and takes it down with the view. */
function useMap(container: { current: HTMLDivElement | null }, props: MapCanvasProps): LibreMap | null {
  const [map, setMap] = useState<LibreMap | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (container.current === null) return;
    const { bounds, label } = latest.current;
    const made = new LibreMap({
      container: container.current,
      style: mapStyle(),
      attributionControl: false,
      fadeDuration: 0,
      maxZoom: 18,
      renderWorldCopies: false,
      locale: { 'Map.Title': label },
      ...(bounds === null ? { center: [0, 25], zoom: 1 } : { bounds: fitBounds(bounds), fitBoundsOptions }),
    });
    made.dragRotate.disable();
    made.touchZoomRotate.disableRotation();
    const rowAt = (x: number, y: number) => {
      const [found] = made.queryRenderedFeatures(
        [
          [x - 3, y - 3],
          [x + 3, y + 3],
        ],
        { layers: rowLayers },
      );
      const row: unknown = found?.properties.row;
      return typeof row === 'number' ? row : null;
    };
    made.on('mousemove', ({ point }) => {
      const row = rowAt(point.x, point.y);
      made.getCanvas().style.cursor = row === null ? '' : 'pointer';
      latest.current.onPoint(row === null ? null : { row, x: point.x, y: point.y });
    });
    made.on('mouseout', () => latest.current.onPoint(null));
    made.on('click', ({ point }) => {
      const row = rowAt(point.x, point.y);
      if (row !== null) latest.current.onChoose(row);
    });
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

const fitBoundsOptions = { padding: 32, maxZoom: 12, animate: false } as const;

/** Latitudes beyond the poles of the projection would make the box infinite. */
function fitBounds([west, south, east, north]: Bounds): [number, number, number, number] {
  return [Math.max(-180, west), Math.max(-84, south), Math.min(180, east), Math.min(84, north)];
}

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
  };
}

function setData(map: LibreMap, source: string, data: FeatureCollection | GeoJSON.Geometry): void {
  const found = map.getSource(source);
  if (found instanceof GeoJSONSource) void found.setData(data);
}

/** The map itself: outlines that come with the application, and the rows over them. */
export function MapCanvas(props: MapCanvasProps) {
  const { features, colours, scheme, onOutlinesFailed } = props;
  const container = useRef<HTMLDivElement>(null);
  const map = useMap(container, props);
  const [styled, setStyled] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style reads its colours from the page, whose scheme changed.
  useEffect(() => {
    if (map === null) return;
    map.setStyle(mapStyle(), { diff: false });
    map.once('styledata', () => setStyled((times) => times + 1));
  }, [map, scheme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style has nothing in its sources.
  useEffect(() => {
    if (map === null || styled === 0) return;
    outlines().then(({ land, borders }) => {
      setData(map, sources.land, land);
      setData(map, sources.borders, borders);
    }, onOutlinesFailed);
  }, [map, styled]);
  useEffect(() => {
    if (map !== null && styled > 0) setData(map, sources.rows, features);
  }, [map, styled, features]);
  useEffect(() => {
    if (map === null || styled === 0) return;
    for (const [layer, property] of rowPaint) map.setPaintProperty(layer, property, featureColour(colours));
  }, [map, styled, colours]);
  return (
    <div className="map-frame">
      <div className="map-canvas" ref={container} />
    </div>
  );
}
