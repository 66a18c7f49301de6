import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';

/** The latitude at which the square of the map ends. */
const lastLatitude = 85.051129;

/** From west to east, 0 up to but not including 1. */
export function mercatorX(longitude: number): number {
  return Math.min(1 - 1e-12, Math.max(0, (longitude + 180) / 360));
}

/** From north to south, 0 up to but not including 1; what lies nearer to a pole is put on the edge. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin((Math.min(lastLatitude, Math.max(-lastLatitude, latitude)) * Math.PI) / 180);
  return Math.min(1 - 1e-12, Math.max(0, 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI));
}

/** A box in degrees as one on the square of the map: its corner in the north-west, and the one opposite. */
export function mercatorBox([west, south, east, north]: Bounds): Bounds {
  return [mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south)];
}
