import type { Dimension } from '#shared/chart.ts';
import { decimalSum } from '#shared/number/decimal.ts';
import { type Filter, joinList } from '#shared/row-query.ts';
import type { Category } from './category.ts';
import { periodRange } from './periods.ts';

/**
 * The conditions that select the rows of a category, or of several adjacent ones; null if no condition of the API does.
 * @param categories in the order of their axis; for cells, those that fill a box
 */
export function rowsBehind(dimension: Dimension, categories: readonly Category[]): Filter[] | null {
  const [first, last] = [categories[0], categories.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { column } = dimension;
  const isOne = categories.length === 1;
  if (isOne && first.kind === 'missing') {
    // A text that is not a date also belongs to the missing group.
    const isExact = dimension.function === null || dimension.function === 'Bin' || dimension.function === 'Lower';
    return isExact ? [{ column, lookup: 'isnull', value: 'true' }] : null;
  }
  const values = categories.flatMap((category) => (category.kind === 'value' ? [category.value] : []));
  if (values.length !== categories.length) return null;
  const [low, high] = [values[0], values.at(-1)];
  switch (dimension.function) {
    case 'Year':
    case 'Quarter':
    case 'Month':
    case 'Week':
    case 'Day':
    case 'Hour': {
      const from = periodRange(String(low))?.[0];
      const to = periodRange(String(high))?.[1];
      return from === undefined || to === undefined ? null : span(column, from, to);
    }
    case 'Bin':
      return span(column, String(low), String(decimalSum(Number(high), dimension.step)));
    case 'IsMissing':
      return isOne ? [{ column, lookup: 'isnull', value: String(low) }] : null;
    case 'Lower':
      return isOne ? [{ column, lookup: 'iexact', value: String(low) }] : null;
    case 'Level':
      return isOne ? [{ column, lookup: 'under', value: String(low) }] : null;
    case 'Cell':
      return [{ column, lookup: 'bbox', value: boxOf(values.map(String), dimension.step) }];
    case null:
      return isOne
        ? [{ column, lookup: 'exact', value: String(low) }]
        : [{ column, lookup: 'in', value: joinList(values.map(String)) }];
    default:
      return null;
  }
}

function span(column: string, from: string, to: string): Filter[] {
  return [
    { column, lookup: 'gte', value: from },
    { column, lookup: 'lt', value: to },
  ];
}

/** Margin left out at the eastern and northern edge of a box, because points on the edge belong to the next cell. */
const edgeDegrees = 1e-9;

/** The box that contains cells: west, south, east, north. */
function boxOf(corners: readonly string[], step: number): string {
  const places = corners.map((corner) => corner.split(',').map(Number));
  const ends = (axis: 0 | 1) => {
    const found = places.map((place) => place[axis] ?? 0);
    return [Math.min(...found), Math.max(...found) + step - edgeDegrees] as const;
  };
  const [[west, east], [south, north]] = [ends(0), ends(1)];
  return [west, south, east, north].map((each) => Number(each.toFixed(9))).join(',');
}
