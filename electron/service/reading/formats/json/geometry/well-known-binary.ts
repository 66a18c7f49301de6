import type { Geometry } from '#shared/cell.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { geometryKinds } from '../../../../geometry/geometry-text.ts';

/** A growing buffer; positions are doubles, counts are 32 bits, little endian. */
interface Sink {
  bytes: Buffer;
  length: number;
  readonly reading: GeometryReading;
}

/** How positions are read, and what was found out while reading. */
export interface GeometryReading {
  /** Converts a position of another coordinate system to longitude and latitude; null if it already is. */
  readonly project: ((x: number, y: number) => readonly [longitude: number, latitude: number]) | null;
  /** Set if a position is not longitude and latitude in degrees. */
  beyond: boolean;
}

/**
 * A GeoJSON geometry as ISO well-known binary (OGC 06-103r4, 8): with Z if a position has a third number.
 * @throws {TypeError} if it is not a GeoJSON geometry
 */
export function toWellKnownBinary(geometry: unknown, reading: GeometryReading): Buffer {
  const sink: Sink = { bytes: Buffer.allocUnsafe(256), length: 0, reading };
  writeGeometry(sink, geometry as Geometry, hasAltitude(geometry));
  return sink.bytes.subarray(0, sink.length);
}

/** Maximum nesting of collections: the engine accepts no more. */
const maxDepth = 16;
/** Each collection is an object with a list, and the coordinates of the innermost geometry are within four lists. */
const maxLevels = 2 * maxDepth + 6;

function hasAltitude(value: unknown, level = 0): boolean {
  if (level > maxLevels) throw new ExplainedError(explain('geometry-too-deep', { count: maxDepth }));
  const inner = (part: unknown) => hasAltitude(part, level + 1);
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value.length > 2 : value.some(inner);
  if (value === null || typeof value !== 'object') return false;
  if ('geometries' in value) return inner(value.geometries);
  if ('coordinates' in value) return inner(value.coordinates);
  return false;
}

function writeGeometry(sink: Sink, geometry: Geometry, altitude: boolean, depth = 0): void {
  if (depth >= maxDepth) throw new ExplainedError(explain('geometry-too-deep', { count: maxDepth }));
  const code = geometryKinds.indexOf(geometry?.type) + 1;
  if (code === 0) throw new ExplainedError(explain('no-geojson'));
  writeHeader(sink, code, altitude);
  if (geometry.type === 'GeometryCollection') {
    writeCount(sink, list(geometry.geometries).length);
    for (const part of geometry.geometries) writeGeometry(sink, part, altitude, depth + 1);
  } else writeCoordinates(sink, geometry, altitude);
}

function writeCoordinates(
  sink: Sink,
  geometry: Exclude<Geometry, { type: 'GeometryCollection' }>,
  altitude: boolean,
): void {
  switch (geometry.type) {
    case 'Point':
      writePoint(sink, geometry.coordinates, altitude);
      break;
    case 'MultiPoint':
      writeParts(sink, geometry.coordinates, 1, altitude, writePoint);
      break;
    case 'LineString':
      writePositions(sink, geometry.coordinates, altitude);
      break;
    case 'MultiLineString':
      writeParts(sink, geometry.coordinates, 2, altitude, writePositions);
      break;
    case 'Polygon':
      writeRings(sink, geometry.coordinates, altitude);
      break;
    case 'MultiPolygon':
      writeParts(sink, geometry.coordinates, 3, altitude, writeRings);
      break;
  }
}

type Positions = readonly (readonly number[])[];

function writeParts<Part>(
  sink: Sink,
  parts: readonly Part[],
  code: number,
  altitude: boolean,
  write: (sink: Sink, part: Part, altitude: boolean) => void,
): void {
  writeCount(sink, list(parts).length);
  for (const part of parts) {
    writeHeader(sink, code, altitude);
    write(sink, part, altitude);
  }
}

function writeRings(sink: Sink, rings: readonly Positions[], altitude: boolean): void {
  writeCount(sink, list(rings).length);
  for (const ring of rings) writePositions(sink, ring, altitude);
}

function writePositions(sink: Sink, positions: Positions, altitude: boolean): void {
  writeCount(sink, list(positions).length);
  for (const position of positions) writePosition(sink, position, altitude);
}

/** A point without a position is empty, represented by NaN in binary. */
function writePoint(sink: Sink, position: readonly number[], altitude: boolean): void {
  writePosition(sink, list(position).length === 0 ? [Number.NaN, Number.NaN, Number.NaN] : position, altitude);
}

function writePosition(sink: Sink, [x, y, z]: readonly number[], altitude: boolean): void {
  if (typeof x !== 'number' || typeof y !== 'number') throw new ExplainedError(explain('position-of-two'));
  if ([x, y, z].includes(Infinity) || [x, y, z].includes(-Infinity)) {
    throw new ExplainedError(explain('position-not-finite'));
  }
  const { reading } = sink;
  const [longitude, latitude] = reading.project === null || Number.isNaN(x) ? [x, y] : reading.project(x, y);
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) reading.beyond = true;
  reserve(sink, 24);
  sink.length = sink.bytes.writeDoubleLE(longitude, sink.length);
  sink.length = sink.bytes.writeDoubleLE(latitude, sink.length);
  if (altitude) sink.length = sink.bytes.writeDoubleLE(z ?? 0, sink.length);
}

function writeHeader(sink: Sink, code: number, altitude: boolean): void {
  reserve(sink, 5);
  sink.length = sink.bytes.writeUInt8(1, sink.length);
  sink.length = sink.bytes.writeUInt32LE(altitude ? code + 1000 : code, sink.length);
}

function writeCount(sink: Sink, count: number): void {
  reserve(sink, 4);
  sink.length = sink.bytes.writeUInt32LE(count, sink.length);
}

function reserve(sink: Sink, bytes: number): void {
  if (sink.length + bytes <= sink.bytes.length) return;
  const grown = Buffer.allocUnsafe((sink.bytes.length + bytes) * 2);
  sink.bytes.copy(grown, 0, 0, sink.length);
  sink.bytes = grown;
}

function list<Item>(items: readonly Item[]): readonly Item[] {
  if (!Array.isArray(items)) throw new ExplainedError(explain('coordinates-lists'));
  return items;
}
