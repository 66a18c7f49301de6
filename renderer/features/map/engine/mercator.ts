import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';

/** The latitude at which the map's square ends. */
const lastLatitude = 85.051129;

/** From west to east, from 0 inclusive to 1 exclusive. */
export function mercatorX(longitude: number): number {
  return Math.min(1 - 1e-12, Math.max(0, (longitude + 180) / 360));
}

/** From north to south, from 0 inclusive to 1 exclusive; what lies closer to a pole is clamped to the edge. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin((Math.min(lastLatitude, Math.max(-lastLatitude, latitude)) * Math.PI) / 180);
  return Math.min(1 - 1e-12, Math.max(0, 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI));
}

/** A box in degrees as a box on the map's square: its north-west corner, and the opposite one. */
export function mercatorBox([west, south, east, north]: Bounds): Bounds {
  return [mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south)];
}
