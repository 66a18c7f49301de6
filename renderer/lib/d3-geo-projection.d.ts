declare module 'd3-geo-projection' {
  import type { GeoProjection } from 'd3-geo';
  import type { FeatureCollection, MultiLineString } from 'geojson';

  /** Projects every geometry, clipped and resampled as the projection requires. */
  export function geoProject<Shape extends FeatureCollection | MultiLineString>(
    object: Shape,
    projection: GeoProjection,
  ): Shape;
}
