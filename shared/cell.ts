/** A position in WGS 84: longitude, latitude and perhaps altitude (RFC 7946, 3.1.1). */
type Position = readonly number[];

/** A GeoJSON geometry object (RFC 7946, 3.1). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/**
 * One value of a row. `null` is a missing value. An integer is a `number` if it is safe and a `bigint` beyond, so that
 * no digit is lost. Only remote services have booleans.
 */
export type Cell = null | string | number | bigint | boolean | Geometry;

/** A row in memory: values by column position, never an object keyed by names from elsewhere. */
export type Row = readonly Cell[];
