import { arcgisToGeoJSON } from '@terraformer/arcgis';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { eachMember } from '../raw-values.ts';

/*
 * Facts: "Feature object", "Geometry objects", "Query (Feature Service/Layer)" (ArcGIS REST API). A feature has its
 * values in `attributes`; dates are milliseconds since 1970 in UTC, which only `fields` shows; the coordinate system of
 * all geometries is `spatialReference`.
 */

/** Codes of Web Mercator from before it had one of the EPSG. */
const webMercator: ReadonlySet<number> = new Set([102_100, 102_113, 900_913]);
/** Greater codes are Esri's own. */
const maxEpsg = 32_767;

/** The coordinate system that `spatialReference` names, such as `EPSG:3857`; null for degrees on WGS 84 or none. */
export function esriCoordinateSystem(text: string): string | null {
  const reference = JSON.parse(text) as { readonly latestWkid?: unknown; readonly wkid?: unknown } | null;
  const code = Number(reference?.latestWkid ?? reference?.wkid ?? 0);
  if (code === 0 || code === 4326) return null;
  if (webMercator.has(code)) return 'EPSG:3857';
  return `${code <= maxEpsg ? 'EPSG' : 'ESRI'}:${code}`;
}

/** Names of the fields whose numbers are dates. */
export function esriDates(text: string): ReadonlySet<string> {
  const fields: unknown = JSON.parse(text);
  const list = Array.isArray(fields) ? (fields as ({ readonly name?: unknown; readonly type?: unknown } | null)[]) : [];
  return new Set(list.filter((field) => field?.type === 'esriFieldTypeDate').map((field) => String(field?.name)));
}

/** A geometry of Esri's as one of GeoJSON; null if it has no position. What cannot be converted has no type. */
export function esriGeometry(text: string): unknown {
  const geometry = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  if (geometry === null) return null;
  const curves = ['curveRings', 'curvePaths'].find((name) => name in geometry);
  if (curves !== undefined) throw new ExplainedError(explain('esri-curves', { member: curves }));
  const isEmpty = ['rings', 'paths', 'points'].some((name) => Array.isArray(geometry[name]) && !geometry[name].length);
  // A point without a position is written as "NaN" or null.
  if (isEmpty || ('x' in geometry && typeof geometry.x !== 'number')) return null;
  // The converter warns of systems that are converted afterwards.
  const { spatialReference: _, ...bare } = geometry;
  return arcgisToGeoJSON(bare as unknown as Parameters<typeof arcgisToGeoJSON>[0]);
}

/** The attributes of a feature with their dates in ISO 8601. */
export function withIsoDates(attributes: Buffer, dates: ReadonlySet<string>): Buffer {
  if (dates.size === 0) return attributes;
  const parts: Buffer[] = [];
  let copied = 0;
  for (const { name, value } of eachMember(attributes)) {
    if (!dates.has(name)) continue;
    const date = new Date(Number(attributes.toString('latin1', ...value)));
    if (Number.isNaN(date.getTime())) continue;
    parts.push(attributes.subarray(copied, value[0]), Buffer.from(`"${date.toISOString()}"`));
    copied = value[1];
  }
  return Buffer.concat([...parts, attributes.subarray(copied)]);
}
