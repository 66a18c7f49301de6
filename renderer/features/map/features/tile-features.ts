import type { GeoJSONVTFeature } from '@maplibre/geojson-vt';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import { maxSinglePlaces } from '../../../lib/groups/resolve-dimensions.ts';
import { deepestTile, type FeatureTable, mercatorX, mercatorY } from './feature-table.ts';

/** A tile of the map: level, column and row. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Units along the side of a tile (Mapbox Vector Tile 2.1, extent). */
const extent = 4096;
/** Pixels along the side of a tile. */
const tilePixels = 512;
/** Maximum number of features of a tile that are all drawn individually, where there are too many to draw each. */
export const maxSingleFeatures = 2000;
/** Clusters along the side of a tile that has more. */
const cells = 80;
/** Shapes smaller than this, in pixels, are drawn as points. */
const minShapePixels = 4;

/** Maximum number of features of a tile at this level that are all drawn individually. Beyond the deepest is no zoom. */
function aloneIn({ size }: FeatureTable, z: number): number {
  return size <= maxSinglePlaces || z >= deepestTile ? maxSinglePlaces : maxSingleFeatures;
}

/** Minimum size on the map's square of features drawn as shapes in tiles of this level. */
function minSpan(z: number): number {
  return minShapePixels / (2 ** z * tilePixels);
}

/** Features of the table whose point is in a tile and that are not drawn as shapes there. */
function pointsIn(table: FeatureTable, { z, x, y }: Tile): Uint32Array {
  const found = new Uint32Array(table.size);
  const across = 2 ** z;
  const largest = minSpan(z);
  const [left, right, top, bottom] = [x / across, (x + 1) / across, y / across, (y + 1) / across];
  const { x: xs, y: ys, span, size } = table;
  let count = 0;
  for (let at = 0; at < size; at += 1) {
    const px = xs[at] ?? 0;
    if (px < left || px >= right) continue;
    const py = ys[at] ?? 0;
    if (py < top || py >= bottom || (span[at] ?? 0) >= largest) continue;
    found[count] = at;
    count += 1;
  }
  return found.subarray(0, count);
}

function onePoint(table: FeatureTable, at: number, { z, x, y }: Tile): GeoJSONVTFeature {
  const across = 2 ** z;
  const place = [(table.x[at] ?? 0) * across - x, (table.y[at] ?? 0) * across - y] as const;
  const row = table.row[at] ?? 0;
  return {
    id: row,
    type: 1,
    geometry: [[Math.floor(place[0] * extent), Math.floor(place[1] * extent)]],
    tags: { row, count: 1, class: table.classes[at] ?? -1, size: Math.round((table.sizes[at] ?? 0) * 100) },
  };
}

/** Maximum number of classes, including none as the first: more than any legend has. */
const classSlots = 16;

/** Clusters features by the cell of the tile that they fall into. */
function groups(table: FeatureTable, found: Uint32Array, tile: Tile): GeoJSONVTFeature[] {
  const across = 2 ** tile.z;
  const counts = new Uint32Array(cells * cells);
  const sums = new Float64Array(cells * cells * 2);
  const firsts = new Uint32Array(cells * cells);
  const votes = new Uint32Array(cells * cells * classSlots);
  for (const at of found) {
    const x = (table.x[at] ?? 0) * across - tile.x;
    const y = (table.y[at] ?? 0) * across - tile.y;
    const cell = Math.floor(y * cells) * cells + Math.floor(x * cells);
    if (counts[cell] === 0) firsts[cell] = at;
    counts[cell] = (counts[cell] ?? 0) + 1;
    sums[cell * 2] = (sums[cell * 2] ?? 0) + x;
    sums[cell * 2 + 1] = (sums[cell * 2 + 1] ?? 0) + y;
    const vote = cell * classSlots + (table.classes[at] ?? -1) + 1;
    votes[vote] = (votes[vote] ?? 0) + 1;
  }
  const features: GeoJSONVTFeature[] = [];
  for (const [cell, count] of counts.entries()) {
    const first = firsts[cell] ?? 0;
    if (count === 1) features.push(onePoint(table, first, tile));
    if (count < 2) continue;
    const [x = 0, y = 0] = sums.subarray(cell * 2, cell * 2 + 2);
    const own = votes.subarray(cell * classSlots, (cell + 1) * classSlots);
    features.push({
      type: 1,
      geometry: [[Math.floor((x / count) * extent), Math.floor((y / count) * extent)]],
      tags: { row: table.row[first] ?? 0, count, class: own.indexOf(Math.max(...own)) - 1 },
    });
  }
  return features;
}

function shapesIn(table: FeatureTable, { z, x, y }: Tile): GeoJSONVTFeature[] {
  const least = minSpan(z);
  return table.shapes.flatMap((index) => {
    // The library's type combines its internal feature with its output.
    const features = (index.getTile(z, x, y)?.features ?? []) as readonly unknown[] as readonly GeoJSONVTFeature[];
    return features.flatMap((found): GeoJSONVTFeature[] => {
      const feature = Number(found.tags?.feature ?? -1);
      if ((table.span[feature] ?? 0) < least) return [];
      const tags = { row: table.row[feature] ?? 0, count: 1, class: table.classes[feature] ?? -1 };
      return [{ ...found, tags }];
    });
  });
}

/** The content of a tile: every feature if there are few, otherwise clusters. */
export function tileFeatures(table: FeatureTable, tile: Tile): GeoJSONVTFeature[] {
  const found = pointsIn(table, tile);
  const points =
    found.length <= aloneIn(table, tile.z)
      ? Array.from(found, (at) => onePoint(table, at, tile))
      : groups(table, found, tile);
  return [...points, ...shapesIn(table, tile)];
}

/** How the features in a view are drawn. */
export interface ViewCount {
  /** Features whose centre is in the view. */
  readonly inView: number;
  /** Of those, the ones drawn individually. */
  readonly alone: number;
  /** Clusters that contain the rest. */
  readonly groups: number;
}

/** Counts what the tiles of a level draw in a view. */
export function countView(table: FeatureTable, [west, south, east, north]: Bounds, level: number): ViewCount {
  const z = Math.min(deepestTile, Math.max(0, Math.floor(level)));
  const across = 2 ** z;
  const [left, top, right, bottom] = [mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south)];
  const isInside = (x = -1, y = -1) => x >= left && x <= right && y >= top && y <= bottom;
  let [inView, groups] = [0, 0];
  for (let at = 0; at < table.size; at += 1) if (isInside(table.x[at], table.y[at])) inView += 1;
  // A shape may be in several tiles.
  const alone = new Set<number>();
  for (let x = Math.floor(left * across); x <= Math.floor(right * across); x += 1) {
    for (let y = Math.floor(top * across); y <= Math.floor(bottom * across); y += 1) {
      for (const { geometry, tags } of tileFeatures(table, { z, x, y })) {
        const feature = table.firstFrom(tags?.row);
        const [atX = 0, atY = 0] = [geometry[0]].flat();
        if (tags?.count === 1) {
          if (isInside(table.x[feature], table.y[feature])) alone.add(feature);
        } else if (isInside((x + Number(atX) / extent) / across, (y + Number(atY) / extent) / across)) groups += 1;
      }
    }
  }
  return { inView, alone: alone.size, groups };
}
