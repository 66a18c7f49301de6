import type { Filter, RowQuery } from '#shared/row-query.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import { narrowedQuery } from '../../../lib/query/narrowed-query.ts';

/** A box as a feature to draw; empty for none. */
export function boxFeature(box: Bounds | null): GeoJSON.FeatureCollection {
  if (box === null) return { type: 'FeatureCollection', features: [] };
  const [west, south, east, north] = box;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const geometry = { type: 'Polygon' as const, coordinates: [ring] };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties: {} }] };
}

/** The box that a filter restricts a column to, if any; the first of several. */
export function filteredBox(filters: readonly Filter[], column: string): Bounds | null {
  const filter = filters.find((each) => each.column === column && each.lookup === 'bbox');
  const numbers = filter?.value.split(',').map(Number) ?? [];
  const [west, south, east, north] = numbers;
  const whole = numbers.length === 4 && numbers.every(Number.isFinite);
  return whole ? [west ?? 0, south ?? 0, east ?? 0, north ?? 0] : null;
}

/** A query with a column restricted to a box, replacing any other box. */
export function withBox(query: RowQuery, column: string, box: Bounds) {
  const value = box.map((degrees) => String(Number(degrees.toFixed(5)))).join(',');
  const isOther = (filter: Filter) => filter.column !== column || filter.lookup !== 'bbox';
  return narrowedQuery(query, [{ column, lookup: 'bbox', value }], isOther);
}
