import { quoteLiteral } from '#shared/text/quoting.ts';
import { type CoordinateSystem, type Projection, projectionOf } from '../json/geometry/coordinate-system.ts';

/**
 * Name of the function that we register with the engine: converts a geometry in hexadecimal digits, after the name of
 * its system and a line feed, to degrees.
 */
export const toDegreesFunction = 'almanac_to_degrees';

/** Projections known to {@link toDegrees}, by the names of their systems. */
const projections = new Map<string, Projection>();

/** Makes a system known to the function. @returns false if its positions are longitude and latitude already */
export async function prepareProjection(system: CoordinateSystem): Promise<boolean> {
  const projection = await projectionOf(system);
  if (projection !== null) projections.set(system.name, projection);
  return projection !== null;
}

/** Expression for a geometry of the engine in longitude and latitude; the system must have been prepared. */
export function degreesSql(system: string, reference: string): string {
  const plain = `hex(ST_AsWKB(CAST(${reference} AS GEOMETRY)))`;
  return `ST_GeomFromWKB(unhex(${toDegreesFunction}(${quoteLiteral(`${system}\n`)} || ${plain})))`;
}

export function toDegrees(text: string): string {
  const end = text.indexOf('\n');
  const project = projections.get(text.slice(0, end));
  if (project === undefined) throw new Error('The coordinate system was not prepared.');
  return projectBinary(text.slice(end + 1), project);
}

/** A geometry as WKB, in hexadecimal digits, in longitude and latitude. */
export function projectBinary(geometry: string, project: Projection): string {
  const bytes = Buffer.from(geometry, 'hex');
  new GeometryBytes(bytes, project).convert();
  return bytes.toString('hex');
}

const point = 1;
const lineString = 2;
const polygon = 3;

/** Well-known binary (OGC 06-103r4, 8, with the ISO codes for Z and M), whose positions are replaced in place. */
class GeometryBytes {
  readonly #bytes: Buffer;
  readonly #project: Projection;
  #at = 0;

  constructor(bytes: Buffer, project: Projection) {
    this.#bytes = bytes;
    this.#project = project;
  }

  convert(): void {
    const little = this.#bytes.readUInt8(this.#at) === 1;
    this.#at += 1;
    const code = this.#count(little);
    const dimension = Math.floor(code / 1000);
    const ordinates = dimension === 0 ? 2 : dimension === 3 ? 4 : 3;
    const kind = code % 1000;
    if (kind === point) this.#positions(1, ordinates, little);
    else if (kind === lineString) this.#positions(this.#count(little), ordinates, little);
    else if (kind === polygon) {
      const rings = this.#count(little);
      for (let ring = 0; ring < rings; ring += 1) this.#positions(this.#count(little), ordinates, little);
    } else {
      const parts = this.#count(little);
      for (let part = 0; part < parts; part += 1) this.convert();
    }
  }

  #count(little: boolean): number {
    this.#at += 4;
    return little ? this.#bytes.readUInt32LE(this.#at - 4) : this.#bytes.readUInt32BE(this.#at - 4);
  }

  #positions(count: number, ordinates: number, little: boolean): void {
    const bytes = this.#bytes;
    for (let position = 0; position < count; position += 1, this.#at += 8 * ordinates) {
      const x = little ? bytes.readDoubleLE(this.#at) : bytes.readDoubleBE(this.#at);
      const y = little ? bytes.readDoubleLE(this.#at + 8) : bytes.readDoubleBE(this.#at + 8);
      // An empty point has no numbers.
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      const [longitude, latitude] = this.#project(x, y);
      if (little) bytes.writeDoubleLE(latitude, bytes.writeDoubleLE(longitude, this.#at));
      else bytes.writeDoubleBE(latitude, bytes.writeDoubleBE(longitude, this.#at));
    }
  }
}
