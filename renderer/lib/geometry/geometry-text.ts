import type { Geometry } from '#shared/cell.ts';

type Coordinates = readonly (number | Coordinates)[];

/** Number of positions in nested coordinates. */
function countPositions(coordinates: Coordinates): number {
  if (typeof coordinates[0] === 'number') return 1;
  let positions = 0;
  for (const part of coordinates) if (typeof part !== 'number') positions += countPositions(part);
  return positions;
}

/** Number of positions in a geometry. */
function positionsOf(geometry: Geometry): number {
  if (geometry.type === 'GeometryCollection') {
    return geometry.geometries.reduce((sum, part) => sum + positionsOf(part), 0);
  }
  return countPositions(geometry.coordinates as Coordinates);
}

/**
 * A geometry in one line: `Point 12.4924, 41.8902` with all digits, otherwise its type and number of positions or parts.
 * Numbers are written as in GeoJSON, longitude first, so that they can be pasted into other programs.
 */
export function geometryText(geometry: Geometry): string {
  if (geometry.type === 'Point') {
    return geometry.coordinates.length === 0 ? 'Point (empty)' : `Point ${geometry.coordinates.join(', ')}`;
  }
  if (geometry.type === 'GeometryCollection') return `GeometryCollection (${geometry.geometries.length})`;
  return `${geometry.type} (${positionsOf(geometry)})`;
}
