import wkx from 'wkx';
import type { Cell, Geometry } from '#shared/cell.ts';
import { isDecimalText } from '#shared/number/decimal.ts';
import { type Exact, exactText, isRecord, maxDigits, member, parseExactly } from '../../lib/exact-json.ts';
import { nestings, readWellKnownText } from './well-known-text.ts';

/** Converts a service's value for a column of one type into a cell. */
export type CellReader = (value: Exact | undefined) => Cell;

const digits = /^[+-]?\d+$/;

/** An integer without loss; one of too many digits stays text. */
function exactInteger(text: string): number | bigint | string {
  if (text.length > maxDigits) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** Anything but text and numbers is kept as its JSON text, so that nothing is lost. */
function plain(value: Exact | undefined): Cell {
  if (value === undefined) return null;
  if (typeof value === 'number') return finite(value);
  return typeof value === 'object' && value !== null ? exactText(value) : value;
}

function finite(value: number): Cell {
  return Number.isFinite(value) ? value : null;
}

function integer(value: Exact | undefined): Cell {
  // Some services send long integers as text.
  if (typeof value === 'string' && digits.test(value)) return exactInteger(value);
  return plain(value);
}

function float(value: Exact | undefined): Cell {
  if (typeof value === 'bigint') return finite(Number(value));
  if (typeof value === 'string' && isDecimalText(value)) {
    // Decimals are sent as text; one with more digits than a double has stays text, unrounded.
    const [mantissa = ''] = value.split(/[eE]/, 1);
    const significant = mantissa.replace(/\D/g, '').replace(/^0+/, '').length;
    return significant <= 15 ? finite(Number(value)) : value;
  }
  return plain(value);
}

function text(value: Exact | undefined): Cell {
  const cell = plain(value);
  return typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : cell;
}

function geometry(value: Exact | undefined): Cell {
  if (value === undefined || value === null || value === '') return null;
  // Unknown values are shown as they are instead of being hidden.
  return readGeometry(value) ?? plain(value);
}

function unknown(value: Exact | undefined): Cell {
  const shape = typeof value === 'object' && value !== null ? readGeometry(value) : null;
  return shape ?? plain(value);
}

/** The reader for a column type of the specification; values of any other type are taken as they are. */
export function cellReader(type: string): CellReader {
  if (type === 'integer') return integer;
  if (type === 'float') return float;
  if (type === 'char' || type === 'text') return text;
  return type === 'geometry' ? geometry : unknown;
}

/** Maximum nesting of collections, which every later reader of the cell must support. */
const maxDepth = 64;

function isCoordinates(value: Exact | undefined, nesting: number): boolean {
  if (!Array.isArray(value)) return false;
  if (nesting === 1) return value.every((number) => typeof number === 'number');
  return value.every((inner) => isCoordinates(inner, nesting - 1));
}

/** A GeoJSON geometry without foreign members (`crs`, `bbox`); null if it is not one. */
function fromGeoJson(value: Exact, depth = 0): Geometry | null {
  const type = member(value, 'type');
  if (depth > maxDepth) return null;
  if (type === 'Feature') return fromGeoJson(member(value, 'geometry') ?? null, depth + 1);
  if (type === 'GeometryCollection') {
    const inner = member(value, 'geometries');
    if (!Array.isArray(inner)) return null;
    const geometries = inner.map((one) => fromGeoJson(one, depth + 1));
    return geometries.every((one) => one !== null) ? { type, geometries: geometries as Geometry[] } : null;
  }
  const nesting =
    typeof type === 'string' && Object.hasOwn(nestings, type) ? nestings[type as keyof typeof nestings] : undefined;
  const coordinates = member(value, 'coordinates');
  if (nesting === undefined || !isCoordinates(coordinates, nesting)) return null;
  return { type, coordinates } as Geometry;
}

const mercator: ReadonlySet<number> = new Set([3857, 900913, 3785, 102100, 102113]);
const degrees: ReadonlySet<number> = new Set([0, 4326, 4979, 4258, 4269]);
const earthRadius = 6_378_137;

function unprojected(position: readonly number[]): readonly number[] {
  const [x = 0, y = 0, ...rest] = position;
  const toDegrees = 180 / Math.PI;
  return [(x / earthRadius) * toDegrees, (2 * Math.atan(Math.exp(y / earthRadius)) - Math.PI / 2) * toDegrees, ...rest];
}

type Nested = readonly number[] | readonly Nested[];

function mapPositions(value: Nested): Nested {
  return typeof value[0] === 'number'
    ? unprojected(value as readonly number[])
    : (value as readonly Nested[]).map(mapPositions);
}

function inDegrees(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection') return { ...geometry, geometries: geometry.geometries.map(inDegrees) };
  return { type: geometry.type, coordinates: mapPositions(geometry.coordinates as Nested) } as Geometry;
}

/** WKT, EWKT, WKB and EWKB. Web Mercator is converted to degrees; other systems are not supported. */
function fromWellKnown(source: string | Buffer): Geometry | null {
  try {
    const { geometry, srid } = typeof source === 'string' ? readWellKnownText(source, maxDepth) : fromBinary(source);
    if (geometry === null || degrees.has(srid)) return geometry;
    return mercator.has(srid) ? inDegrees(geometry) : null;
  } catch {
    return null;
  }
}

function fromBinary(source: Buffer): { readonly geometry: Geometry | null; readonly srid: number } {
  const parsed = wkx.Geometry.parse(source);
  return { geometry: fromGeoJson(parsed.toGeoJSON() as Exact), srid: parsed.srid ?? 0 };
}

const binaryStart = /^(?:\\x|0x)?(?=0[01][0-9a-f]{16})/i;

/** The digits of a geometry in binary form; null for any other text. */
function binaryDigits(text: string): string | null {
  const start = binaryStart.exec(text)?.[0];
  if (start === undefined) return null;
  const digits = text.slice(start.length);
  // Not a repeated group: on megabytes of text it exhausts the stack of regular expressions.
  return digits.length % 2 === 0 && !/[^0-9a-f]/i.test(digits) ? digits : null;
}

/**
 * Reads a geometry in any form that services use: GeoJSON as an object or as text, WKT, EWKT, WKB and EWKB as
 * hexadecimal digits. Null if it is none of these.
 */
export function readGeometry(value: Exact): Geometry | null {
  if (isRecord(value)) return fromGeoJson(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const digits = binaryDigits(text);
  if (digits !== null) return fromWellKnown(Buffer.from(digits, 'hex'));
  if (!text.startsWith('{')) return /^[A-Za-z]/.test(text) ? fromWellKnown(text) : null;
  try {
    return fromGeoJson(parseExactly(text));
  } catch {
    return null;
  }
}
