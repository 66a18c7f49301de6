import { unusedName } from '#shared/text/unused-name.ts';
import type { Source } from '../../../store/row-store.ts';

const pairs: readonly (readonly [longitude: string, latitude: string])[] = [
  ['longitude', 'latitude'],
  ['lon', 'lat'],
  ['lng', 'lat'],
  ['long', 'lat'],
  ['decimallongitude', 'decimallatitude'],
  ['geo_lon', 'geo_lat'],
  ['längengrad', 'breitengrad'],
  ['laengengrad', 'breitengrad'],
  ['longitudine', 'latitudine'],
];

interface NumberColumn {
  readonly name: string;
  readonly values: readonly number[];
}

const within = (column: NumberColumn, most: number) =>
  column.values.length > 0 && column.values.every((value) => Math.abs(value) <= most);

/**
 * A pair of coordinate columns, recognised by names and ranges; null if there is none.
 * @param columns the numeric columns, with the values of the first records
 * @param taken names of all columns, which the point's name must differ from
 */
export function findPoint(columns: readonly NumberColumn[], taken: readonly string[]): Source['point'] | null {
  for (const [longitudeName, latitudeName] of pairs) {
    const named = (name: string) => columns.find((column) => plainName(column.name) === name);
    const longitude = named(longitudeName);
    const latitude = named(latitudeName);
    if (longitude === undefined || latitude === undefined) continue;
    if (!within(longitude, 180) || !within(latitude, 90)) continue;
    return { longitude: longitude.name, latitude: latitude.name, name: unusedName('geometry', new Set(taken)) };
  }
  return null;
}

/** Whether columns with these names can be a pair of coordinates; null for unknown names. */
export function mayBePoint(names: readonly string[] | null): boolean {
  const known = new Set(names?.map(plainName));
  return names === null || pairs.some(([longitude, latitude]) => known.has(longitude) && known.has(latitude));
}

function plainName(name: string): string {
  return name.trim().toLowerCase();
}
