import { geoPath, geoTransform } from 'd3-geo';
import { t } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import type { Geometry } from '#shared/cell.ts';
import type { Outlines } from '../lib/geometry/flat-outlines.ts';
import { type Bounds, boundsOf } from '../lib/geometry/geometry-bounds.ts';
import { outlines } from '../lib/geometry/outlines.ts';
import styles from './shape-preview.module.css';

const width = 280;
const height = 150;

/** SVG path data, in pixels, for anything in degrees within a part of the world. */
function pathsIn([west, south, east, north]: Bounds): (shape: GeoJSON.GeoJSON) => string {
  const flat = geoTransform({
    point(x, y) {
      this.stream.point(((x - west) / (east - west)) * width, ((north - y) / (north - south)) * height);
    },
  });
  const path = geoPath(flat).pointRadius(4.5);
  return (shape) => path(shape as Parameters<typeof path>[0]) ?? '';
}

function touches([west, south, east, north]: Bounds, other: Bounds | null): boolean {
  return other !== null && other[0] <= east && other[2] >= west && other[1] <= north && other[3] >= south;
}

/** The countries around a position, as far as known; nothing until then. */
function useSurroundings(box: Bounds | null) {
  const [data, setData] = useState<Outlines | undefined>();
  useEffect(() => {
    // Without them the shape is shown all the same.
    void outlines().then(setData, () => {});
  }, []);
  return useMemo(() => {
    if (data === undefined || box === null) return [];
    return data.land.features.filter(({ geometry }) => touches(box, boundsOf([geometry as unknown as Geometry])));
  }, [data, box]);
}

/** A small picture of a geometry and the countries around it. */
export function ShapePreview({ geometry, label }: { geometry: Geometry; label: string }) {
  const box = useMemo(() => {
    const bounds = boundsOf([geometry]);
    return bounds === null ? null : previewWindow(bounds, width / height);
  }, [geometry]);
  const countries = useSurroundings(box);
  const drawn = useMemo(() => {
    if (box === null) return null;
    const pathOf = pathsIn(box);
    const shape = geometry as unknown as GeoJSON.Geometry;
    const land = pathOf({ type: 'FeatureCollection', features: countries });
    return { land, shape: pathOf(shape) };
  }, [box, countries, geometry]);
  if (drawn === null) return null;
  const lines = /LineString/.test(geometry.type);
  return (
    <svg
      className={styles.preview}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('inspect.shape', { column: label })}
    >
      <path className={styles.land} d={drawn.land} />
      <path className={lines ? styles.line : styles.shape} d={drawn.shape} />
    </svg>
  );
}

/** Width of the area that a preview shows around a single position, in degrees of longitude. */
const aroundPoint = 14;
/** Margin around a shape, as a fraction of its size. */
const margin = 0.25;

/**
 * The area shown by a small picture of a geometry: its box with a margin, or the region around a single position, in
 * the picture's proportions. Degrees of longitude are shortened by latitude, as on a map.
 * @param ratio width of the picture divided by its height
 */
export function previewWindow([west, south, east, north]: Bounds, ratio: number): Bounds {
  const [x, y] = [(west + east) / 2, Math.min(80, Math.max(-80, (south + north) / 2))];
  const shortening = Math.cos((y * Math.PI) / 180);
  const single = west === east && south === north;
  const [wide, high] = single
    ? [aroundPoint, 0]
    : [(east - west) * (1 + 2 * margin), (north - south) * (1 + 2 * margin)];
  const width = Math.max(wide, (high * ratio) / shortening);
  const height = (width * shortening) / ratio;
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}
