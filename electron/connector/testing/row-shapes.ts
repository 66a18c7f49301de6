import wkx from 'wkx';
import type { Column } from '#shared/api/column.ts';
import type { Cell, Geometry, Row } from '#shared/cell.ts';

/** How a service writes a row, and a geometry in it. */
export type RowShape = 'object' | 'reversed-object' | 'array' | 'feature';
export type GeometryForm = 'geojson' | 'geojson-text' | 'wkt' | 'ewkt' | 'wkb' | 'ewkb';

function wellKnown(geometry: Geometry): wkx.Geometry {
  return wkx.Geometry.parseGeoJSON(structuredClone(geometry));
}

function geometryJson(geometry: Geometry, form: GeometryForm): string {
  const parsed = wellKnown(geometry);
  parsed.srid = 4326;
  if (form === 'geojson') return JSON.stringify(geometry);
  if (form === 'geojson-text') return JSON.stringify(JSON.stringify(geometry));
  if (form === 'wkt') return JSON.stringify(parsed.toWkt());
  if (form === 'ewkt') return JSON.stringify(parsed.toEwkt());
  const bytes = form === 'wkb' ? parsed.toWkb() : parsed.toEwkb();
  return JSON.stringify(form === 'wkb' ? bytes.toString('hex') : bytes.toString('hex').toUpperCase());
}

function cellJson(cell: Cell, form: GeometryForm): string {
  if (typeof cell === 'bigint') return cell.toString();
  return typeof cell === 'object' && cell !== null ? geometryJson(cell, form) : JSON.stringify(cell);
}

/** The JSON text of one row: written by hand, because objects cannot represent everything on the wire. */
export function rowJson(row: Row, columns: readonly Column[], shape: RowShape, form: GeometryForm): string {
  const cells = columns.map((_, index) => cellJson(row[index] ?? null, form));
  if (shape === 'array') return `[${cells.join(',')}]`;
  const members = columns.map((column, index) => `${JSON.stringify(column.name)}:${cells[index]}`);
  if (shape === 'reversed-object') return `{"extra":"not a column",${members.toReversed().join(',')}}`;
  if (shape === 'object') return `{${members.join(',')}}`;
  const at = columns.findIndex((column) => column.type === 'geometry');
  const properties = members.filter((_, index) => index !== at && columns[index]?.name !== 'id');
  const id = cells[columns.findIndex((column) => column.name === 'id')];
  return `{"type":"Feature","id":${id},"geometry":${cells[at]},"properties":{${properties.join(',')}}}`;
}
