import type { Geometry, Position } from 'geojson';

/** A sum of weighted positions, and the dimension of their geometries: only the highest counts. */
interface Mass {
  readonly dimension: -1 | 0 | 1 | 2;
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

const nothing: Mass = { dimension: -1, x: 0, y: 0, weight: 0 };

/**
 * The centroid of a geometry in the plane of its coordinates, as in Simple Features (OGC 06-103r4, 6.1): weighted by
 * area, otherwise by length, otherwise by number.
 * @returns null for an empty geometry
 */
export function centroidOf(geometry: Geometry): readonly [x: number, y: number] | null {
  const { x, y, weight } = massOf(geometry);
  return weight > 0 ? [x / weight, y / weight] : null;
}

function massOf(geometry: Geometry): Mass {
  switch (geometry.type) {
    case 'Point':
      return ofPoints([geometry.coordinates]);
    case 'MultiPoint':
      return ofPoints(geometry.coordinates);
    case 'LineString':
      return ofLine(geometry.coordinates);
    case 'MultiLineString':
      return sumOf(geometry.coordinates.map(ofLine));
    case 'Polygon':
      return ofPolygon(geometry.coordinates);
    case 'MultiPolygon':
      return sumOf(geometry.coordinates.map(ofPolygon));
    case 'GeometryCollection':
      return sumOf(geometry.geometries.map(massOf));
  }
}

function sumOf(parts: readonly Mass[]): Mass {
  const dimension = Math.max(-1, ...parts.map((part) => part.dimension)) as Mass['dimension'];
  const counted = parts.filter((part) => part.dimension === dimension);
  const sum = (pick: (part: Mass) => number) => counted.reduce((total, part) => total + pick(part), 0);
  return { dimension, x: sum(({ x }) => x), y: sum(({ y }) => y), weight: sum(({ weight }) => weight) };
}

function ofPoints(points: readonly Position[]): Mass {
  return sumOf(
    points.flatMap(([x, y]) =>
      x === undefined || y === undefined ? [] : [{ dimension: 0, x, y, weight: 1 } as const],
    ),
  );
}

/** A line without length counts as its first position. */
function ofLine(line: readonly Position[]): Mass {
  const parts = line.slice(1).map((end, at): Mass => {
    const [x = 0, y = 0] = line[at] ?? [];
    const [toX = 0, toY = 0] = end;
    const length = Math.hypot(toX - x, toY - y);
    return { dimension: 1, x: ((x + toX) / 2) * length, y: ((y + toY) / 2) * length, weight: length };
  });
  const sum = parts.length === 0 ? nothing : sumOf(parts);
  return sum.weight > 0 ? sum : ofPoints(line.slice(0, 1));
}

/** By the shoelace formula about the first position, to lose no digits. Without area, the outline counts. */
function ofPolygon([outline = [], ...holes]: readonly (readonly Position[])[]): Mass {
  const outer = ringOf(outline);
  if (outer.weight === 0) return ofLine(outline);
  const inner = holes.map(ringOf);
  const less = (pick: (part: Mass) => number) => pick(outer) - inner.reduce((total, part) => total + pick(part), 0);
  const weight = less((part) => part.weight);
  return weight > 0 ? { dimension: 2, x: less(({ x }) => x), y: less(({ y }) => y), weight } : outer;
}

function ringOf(ring: readonly Position[]): Mass {
  const [originX = 0, originY = 0] = ring[0] ?? [];
  let [area, x, y] = [0, 0, 0];
  for (let at = 1; at < ring.length; at += 1) {
    const [fromX, fromY] = [(ring[at - 1]?.[0] ?? 0) - originX, (ring[at - 1]?.[1] ?? 0) - originY];
    const [toX, toY] = [(ring[at]?.[0] ?? 0) - originX, (ring[at]?.[1] ?? 0) - originY];
    const cross = fromX * toY - toX * fromY;
    area += cross / 2;
    x += ((fromX + toX) * cross) / 6;
    y += ((fromY + toY) * cross) / 6;
  }
  const turn = Math.sign(area);
  const weight = Math.abs(area);
  return { dimension: 2, x: x * turn + originX * weight, y: y * turn + originY * weight, weight };
}
