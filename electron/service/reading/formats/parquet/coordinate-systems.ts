import type { CoordinateSystem } from '../json/geometry/coordinate-system.ts';
import type { ParquetMetadata } from './parquet-metadata.ts';

/**
 * The coordinate systems of the columns that name one: by column type (Parquet, Geospatial.md) or by the file's `geo`
 * metadata (GeoParquet 1.1, "crs"). Otherwise a column has longitude and latitude.
 */
export function coordinateSystems({ elements, notes }: ParquetMetadata): Map<string, CoordinateSystem> {
  const found = new Map<string, CoordinateSystem>();
  for (const [name, note] of Object.entries(noteOfGeometries(notes))) {
    const crs = note?.crs;
    const system = typeof crs === 'string' ? namedSystem(crs, notes) : projJson(crs);
    if (system !== null) found.set(name, system);
  }
  for (const { depth, name, crs } of elements) {
    const system = depth === 1 && crs !== undefined ? namedSystem(crs, notes) : null;
    if (system !== null) found.set(name, system);
  }
  return found;
}

/** The encoding of each column's geometries according to the file's `geo` metadata. */
export function geometryEncodings({ notes }: ParquetMetadata): Map<string, unknown> {
  return new Map(Object.entries(noteOfGeometries(notes)).map(([name, note]) => [name, note?.encoding]));
}

interface GeometryNote {
  readonly crs?: unknown;
  readonly encoding?: unknown;
}

function noteOfGeometries(notes: ReadonlyMap<string, string>): Record<string, GeometryNote> {
  const { columns } = (parsed(notes.get('geo') ?? '') ?? {}) as { columns?: unknown };
  return columns !== null && typeof columns === 'object' ? { ...columns } : {};
}

function namedSystem(crs: string, notes: ReadonlyMap<string, string>): CoordinateSystem | null {
  const [, kind, value = ''] = /^(srid|projjson):(.*)$/s.exec(crs) ?? [];
  // 0 means unknown.
  if (kind === 'srid') return value === '0' ? null : { name: `EPSG:${value}` };
  if (kind === 'projjson') return projJson(parsed(notes.get(value) ?? ''));
  return crs.trimStart().startsWith('{') ? projJson(parsed(crs)) : { name: crs };
}

/** A description in PROJJSON; by the authority's code if it has one. */
function projJson(value: unknown): CoordinateSystem | null {
  if (value === null || typeof value !== 'object') return null;
  const { id, name } = value as { id?: { authority?: unknown; code?: unknown }; name?: unknown };
  const code = id?.authority === undefined || id.code === undefined ? null : `${id.authority}:${id.code}`;
  return { name: code ?? String(name ?? '?'), definition: value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
