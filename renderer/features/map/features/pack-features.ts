import type { Geometry, Row } from '#shared/cell.ts';
import { boundsOf } from '../../../lib/geometry/geometry-bounds.ts';

/** A geometry other than a single point, and the index of its feature in the batch. */
export interface PackedShape {
  readonly feature: number;
  readonly geometry: Geometry;
}

/** The positions of rows, packed so that they are cheap to send to a worker. */
export interface FeatureBatch {
  /** The row of each feature, counted from 0 in the query; ascending. */
  readonly rows: Uint32Array;
  /** West, south, east, north of each feature in degrees; the same position twice for a point. */
  readonly boxes: Float64Array;
  readonly shapes: readonly PackedShape[];
}

function geometryOf(cell: unknown): Geometry | null {
  // Rows are validated on arrival: an object in a cell is a geometry.
  return typeof cell === 'object' && cell !== null && 'type' in cell ? (cell as Geometry) : null;
}

/**
 * Packs the geometries of rows. Rows without a geometry, or with an empty one, are skipped.
 * @param position of the geometry in each row
 * @param offset of the first row in the query
 */
export function packFeatures(rows: readonly Row[], position: number, offset: number): FeatureBatch {
  const numbers = new Uint32Array(rows.length);
  const boxes = new Float64Array(rows.length * 4);
  const shapes: PackedShape[] = [];
  let feature = 0;
  for (const [index, row] of rows.entries()) {
    const geometry = geometryOf(row[position]);
    const box = geometry === null ? null : boundsOf([geometry]);
    if (geometry === null || box === null) continue;
    numbers[feature] = offset + index;
    boxes.set(box, feature * 4);
    if (geometry.type !== 'Point') shapes.push({ feature, geometry });
    feature += 1;
  }
  return { rows: numbers.slice(0, feature), boxes: boxes.slice(0, feature * 4), shapes };
}
