import type { Chart, Dimension } from '#shared/chart.ts';
import type { Filter } from '#shared/row-query.ts';
import type { Category } from '../../../lib/groups/category.ts';
import { rowsBehind } from '../../../lib/groups/rows-behind.ts';
import type { Panel } from './chart-data.ts';
import { ownFilters } from './chart-query.ts';
import { isOfVersions } from './compare.ts';

/** The rows behind a value of a chart: the conditions that select them, and the version that they are of. */
export interface PanelRows {
  readonly filters: readonly Filter[];
  /** Null for the version that the chart shows. */
  readonly version: string | null;
}

/** Conditions that select the rows of categories along the first dimension; null where there are none in the API. */
export function selectedRows(chart: Chart, panel: Panel, positions: readonly number[]): Filter[] | null {
  return rowsBehind(
    chart.x,
    positions.flatMap((at) => panel.categories[at] ?? []),
  );
}

/**
 * The rows behind a bar, a point or a cell: of its categories, its series or line, and its small chart.
 * @param chart resolved, as it is drawn
 * @param line row of a heat map or scatter plot, or series; null for all of them
 * @returns null where no condition of the API selects them
 */
export function panelRows(
  chart: Chart,
  panel: Panel,
  positions: readonly number[],
  line: number | null,
): PanelRows | null {
  const parts: readonly (readonly [Dimension | null, Category | null | undefined])[] = [
    [chart.y, line === null ? null : panel.second[line]],
    [chart.color, line === null || chart.y !== null ? null : panel.series[line]?.category],
    [chart.facet, panel.facet],
  ];
  const selected = selectedRows(chart, panel, positions);
  if (selected === null || selected.length === 0) return null;
  const filters: Filter[] = [...ownFilters(chart), ...selected];
  let version: string | null = null;
  for (const [dimension, category] of parts) {
    if (dimension === null || category == null) continue;
    if (isOfVersions(dimension)) {
      version = category.kind === 'value' ? String(category.value) : null;
      continue;
    }
    const own = rowsBehind(dimension, [category]);
    if (own === null) return null;
    filters.push(...own);
  }
  return { filters, version };
}
