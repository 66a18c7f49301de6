/** Reads ISO or extended well-known binary from a buffer, number by number. */
interface Cursor {
  readonly bytes: Buffer;
  at: number;
  /** Whether JSON can represent all coordinates so far. */
  finite: boolean;
}

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
  const cursor = { bytes: wellKnownBinary, at: 0, finite: true };
  const { text } = readGeometry(cursor);
  return cursor.finite ? text : 'null';
}

interface Part {
  readonly kind: string;
  readonly text: string;
  /** Only the coordinates, for a part of a multi-geometry. */
  readonly coordinates: string;
}

function readGeometry(cursor: Cursor): Part {
  const little = cursor.bytes.readUInt8(cursor.at) === 1;
  cursor.at += 1;
  const code = readCount(cursor, little);
  if (code & 0x20000000) cursor.at += 4;
  const flat = code & 0x0fffffff;
  const dimension = Math.floor(flat / 1000);
  const altitude = (code & 0x80000000) !== 0 || dimension === 1 || dimension === 3;
  const measure = (code & 0x40000000) !== 0 || dimension === 2 || dimension === 3;
  const kind = geometryKinds[(flat % 1000) - 1] ?? 'Point';
  const coordinates = readCoordinates(cursor, kind, { little, altitude, measure });
  const member = kind === 'GeometryCollection' ? 'geometries' : 'coordinates';
  return { kind, text: `{"type":"${kind}","${member}":${coordinates}}`, coordinates };
}

interface Layout {
  readonly little: boolean;
  readonly altitude: boolean;
  readonly measure: boolean;
}

function readCoordinates(cursor: Cursor, kind: string, layout: Layout): string {
  switch (kind) {
    case 'Point':
      return readPoint(cursor, layout);
    case 'LineString':
      return readList(cursor, layout, readPosition);
    case 'Polygon':
      return readList(cursor, layout, (inner) => readList(inner, layout, readPosition));
    case 'GeometryCollection':
      return readList(cursor, layout, (inner) => readGeometry(inner).text);
    default:
      return readList(cursor, layout, (inner) => readGeometry(inner).coordinates);
  }
}

function readList(cursor: Cursor, layout: Layout, item: (cursor: Cursor, layout: Layout) => string): string {
  const count = readCount(cursor, layout.little);
  const items: string[] = [];
  for (let number = 0; number < count; number += 1) items.push(item(cursor, layout));
  return `[${items.join(',')}]`;
}

/** An empty point is stored as NaN, which JSON cannot represent: it has no coordinates. */
function readPoint(cursor: Cursor, layout: Layout): string {
  const { at, finite } = cursor;
  const position = readPosition(cursor, layout);
  const [x, y] = [at, at + 8].map((start) => readNumber({ ...cursor, at: start }, layout.little));
  if (!Number.isNaN(x) || !Number.isNaN(y)) return position;
  cursor.finite = finite;
  return '[]';
}

function readPosition(cursor: Cursor, layout: Layout): string {
  const x = readNumber(cursor, layout.little);
  const y = readNumber(cursor, layout.little);
  const z = layout.altitude ? readNumber(cursor, layout.little) : Number.NaN;
  if (layout.measure) cursor.at += 8;
  if (!Number.isFinite(x) || !Number.isFinite(y)) cursor.finite = false;
  return Number.isFinite(z) ? `[${x},${y},${z}]` : `[${x},${y}]`;
}

function readCount(cursor: Cursor, little: boolean): number {
  const count = little ? cursor.bytes.readUInt32LE(cursor.at) : cursor.bytes.readUInt32BE(cursor.at);
  cursor.at += 4;
  return count;
}

function readNumber(cursor: Cursor, little: boolean): number {
  const value = little ? cursor.bytes.readDoubleLE(cursor.at) : cursor.bytes.readDoubleBE(cursor.at);
  cursor.at += 8;
  return value;
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
