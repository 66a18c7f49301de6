import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';

/** A text declares another coordinate system than the one in which it is being read. */
export class CoordinateSystemFound extends Error {
  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** Longitude and latitude on WGS 84 in that order, whatever the authority's axis order: as in GeoJSON. */
const isDegrees = /^(?:OGC:(?:1\.3:)?CRS84h?|EPSG:(?:4326|4979)|CRS84)$/i;

/** `EPSG:25832` from any notation, such as `urn:ogc:def:crs:EPSG:9.8:25832` or an address of opengis.net. */
function shortName(name: string): string {
  const found = /(?:^|[:/])(EPSG|OGC)(?:[:/][\w.]*)?[:/]+([\w.]+)$/i.exec(name.trim());
  if (found === null) return name.trim();
  const [, authority = '', code = ''] = found;
  return `${authority.toUpperCase()}:${/^crs84h?$/i.test(code) ? code.toUpperCase() : code}`;
}

/**
 * The coordinate system named by the member `crs` of a collection (GeoJSON 2008, 3).
 * @returns null if there is none, or just longitude and latitude
 * @throws {IngestError} if it is ambiguous
 */
export function coordinateSystemOf(text: string): string | null {
  const crs: unknown = JSON.parse(text);
  if (crs === null || typeof crs !== 'object') return null;
  const { type, properties } = crs as {
    type?: unknown;
    properties?: { name?: unknown; code?: unknown; href?: unknown };
  };
  if (type === 'link') throw unknownSystem(String(properties?.href ?? ''));
  const code = type === 'EPSG' && properties?.code !== undefined ? `EPSG:${properties.code}` : undefined;
  const named = code ?? properties?.name;
  if (typeof named !== 'string' || named === '') return null;
  const name = shortName(named);
  return isDegrees.test(name) ? null : name;
}

function unknownSystem(system: string): IngestError {
  return new IngestError(explain('coordinate-system-unknown', { system: system.slice(0, 100) || '?' }));
}

export interface CoordinateSystem {
  /** An authority code such as `EPSG:25832`. */
  readonly name: string;
  /** Its description in PROJJSON or WKT if the file has one: used if the name is unknown. */
  readonly definition?: object | string;
}

export type Projection = (x: number, y: number) => readonly [longitude: number, latitude: number];

/** What a definition must say about its datum, in PROJ, PROJJSON or WKT, to be accurate within a few metres. */
const knowsDatum =
  /\+towgs84=|\+datum=|\+ellps=(?:GRS80|WGS84)\b|\+nadgrids=@null|"name":"(?:GRS 1980|GRS80|WGS 84)"|SPHEROID\["(?:GRS[ _]1980|WGS[ _](?:19)?84)"/;

const asText = (definition: string | object) =>
  typeof definition === 'string' ? definition : JSON.stringify(definition);

/**
 * The conversion of a coordinate system to longitude and latitude.
 * @returns null if no conversion is needed
 * @throws {IngestError} for a system without a known definition
 */
export async function projectionOf({
  name: given,
  definition: described,
}: CoordinateSystem): Promise<Projection | null> {
  const name = shortName(given);
  if (isDegrees.test(name)) return null;
  const [{ default: proj4 }, { default: definitions }] = await Promise.all([import('proj4'), import('proj4-list')]);
  const listed = definitions[name]?.[1];
  const definition = [listed, described].find((one) => one !== undefined && knowsDatum.test(asText(one)));
  if (definition === undefined) throw unknownSystem(name);
  const transform = proj4(definition as string, 'WGS84');
  return (x, y) => {
    const [longitude, latitude] = transform.forward([x, y]);
    if (longitude === undefined || latitude === undefined || !Number.isFinite(longitude + latitude)) {
      throw new ExplainedError(explain('position-not-in-system', { system: name }));
    }
    return [longitude, latitude];
  };
}
