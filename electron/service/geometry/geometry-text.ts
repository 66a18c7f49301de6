import wkx from 'wkx';

/**
 * The GeoJSON text (RFC 7946, 3.1) of a geometry given as well-known binary; measures (M) are omitted. `null` for one
 * with a coordinate that is not finite.
 */
export function geometryText(wellKnownBinary: Buffer): string {
  return plainPoint(wellKnownBinary) ?? anyGeometry(wellKnownBinary);
}

/** The most common geometry, several times faster; null for any other. */
function plainPoint(bytes: Buffer): string | null {
  if (bytes.length !== 21 || bytes[0] !== 1 || bytes.readUInt32LE(1) !== 1) return null;
  const [x, y] = [bytes.readDoubleLE(5), bytes.readDoubleLE(13)];
  return Number.isFinite(x) && Number.isFinite(y) ? `{"type":"Point","coordinates":[${x},${y}]}` : null;
}

function anyGeometry(wellKnownBinary: Buffer): string {
  const text = JSON.stringify(wkx.Geometry.parse(wellKnownBinary).toGeoJSON());
  if (!text.includes('null')) return text;
  const withoutAltitudes = text.replaceAll(/(\[[^[\],]+,[^[\],]+),null\]/g, '$1]');
  // An empty point is stored as NaN: it has no coordinates.
  const isOfPoints = !/Line|Polygon/.test(text);
  const withoutEmpty = isOfPoints ? withoutAltitudes.replaceAll('[null,null]', '[]') : withoutAltitudes;
  return withoutEmpty.includes('null') ? 'null' : withoutEmpty;
}

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
