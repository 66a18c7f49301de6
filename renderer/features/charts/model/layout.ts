import type { Chart } from '#shared/chart.ts';
import { arePeriods } from '../../../lib/groups/periods.ts';
import type { Panel } from './chart-data.ts';

/**
 * Where the values of a drawing stand, for the pointer and the keyboard: categories side by side, cells of categories in
 * two directions, or cells of a map.
 */
export interface ChartLayout {
  readonly kind: 'axis' | 'grid' | 'map';
  /** Categories along the horizontal axis, or cells of a map. */
  readonly count: number;
  /** Rows of a grid, or series; 0 where each category has one value. */
  readonly lines: number;
  /** Whether categories stand below each other, and their bars lie. */
  readonly lying: boolean;
  /** Whether the first row of a grid is at its top. */
  readonly downwards: boolean;
  /** Lower left corners of a map's cells in whole steps; null for a category that has no place. */
  readonly corners: readonly (readonly [x: number, y: number] | null)[];
  /** Size of a map's cells in degrees; 0 elsewhere. */
  readonly step: number;
  /** Position of a value among those that the library draws of its series; null for one that is not drawn. */
  readonly dataIndex: (at: number, line: number | null) => number | null;
}

/** A spot in the units of a drawing: positions of categories, or degrees on a map. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Where a cell's lower corner lies, from its name `lon,lat`, in degrees; null for any other category. */
export function cornerOf(
  category: Panel['categories'][number] | undefined,
): readonly [lon: number, lat: number] | null {
  if (category?.kind !== 'value') return null;
  const [lon, lat] = String(category.value).split(',').map(Number);
  return lon === undefined || lat === undefined || Number.isNaN(lon + lat) ? null : [lon, lat];
}

/** @param chart resolved */
export function layoutOf(chart: Chart, panel: Panel): ChartLayout {
  const { categories, second, series } = panel;
  const count = categories.length;
  const whole = { count, corners: [], step: 0, lying: false, downwards: isReadDownwards(chart.y, second) };
  if (chart.mark === 'map' && chart.x.function !== null) {
    const { step } = chart.x;
    const corners = categories.map((category) => {
      const corner = cornerOf(category);
      return corner === null ? null : ([Math.round(corner[0] / step), Math.round(corner[1] / step)] as const);
    });
    const indexes = drawnIndexes(categories.map((_, at) => corners[at] !== null && series[0]?.values[at] != null));
    return { ...whole, kind: 'map', lines: 0, corners, step, dataIndex: (at) => indexes[at] ?? null };
  }
  if (chart.y === null) {
    const lines = series.length > 1 ? series.length : 0;
    return { ...whole, kind: 'axis', lying: isLyingDown(chart, panel), lines, dataIndex: (at) => at };
  }
  const values = series[0]?.values ?? [];
  const indexes = drawnIndexes(values.map((value) => value !== null && (chart.scale !== 'log' || value > 0)));
  return {
    ...whole,
    kind: 'grid',
    lines: second.length,
    dataIndex: (at, line) => indexes[(line ?? 0) * count + at] ?? null,
  };
}

/** Bars with a longer name than these letters lie, as do up to so many that are too many for their names side by side. */
const [longName, maxLying, maxLetters] = [9, 40, 110];

/** Whether the bars of a chart lie, with their names below each other in full. */
export function isLyingDown(chart: Chart, { facet, categories }: Panel): boolean {
  if (chart.mark !== 'bar' || chart.y !== null || facet !== null || chart.x.function !== null) return false;
  if (chart.second?.place === 'axis') return false;
  const names = categories.map((category) => (category.kind === 'value' ? String(category.value) : ''));
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  const isLong = longest > longName || (longest + 1) * names.length > maxLetters;
  const isNumber = categories.every((category) => category.kind !== 'value' || typeof category.value === 'number');
  return categories.length <= maxLying && categories.length > 1 && isLong && !isNumber && !arePeriods(names);
}

