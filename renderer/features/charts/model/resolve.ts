import type { Chart, Dimension } from '#shared/chart.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { labelled } from '../../../lib/groups/category.ts';
import { resolveDimension, type ValueExtent } from '../../../lib/groups/resolve-dimensions.ts';
import { isWithoutBase, withBase } from '../../../lib/groups/show-as.ts';

/** The dimensions of a chart. */
export function dimensionsOf({ x, y, color, facet }: Chart): Dimension[] {
  return [x, y, color, facet].filter((dimension) => dimension !== null);
}

/** A chart whose dimensions all have their grouping resolved. */
export function resolveChart(
  chart: Chart,
  extents: ReadonlyMap<string, ValueExtent>,
  columns: readonly DataColumn[] = [],
): Chart {
  const resolved = (dimension: Dimension) => labelled(resolveDimension(dimension, extents), columns);
  const { x, y, color, facet } = chart;
  // Earlier releases kept charts of places as scatter plots without a second axis.
  const isMap = x.function === 'Cell' && y === null && (chart.mark === 'scatter' || chart.mark === 'heatmap');
  return {
    ...chart,
    mark: isMap ? 'map' : chart.mark,
    x: resolved(x),
    ...(chart.show !== undefined && { show: withBase(chart.show, resolved(x), extents, chart.from) }),
    y: y === null ? null : resolved(y),
    color: color === null ? null : resolved(color),
    facet: facet === null ? null : resolved(facet),
  };
}

/** Dimensions whose extents a chart needs: that of an index without a base is its beginning. */
export function extentDimensions(chart: Chart): Dimension[] {
  return [...dimensionsOf(chart), ...(isWithoutBase(chart.show) ? [{ ...chart.x, function: 'auto' as const }] : [])];
}
