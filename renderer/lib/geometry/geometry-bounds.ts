import type { Geometry } from '#shared/cell.ts';

/** West, south, east, north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

type Coordinates = readonly (number | Coordinates)[];

function grow(box: [number, number, number, number], coordinates: Coordinates): void {
  const [x, y] = coordinates;
  if (typeof x === 'number' && typeof y === 'number') {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  } else for (const part of coordinates) if (typeof part !== 'number') grow(box, part);
}

function growBy(box: [number, number, number, number], geometry: Geometry): void {
  if (geometry.type === 'GeometryCollection') for (const part of geometry.geometries) growBy(box, part);
  else grow(box, geometry.coordinates as Coordinates);
}

/** The bounding box of geometries; null if none has a position. */
export function boundsOf(geometries: Iterable<Geometry>): Bounds | null {
  const box: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const geometry of geometries) growBy(box, geometry);
  return box[0] > box[2] ? null : box;
}

/** The area of a box in square degrees. */
export function sizeOf([west, south, east, north]: Bounds): number {
  return (east - west) * (north - south);
}

const nowhere: Bounds = [0, 0, 0, 0];

/** Where the largest part of an outline lies: islands at the other end of the world do not belong into a picture of it. */
export function largestPart(geometry: GeoJSON.Geometry): Bounds {
  const parts =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  const boxes = parts.map((coordinates) => boundsOf([{ type: 'Polygon', coordinates }]) ?? nowhere);
  return boxes.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one), nowhere);
}
