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

const head = /\s*([A-Za-z]+)\s*/y;
const dimensions = /(ZM|Z|M|EMPTY)\b\s*/iy;
const prefix = /\s*SRID=(\d{1,9});/iy;

const emptyPart = /EMPTY\b/iy;
/** Digits, `+`, `-`, `.` and `e`. */
const isOfNumber = (code: number) =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || (code | 0x20) === 0x65;
const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Consumes what the pattern matches at this position; null if it does not match. Never looks further ahead. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }

  // A geometry may have a million positions: a regular expression for each separator would be too slow.

  /** Consumes blanks and a one-character mark; returns whether it was there. */
  takeMark(mark: '(' | ')' | ','): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  expectMark(mark: '(' | ')'): void {
    if (!this.takeMark(mark)) throw new SyntaxError('This is no well-known text.');
  }

  takeNumber(): number | null {
    this.#skipBlanks();
    const from = this.#at;
    while (isOfNumber(this.#text.charCodeAt(this.#at))) this.#at += 1;
    if (this.#at === from) return null;
    const value = Number(this.#text.slice(from, this.#at));
    if (Number.isNaN(value)) throw new SyntaxError('A coordinate is no number.');
    return value;
  }

  /** Consumes the word EMPTY; returns whether it was there. */
  takeEmpty(): boolean {
    this.#skipBlanks();
    return (this.#text.charCodeAt(this.#at) | 0x20) === 0x65 && this.take(emptyPart) !== null;
  }

  #skipBlanks(): void {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  expect(pattern: RegExp): RegExpExecArray {
    const found = this.take(pattern);
    if (found === null) throw new SyntaxError('This is no well-known text.');
    return found;
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
  const srid = Number(reader.take(prefix)?.[1] ?? 0);
  const geometry = readOne(reader, maxDepth);
  if (!reader.atEnd) throw new SyntaxError('Something follows the geometry.');
  return { geometry, srid };
}

function readOne(reader: Reader, depth: number): Geometry {
  if (depth < 0) throw new SyntaxError('The collections are nested too deep.');
  const word = (reader.expect(head)[1] ?? '').toUpperCase();
  // The dimensions may be written as a suffix of the word.
  const type = word.replace(/(?<=[A-Z]{4})(?:ZM|Z|M)$/, '');
  let layout = word.slice(type.length);
  let isEmpty = false;
  for (
    let found = reader.take(dimensions);
    found !== null && !isEmpty;
    found = isEmpty ? null : reader.take(dimensions)
  ) {
    const mark = (found[1] ?? '').toUpperCase();
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
  reader.expectMark('(');
  const items: Item[] = [];
  do items.push(item());
  while (reader.takeMark(','));
  reader.expectMark(')');
  return items;
}

function readNested(reader: Reader, nesting: number, isPoints: boolean, layout: string): Nested {
  if (nesting === 0) {
    reader.expectMark('(');
    const position = readPosition(reader, layout);
    reader.expectMark(')');
    return position;
  }
  return readList(reader, () => {
    if (reader.takeEmpty()) return [];
    if (nesting > 1) return readNested(reader, nesting - 1, false, layout);
    // The positions of a multi-point may have their own brackets.
    const inBrackets = isPoints && reader.takeMark('(');
    const position = readPosition(reader, layout);
    if (inBrackets) reader.expectMark(')');
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
