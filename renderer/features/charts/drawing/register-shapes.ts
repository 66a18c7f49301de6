import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Row } from '#shared/cell.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { largestPart, sizeOf } from '../../../lib/geometry/geometry-bounds.ts';
import { ownCodes, registeredShapes } from '../model/registered-shapes.ts';
import { echarts } from './echarts.ts';

/** Makes outlines known to the library, and to what follows from them. */
export function registerShapes(name: string, found: FeatureCollection): void {
  echarts.registerMap(name, { geoJSON: found as never, specialAreas: {} });
  // Islands have the number of their country; the largest comes last, and stays.
  const shapes = found.features
    .map((one) => [String(one.id), { name: nameOf(one), bounds: largestPart(one.geometry) }] as const)
    .sort(([, one], [, other]) => sizeOf(one.bounds) - sizeOf(other.bounds));
  registeredShapes.set(name, new Map(shapes));
}

function nameOf({ properties }: Feature): string {
  return String(properties?.name ?? '');
}

/** Rows of a dataset that are outlines, at most. */
export const maxOutlines = 5000;

/** Makes rows of a dataset known as outlines, and which of them the values of its columns name. */
export function registerRows(name: string, columns: readonly DataColumn[], rows: readonly Row[]): void {
  const geometry = columns.findIndex(({ type }) => type === 'geometry');
  const features = rows.flatMap((row, at): Feature[] => {
    const cell = row[geometry];
    if (cell === null || typeof cell !== 'object') return [];
    // Rows are read-only, and the type of the library is not.
    return [{ type: 'Feature', id: at, properties: { name: String(at) }, geometry: cell as unknown as Geometry }];
  });
  const others = columns.flatMap((_, at) => (at === geometry ? [] : [at]));
  ownCodes.set(
    name,
    others.map((column) => new Map(rows.map((row, at) => [String(row[column] ?? ''), String(at)]))),
  );
  registerShapes(name, { type: 'FeatureCollection', features });
}

export type StatesAtlas = Topology<{ states: GeometryCollection }>;

export function statesOf(atlas: StatesAtlas): FeatureCollection {
  return feature(atlas, atlas.objects.states);
}
