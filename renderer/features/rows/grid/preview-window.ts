import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';

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
