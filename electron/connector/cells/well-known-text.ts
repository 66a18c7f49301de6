import type { Geometry } from '#shared/cell.ts';

/** A geometry from well-known text, and the number of its coordinate system; 0 if none is named. */
export interface WellKnownGeometry {
  readonly geometry: Geometry;
  readonly srid: number;
}

/** Nesting depth of the coordinates of each type; that of a position is 1. */
export const nestings = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 2,
  MultiLineString: 3,
  MultiPolygon: 4,
} as const;
const types = new Map(Object.keys(nestings).map((name) => [name.toUpperCase(), name as keyof typeof nestings]));

type Nested = number[] | Nested[];

const prefix = /\s*SRID=(\d{1,9});/iy;
const head = /\s*([A-Za-z]+)/y;
const dimensions = /\s*(ZM|Z|M|EMPTY)\b/iy;
const emptyPart = /\s*(EMPTY)\b/iy;
const number = /\s*([-+.\deE]+)/y;
const [open, close, comma] = [/\s*(\()/y, /\s*(\))/y, /\s*(,)/y];

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Consumes what the pattern matches at this position; null if it does not match. Never looks further ahead. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#at = pattern.lastIndex;
    return found[1] ?? '';
  }

  expect(pattern: RegExp): string {
    const found = this.take(pattern);
    if (found === null) throw new SyntaxError('This is no well-known text.');
    return found;
  }

  takeNumber(): number | null {
    const digits = this.take(number);
    if (digits === null) return null;
    const value = Number(digits);
    if (Number.isNaN(value)) throw new SyntaxError('A coordinate is no number.');
    return value;
  }

  get atEnd(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }
}

/**
 * Maximum length of a geometry in UTF-16 code units: its positions take about twenty-five times as much memory as its text,
 * and a service can send texts of any length.
 */
export const maxGeometryLength = 4 * 2 ** 20;

/**
 * Reads WKT and EWKT (OGC 06-103r4, 7) in linear time. Measures (M) are dropped, as GeoJSON has none.
 * @param maxDepth maximum nesting of collections
 * @throws {SyntaxError} if it is invalid, nested deeper, or longer than {@link maxGeometryLength}
 */
export function readWellKnownText(text: string, maxDepth: number): WellKnownGeometry {
  if (text.length > maxGeometryLength) throw new SyntaxError('The geometry is too long to be read as one.');
  const reader = new Reader(text);
  const srid = Number(reader.take(prefix) ?? 0);
  const geometry = readOne(reader, maxDepth);
  if (!reader.atEnd) throw new SyntaxError('Something follows the geometry.');
  return { geometry, srid };
}

function readOne(reader: Reader, depth: number): Geometry {
  if (depth < 0) throw new SyntaxError('The collections are nested too deep.');
  const word = reader.expect(head).toUpperCase();
  // The dimensions may be written as a suffix of the word.
  const type = word.replace(/(?<=[A-Z]{4})(?:ZM|Z|M)$/, '');
  let layout = word.slice(type.length);
  let isEmpty = false;
  for (
    let found = reader.take(dimensions);
    found !== null && !isEmpty;
    found = isEmpty ? null : reader.take(dimensions)
  ) {
    const mark = found.toUpperCase();
    if (mark === 'EMPTY') isEmpty = true;
    else layout = mark;
  }
  if (type === 'GEOMETRYCOLLECTION') {
    const geometries = isEmpty ? [] : readList(reader, () => readOne(reader, depth - 1));
    return { type: 'GeometryCollection', geometries };
  }
  const known = types.get(type);
  if (known === undefined) throw new SyntaxError(`There is no geometry "${type.slice(0, 40)}".`);
  const coordinates = isEmpty ? [] : readNested(reader, nestings[known] - 1, known === 'MultiPoint', layout);
  return { type: known, coordinates } as Geometry;
}

function readList<Item>(reader: Reader, item: () => Item): Item[] {
  reader.expect(open);
  const items: Item[] = [];
  do items.push(item());
  while (reader.take(comma) !== null);
  reader.expect(close);
  return items;
}

function readNested(reader: Reader, nesting: number, isPoints: boolean, layout: string): Nested {
  if (nesting === 0) {
    reader.expect(open);
    const position = readPosition(reader, layout);
    reader.expect(close);
    return position;
  }
  return readList(reader, () => {
    if (reader.take(emptyPart) !== null) return [];
    if (nesting > 1) return readNested(reader, nesting - 1, false, layout);
    // The positions of a multi-point may have their own brackets.
    const inBrackets = isPoints && reader.take(open) !== null;
    const position = readPosition(reader, layout);
    if (inBrackets) reader.expect(close);
    return position;
  }) as Nested;
}

function readPosition(reader: Reader, layout: string): number[] {
  const [x, y, z, m] = [reader.takeNumber(), reader.takeNumber(), reader.takeNumber(), reader.takeNumber()];
  if (x === null || y === null || (m !== null && reader.takeNumber() !== null)) {
    throw new SyntaxError('A position has two to four numbers.');
  }
  // Three numbers without a word are a position with an altitude, as PostGIS writes them. Arrays that are written out
  // take a third of the memory of ones that grew.
  return z === null || layout === 'M' ? [x, y] : [x, y, z];
}
