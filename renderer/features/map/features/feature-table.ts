import { GeoJSONVT } from '@maplibre/geojson-vt';
import type { Geometry } from '#shared/cell.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { FeatureBatch, PackedShape } from './pack-features.ts';

/** Features that say where nearly all lie, and the share of them that may lie beyond either end. */
const [maxSampled, asideShare] = [10_000, 0.01];
/** A prime beyond all numbers of features: rows that repeat are not passed over, whatever their period. */
const sampleStep = 15_485_863;

/** The deepest tile level; the map magnifies beyond it. */
export const deepestTile = 18;

/** Shapes of one batch, cut into tiles on demand. */
interface ShapeIndex {
  getTile(z: number, x: number, y: number): ReturnType<GeoJSONVT['getTile']>;
}

function indexOf(shapes: readonly PackedShape[], first: number, rows: Uint32Array): ShapeIndex {
  const features = shapes.map(
    ({ feature, geometry }): GeoJSON.Feature => ({
      type: 'Feature',
      id: rows[feature] ?? 0,
      // Rows are read-only and the library's type is not, although it only reads.
      geometry: geometry as unknown as GeoJSON.Geometry,
      properties: { feature: first + feature },
    }),
  );
  return new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: deepestTile, indexMaxZoom: 4 });
}

/**
 * The positions of many rows in few bytes each: position on the map's square (0 to 1), the size of anything larger than
 * a point, and the row. Append-only; features are in row order.
 */
export class FeatureTable {
  size = 0;
  x = new Float64Array(1024);
  y = new Float64Array(1024);
  /** The longer side of each feature on the map's square; 0 for a point. */
  span = new Float32Array(1024);
  row = new Uint32Array(1024);
  /** The colour class of each feature; -1 for none. */
  classes = new Int8Array(1024);
  /** How large each point is drawn, from 0 to 1; empty where all have one size. */
  sizes = new Float32Array(0);
  readonly shapes: ShapeIndex[] = [];
  readonly #geometries = new Map<number, Geometry>();
  #bounds: [number, number, number, number] | null = null;

  /** The bounding box in degrees; null while empty. */
  get bounds(): Bounds | null {
    return this.#bounds;
  }

  /** Where nearly all features lie, in degrees: one in a hundred may be beyond each end. Of many a sample is looked at. */
  get bulk(): Bounds | null {
    if (this.#bounds === null) return null;
    const length = Math.min(this.size, maxSampled);
    const aside = Math.floor(length * asideShare);
    const sampled = (nth: number) => (length < this.size ? (nth * sampleStep) % this.size : nth);
    const end = (of: Float64Array, side: 1 | -1) => {
      const reached = Float64Array.from({ length }, (_, nth) => {
        const at = sampled(nth);
        return (of[at] ?? 0) + (side * (this.span[at] ?? 0)) / 2;
      });
      return reached.sort()[side < 0 ? aside : length - 1 - aside] ?? 0;
    };
    const [west, south, east, north] = this.#bounds;
    return [
      Math.max(west, longitudeOf(end(this.x, -1))),
      Math.max(south, latitudeOf(end(this.y, 1))),
      Math.min(east, longitudeOf(end(this.x, 1))),
      Math.min(north, latitudeOf(end(this.y, -1))),
    ];
  }

  add({ rows, boxes, shapes }: FeatureBatch): void {
    const first = this.size;
    this.#makeRoomFor(first + rows.length);
    for (const [feature, row] of rows.entries()) {
      const [west = 0, south = 0, east = 0, north = 0] = boxes.subarray(feature * 4, feature * 4 + 4);
      const [left, top, right, bottom] = [mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south)];
      const at = first + feature;
      this.x[at] = (left + right) / 2;
      this.y[at] = (top + bottom) / 2;
      this.span[at] = Math.max(right - left, bottom - top);
      this.row[at] = row;
      this.#growBounds(west, south, east, north);
    }
    this.classes.fill(-1, first, first + rows.length);
    this.size = first + rows.length;
    if (shapes.length === 0) return;
    for (const { feature, geometry } of shapes) this.#geometries.set(first + feature, geometry);
    this.shapes.push(indexOf(shapes, first, rows));
  }

  /** The geometry of a feature in degrees. */
  geometryOf(feature: number): Geometry {
    return (
      this.#geometries.get(feature) ?? {
        type: 'Point',
        coordinates: [longitudeOf(this.x[feature] ?? 0), latitudeOf(this.y[feature] ?? 0)],
      }
    );
  }

  /** The first feature whose row is at least `row`. */
  firstFrom(row: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.row[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #growBounds(west: number, south: number, east: number, north: number): void {
    const box = this.#bounds;
    this.#bounds =
      box === null
        ? [west, south, east, north]
        : [Math.min(box[0], west), Math.min(box[1], south), Math.max(box[2], east), Math.max(box[3], north)];
  }

  #makeRoomFor(size: number): void {
    if (size <= this.x.length) return;
    const room = Math.max(size, this.x.length * 2);
    this.x = grown(this.x, new Float64Array(room));
    this.y = grown(this.y, new Float64Array(room));
    this.span = grown(this.span, new Float32Array(room));
    this.row = grown(this.row, new Uint32Array(room));
    this.classes = grown(this.classes, new Int8Array(room));
  }
}

function grown<Numbers extends Float64Array | Float32Array | Uint32Array | Int8Array>(
  old: Numbers,
  room: Numbers,
): Numbers {
  room.set(old);
  return room;
}

function longitudeOf(x: number): number {
  return x * 360 - 180;
}

/** The latitude of a position on the map's square. */
function latitudeOf(y: number): number {
  return (360 / Math.PI) * Math.atan(Math.exp(Math.PI * (1 - 2 * y))) - 90;
}

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
