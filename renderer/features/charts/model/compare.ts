import type { Row } from '#shared/cell.ts';
import type { Chart, ChartComparison, Dimension } from '#shared/chart.ts';
import { keyOf, keysOf } from '../../../lib/groups/group-query.ts';
import { dimensionsOf } from './resolve.ts';

/** The dimension of versions. No column has an empty name. */
const versionDimension: Dimension = { column: '', function: null, step: 0 };

/** Whether a dimension is that of the versions rather than a column. */
export function isOfVersions({ column }: Dimension): boolean {
  return column === versionDimension.column;
}

/** How a chart distinguishes two versions: by colour, or else as small multiples. */
function placeOfVersions({ color, facet, y }: Chart): 'color' | 'facet' | null {
  if (color === null && y === null) return 'color';
  return facet === null ? 'facet' : null;
}

/** How a chart can be compared. A difference of percentiles has no meaning; two versions need a free dimension. */
export function possibleComparisons(chart: Chart): ChartComparison['as'][] {
  return [
    ...(placeOfVersions(chart) === null ? [] : (['both'] as const)),
    ...(chart.mark === 'box' ? [] : (['difference'] as const)),
  ];
}

/** The comparison of a chart, if it is possible; null if it shows a single version. */
export function comparisonOf(chart: Chart, version: string): ChartComparison | null {
  const { compare } = chart;
  if (compare === undefined || compare.version === version) return null;
  const possible = possibleComparisons(chart);
  return { ...compare, as: possible.includes(compare.as) ? compare.as : (possible[0] ?? 'both') };
}

/**
 * A resolved chart as drawn: with the versions as a dimension, or of differences, which have neither logarithm nor
 * total.
 */
export function comparedChart(chart: Chart, as: ChartComparison['as']): Chart {
  const place = placeOfVersions(chart);
  if (as === 'both' && place !== null) return { ...chart, stack: 'none', [place]: versionDimension };
  return { ...chart, scale: 'linear', stack: 'none' };
}

/** The groups of one version, and its name. */
export interface VersionGroups {
  readonly version: string;
  readonly groups: readonly Row[];
}

/**
 * Combines the groups of two versions in one chart.
 * @param chart resolved
 * @returns groups in the form that {@link comparedChart} draws
 */
export function comparedGroups(
  chart: Chart,
  as: ChartComparison['as'],
  shown: VersionGroups,
  other: VersionGroups,
): readonly Row[] {
  if (as === 'difference') return differences(chart, shown.groups, other.groups);
  const keys = keysOf(dimensionsOf(comparedChart(chart, as)));
  const position = keys.findIndex(({ text }) => text === keyOf(versionDimension).text);
  return [other, shown].flatMap(({ version, groups }) =>
    groups.map((group) => [...group.slice(0, position), version, ...group.slice(position)]),
  );
}

/** A version without a group has no rows in it: count and sum are zero, an average does not exist. */
function differences(chart: Chart, shown: readonly Row[], other: readonly Row[]): Row[] {
  const width = keysOf(dimensionsOf(chart)).length;
  const isAmount = ['Count', 'CountDistinct', 'Share', 'Sum'].includes(chart.measure.function);
  const idOf = (group: Row) => JSON.stringify(group.slice(0, width).map((cell) => `${typeof cell} ${String(cell)}`));
  const before = new Map(other.map((group) => [idOf(group), group]));
  const after = new Map(shown.map((group) => [idOf(group), group]));
  const amountOf = (group: Row | undefined): number | null => {
    const value = group === undefined ? null : (group.at(-1) ?? null);
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
    return isAmount ? 0 : null;
  };
  return [...new Map([...before, ...after]).entries()].map(([id, group]) => {
    const [young, old] = [amountOf(after.get(id)), amountOf(before.get(id))];
    return [...group.slice(0, width), young === null || old === null ? null : young - old];
  });
}
