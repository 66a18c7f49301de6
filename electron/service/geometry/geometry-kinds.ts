/** The kinds of geometry in the order of their codes in well-known binary, from 1 (OGC 06-103r4, 8.2.3). */
export const geometryKinds = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;
