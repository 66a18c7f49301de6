import { coordinateLimits, coordinatePair } from '#shared/coordinate-columns.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import type { Plan } from '../reading.ts';

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
export function findPoint(
  columns: readonly NumberColumn[],
  taken: readonly string[],
): NonNullable<Plan['point']> | null {
  const pair = coordinatePair(columns.map(({ name }) => name));
  if (pair === null) return null;
  const fits = (['longitude', 'latitude'] as const).every((coordinate) => {
    const column = columns.find(({ name }) => name === pair[coordinate]);
    return column !== undefined && within(column, coordinateLimits[coordinate]);
  });
  return fits ? { ...pair, name: unusedName('geometry', new Set(taken)) } : null;
}
