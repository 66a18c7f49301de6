import type { Cell } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';

/** What is known about a column's values before they are grouped. */
export interface ValueExtent {
  readonly min: Cell;
  readonly max: Cell;
  /** Number of different values; of places that of all rows with one. */
  readonly distinct: number;
  /** The range that contains nearly all numbers; null for other values. */
  readonly bulk: readonly [from: number, to: number] | null;
  /** The extent of nearly all places from west to east or from south to north, in degrees; missing for other values. */
  readonly degrees?: number;
}

/** Maximum number of steps or bins if they are derived from the values. */
const maxSteps = 120;
const bins = 30;
const maxBins = 200;
/** Integers with at most this many values are categories of their own. */
const maxPlainIntegers = 30;
/** Number of cells along the longer side of the extent of nearly all places: of those that are drawn singly, and of others. */
const [fineCells, coarseCells] = [20_000, 60];
/** Up to so many places are drawn singly. */
export const maxSinglePlaces = 50_000;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const steps = [
  ['Hour', hourMs],
  ['Day', dayMs],
  ['Week', 7 * dayMs],
  ['Month', 30.4 * dayMs],
  ['Quarter', 91.3 * dayMs],
] as const;

/** Columns whose grouping depends on their values. */
export function openColumns(dimensions: readonly Dimension[]): string[] {
  return [...new Set(dimensions.filter(isOpen).map(({ column }) => column))];
}

function isOpen({ function: by, step }: Dimension): boolean {
  return by === 'auto' || ((by === 'Bin' || by === 'Cell') && step === 0);
}

/** A dimension with its grouping resolved by the extents of the columns. */
export function resolveDimension(dimension: Dimension, extents: ReadonlyMap<string, ValueExtent>): Dimension {
  const extent = extents.get(dimension.column) ?? null;
  if (!isOpen(dimension)) return dimension;
  const { column, function: by } = dimension;
  if (by === 'Cell') {
    const isSingle = extent !== null && extent.distinct <= maxSinglePlaces;
    return { column, function: by, step: niceStep((extent?.degrees ?? 360) / (isSingle ? fineCells : coarseCells)) };
  }
  if (extent === null || extent.min === null || extent.max === null) return { column, function: null, step: 0 };
  const { min, max, distinct } = extent;
  if (typeof min === 'string' && typeof max === 'string') return { column, function: timeStep(min, max), step: 0 };
  const [low, high] = [Number(min), Number(max)];
  if (by === 'auto' && Number.isInteger(low) && Number.isInteger(high) && distinct <= maxPlainIntegers) {
    return { column, function: null, step: 0 };
  }
  // A few outliers must not push all other values into one bin.
  const [from, to] = extent.bulk ?? [low, high];
  const step = Math.max((to - from) / bins, (high - low) / maxBins);
  return { column, function: 'Bin', step: niceStep(step) };
}

/** The finest step that gives at most {@link maxSteps} periods between two ISO 8601 texts. */
function timeStep(min: string, max: string): 'Hour' | 'Day' | 'Week' | 'Month' | 'Quarter' | 'Year' {
  const span = Date.parse(max) - Date.parse(min);
  if (!Number.isFinite(span)) return 'Year';
  const hasTime = min.includes('T') || min.includes(' ');
  const fitting = steps.find(([name, length]) => span / length <= maxSteps && (hasTime || name !== 'Hour'));
  return fitting?.[0] ?? 'Year';
}

/** The smallest of 1, 2 or 5 times a power of ten that is at least as wide. */
export function niceStep(width: number): number {
  if (!(width > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(width));
  const factor = [1, 2, 5, 10].find((each) => each * power >= width * (1 - 1e-9)) ?? 10;
  // Powers of ten below one are not exact doubles: 0.1 is closer to the intended value than 3 × 0.1 / 3.
  return Number((factor * power).toPrecision(12));
}
