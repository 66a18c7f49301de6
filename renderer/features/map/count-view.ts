import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import { deepestTile, type FeatureTable, mercatorBox } from './features/feature-table.ts';
import { aloneIn, cells, minSpan } from './features/tile-features.ts';

/** How the features in a view are drawn. */
export interface ViewCount {
  /** Features whose centre is in the view. */
  readonly inView: number;
  /** Of those, the ones drawn individually. */
  readonly alone: number;
  /** Clusters that contain the rest. */
  readonly groups: number;
}

/** Counts what is drawn in a view at a zoom level, by the same rules as the tiles. */
export function countView(table: FeatureTable, bounds: Bounds, level: number): ViewCount {
  const z = Math.min(deepestTile, Math.max(0, Math.floor(level)));
  const [left, top, right, bottom] = mercatorBox(bounds);
  const across = 2 ** z;
  const largest = minSpan(z);
  const inTiles = countGrid(left, top, right, bottom, across);
  const inCells = countGrid(left, top, right, bottom, across * cells);
  let [inView, shapes] = [0, 0];
  for (let at = 0; at < table.size; at += 1) {
    const [x, y] = [table.x[at] ?? 0, table.y[at] ?? 0];
    const inside = x >= left && x <= right && y >= top && y <= bottom;
    const shape = (table.span[at] ?? 0) >= largest;
    if (inside) inView += 1;
    if (inside && shape) shapes += 1;
    if (shape) continue;
    inTiles.count(x, y);
    if (inside) inCells.count(x, y);
  }
  let [alone, groups] = [shapes, 0];
  inCells.forEach((x, y, count) => {
    if (count === 1 || inTiles.at(x, y) <= aloneIn(z)) alone += count;
    else groups += 1;
  });
  return { inView, alone, groups };
}

/** Counts features per cell of a grid over a box of the map; `across` cells span the whole map. */
function countGrid(left: number, top: number, right: number, bottom: number, across: number) {
  const [firstColumn, firstLine] = [Math.floor(left * across), Math.floor(top * across)];
  const columns = Math.floor(right * across) - firstColumn + 1;
  const lines = Math.floor(bottom * across) - firstLine + 1;
  const counts = new Uint32Array(columns * lines);
  const squareOf = (x: number, y: number) => {
    const column = Math.floor(x * across) - firstColumn;
    const line = Math.floor(y * across) - firstLine;
    return column < 0 || column >= columns || line < 0 || line >= lines ? -1 : line * columns + column;
  };
  return {
    count(x: number, y: number): void {
      const square = squareOf(x, y);
      if (square >= 0) counts[square] = (counts[square] ?? 0) + 1;
    },
    at: (x: number, y: number) => counts[squareOf(x, y)] ?? 0,
    /** Calls with the centre of each non-empty cell. */
    forEach(visit: (x: number, y: number, count: number) => void): void {
      for (const [square, count] of counts.entries()) {
        if (count === 0) continue;
        const line = Math.floor(square / columns);
        visit((firstColumn + (square % columns) + 0.5) / across, (firstLine + line + 0.5) / across, count);
      }
    },
  };
}