/** Whether the rows of a grid are read from the top, as names are; numbers and time go upwards. */
export function isReadDownwards(dimension: Chart['y'], rows: Panel['second']): boolean {
  if (dimension === null) return false;
  const isName = rows.some((row) => row.kind === 'value' && typeof row.value !== 'number');
  return dimension.function === 'Weekday' || ((dimension.function === null || isNamed(dimension.function)) && isName);
}

function isNamed(by: NonNullable<Chart['y']>['function']): boolean {
  return by === 'Lower' || by === 'Level' || by === 'IsMissing';
}

function drawnIndexes(drawn: readonly boolean[]): (number | null)[] {
  let before = 0;
  return drawn.map((isDrawn) => {
    if (!isDrawn) return null;
    before += 1;
    return before - 1;
  });
}

/** The categories between two spots, both included: those side by side, or all cells of a map within the box. */
export function positionsBetween({ kind, count, corners, step }: ChartLayout, one: Spot, other: Spot): number[] {
  if (kind === 'map') {
    const [west, east] = ordered(one.x, other.x).map((degrees) => Math.floor(degrees / step + 1e-9));
    const [south, north] = ordered(one.y, other.y).map((degrees) => Math.floor(degrees / step + 1e-9));
    return corners.flatMap((corner, at) => {
      if (corner === null || west === undefined || east === undefined || south === undefined || north === undefined)
        return [];
      return corner[0] >= west && corner[0] <= east && corner[1] >= south && corner[1] <= north ? [at] : [];
    });
  }
  const [from = 0, to = 0] = ordered(one.x, other.x).map((x) => Math.min(count - 1, Math.max(0, Math.round(x))));
  return Array.from({ length: count === 0 ? 0 : to - from + 1 }, (_, at) => from + at);
}

function ordered(one: number, other: number): [number, number] {
  return one < other ? [one, other] : [other, one];
}

/** The spot in the middle of a category. */
export function spotOf({ kind, corners, step }: ChartLayout, at: number): Spot {
  const corner = corners[at];
  if (kind !== 'map' || corner == null) return { x: at, y: 0 };
  return { x: (corner[0] + 0.5) * step, y: (corner[1] + 0.5) * step };
}

/** Where the keyboard is in a drawing: a category, and one of its lines or all of them. */
export interface Place {
  readonly at: number;
  readonly line: number | null;
}

/** Where an arrow key leads; null for a key that leads nowhere. @param place null before the first step */
export function placeAfter(layout: ChartLayout, place: Place | null, key: string): Place | null {
  const { kind, count, lines, downwards } = layout;
  if (count === 0) return null;
  const line = place?.line ?? (kind === 'grid' ? 0 : null);
  const isArrow = key === 'ArrowRight' || key === 'ArrowLeft' || key === 'ArrowUp' || key === 'ArrowDown';
  if (key === 'Home') return { at: 0, line };
  if (key === 'End') return { at: count - 1, line };
  if (!isArrow) return null;
  if (kind === 'map') return { at: place === null ? 0 : nextCell(layout, place.at, key), line: null };
  const at = place?.at ?? (key === 'ArrowLeft' ? count : -1);
  if (key === 'ArrowRight') return { at: Math.min(count - 1, at + 1), line };
  if (key === 'ArrowLeft') return { at: Math.max(0, at - 1), line };
  if (lines === 0) return null;
  const here = Math.max(0, place?.at ?? 0);
  const next = (line ?? -1) + ((key === 'ArrowUp') !== downwards ? 1 : -1);
  // Below the first series stands the category as a whole.
  if (next < 0) return { at: here, line: kind === 'grid' ? 0 : null };
  return { at: here, line: Math.min(lines - 1, next) };
}

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The nearest cell in the direction of an arrow key: one straight ahead before one aside. */
function nextCell({ corners }: ChartLayout, at: number, key: string): number {
  const here = corners[at];
  if (here == null) return at;
  const [dx, dy] = directions[key] ?? [0, 0];
  let best = at;
  let least = Number.POSITIVE_INFINITY;
  corners.forEach((corner, other) => {
    if (corner === null) return;
    const [x, y] = [corner[0] - here[0], corner[1] - here[1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
  });
  return best;
}
