import { createReadStream } from 'node:fs';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import { toWellKnownBinary } from '../json/geometry/well-known-binary.ts';
import { readXml } from '../workbook/xml-events.ts';
import { inBlocks } from './bytes-reader.ts';
import type { StatedFile, StatedRecord, StatedValue } from './stated-table.ts';

/** Whether a text begins as KML. */
export function isKml(text: string): boolean {
  return /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<kml[\s>]/i.test(text.slice(0, 4096));
}

type Geometry = { readonly type: string; readonly [member: string]: unknown };

interface Place {
  readonly values: Map<string, string>;
  readonly geometries: Geometry[];
}

/** Opens the places of a KML document: names, descriptions, their own data, and geometries. @throws {IngestError} */
export async function openKml(path: string): Promise<StatedFile> {
  const places = new Places();
  await readXml(createReadStream(path), places);
  if (places.found.length === 0) throw new IngestError(explain('no-tables'));
  const names = [...new Set(places.found.flatMap(({ values }) => [...values.keys()]))];
  const record = (at: number): StatedRecord => {
    const { values, geometries } = places.found[at] ?? { values: new Map(), geometries: [] };
    return [
      ...names.map((name) => declaredValue(values.get(name) ?? '', places.numbers.has(name))),
      binaryOf(geometries),
    ];
  };
  return {
    names: [],
    read: () => ({
      columns: names.map((name) => ({ name })),
      records: inBlocks(places.found.length, record),
      geometry: null,
    }),
  };
}

/** @param isNumber whether the schema of the document declares it */
function declaredValue(text: string, isNumber: boolean): StatedValue {
  if (!isNumber || text === '') return text || null;
  return /^-?\d{1,18}$/.test(text) ? BigInt(text) : Number.isFinite(Number(text)) ? Number(text) : text;
}

function binaryOf(geometries: readonly Geometry[]): string | null {
  const [only, other] = geometries;
  if (only === undefined) return null;
  const isOneKind = geometries.every(({ type }) => type === only.type);
  const several = isOneKind
    ? { type: `Multi${only.type}`, coordinates: geometries.map(({ coordinates }) => coordinates) }
    : { type: 'GeometryCollection', geometries };
  const geometry = other === undefined ? only : several;
  return toWellKnownBinary(geometry, { project: null, beyond: false }).toString('hex');
}

const described = new Set(['name', 'description', 'address', 'phoneNumber', 'when', 'begin', 'end']);
const numberTypes = new Set(['int', 'uint', 'short', 'ushort', 'float', 'double']);
const shapes = new Set(['Point', 'LineString', 'LinearRing', 'Polygon']);

/** Collects the places of a document from the events of its elements (OGC 12-007r2). */
class Places {
  readonly found: Place[] = [];
  /** Names of the fields with numbers. */
  readonly numbers = new Set<string>();
  #place: Place | null = null;
  #text: string | null = null;
  #field = '';
  #shape = '';
  #rings: number[][][] = [];

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'Placemark') this.#place = { values: new Map(), geometries: [] };
    if (name === 'SimpleField' && numberTypes.has(attribute('type') ?? '')) this.numbers.add(attribute('name') ?? '');
    if (this.#place === null) return;
    if (name === 'Data' || name === 'SimpleData') this.#field = attribute('name') ?? '';
    if (shapes.has(name) && this.#shape !== 'Polygon') {
      this.#shape = name;
      this.#rings = [];
    }
    if (described.has(name) || name === 'SimpleData' || name === 'value' || name === 'coordinates') this.#text = '';
  }

  text(piece: string): void {
    if (this.#text !== null) this.#text += piece;
  }

  close(name: string): void {
    const place = this.#place;
    if (place === null) return;
    const text = this.#text?.trim() ?? '';
    if (name === 'Placemark') {
      this.found.push(place);
      this.#place = null;
    } else if (name === 'coordinates') this.#rings.push(positionsOf(text));
    else if ((name === 'value' || name === 'SimpleData') && this.#field !== '') place.values.set(this.#field, text);
    else if (described.has(name) && this.#text !== null) place.values.set(name, text);
    if (name === this.#shape) this.#endShape(place);
    if (this.#text !== null && !shapes.has(name)) this.#text = null;
  }

  #endShape({ geometries }: Place): void {
    const [first = []] = this.#rings;
    if (this.#shape === 'Polygon') geometries.push({ type: 'Polygon', coordinates: this.#rings });
    else if (this.#shape === 'Point') geometries.push({ type: 'Point', coordinates: first[0] ?? [] });
    else geometries.push({ type: 'LineString', coordinates: first });
    this.#shape = '';
  }
}

/** `8.5,47.4,0 8.6,47.5`: longitude, latitude and perhaps height of each position. */
function positionsOf(text: string): number[][] {
  return text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => part.split(',').map(Number));
}
