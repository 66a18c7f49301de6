import type { Chart, Dimension } from '#shared/chart.ts';
import { resolveDimension, type ValueExtent } from '../../../lib/groups/resolve-dimensions.ts';

/** The dimensions of a chart. */
export function dimensionsOf({ x, y, color, facet }: Chart): Dimension[] {
  return [x, y, color, facet].filter((dimension) => dimension !== null);
}

/** A chart whose dimensions all have their grouping resolved. */
export function resolveChart(chart: Chart, extents: ReadonlyMap<string, ValueExtent>): Chart {
  const resolved = (dimension: Dimension) => resolveDimension(dimension, extents);
  const { x, y, color, facet } = chart;
  // Earlier releases kept charts of places as scatter plots without a second axis.
  const isMap = x.function === 'Cell' && y === null && (chart.mark === 'scatter' || chart.mark === 'heatmap');
  return {
    ...chart,
    mark: isMap ? 'map' : chart.mark,
    x: resolved(x),
    ...(chart.show?.kind === 'index' &&
      chart.show.base === '' && { show: { kind: 'index' as const, base: firstOf(chart, resolved(x), extents) } }),
    y: y === null ? null : resolved(y),
    color: color === null ? null : resolved(color),
    facet: facet === null ? null : resolved(facet),
  };
}

/** Dimensions whose extents a chart needs: that of an index without a base is its beginning. */
export function extentDimensions(chart: Chart): Dimension[] {
  const isOpen = chart.show?.kind === 'index' && chart.show.base === '';
  return [...dimensionsOf(chart), ...(isOpen ? [{ ...chart.x, function: 'auto' as const }] : [])];
}

/** The first value of the first dimension, as an answer has it. */
function firstOf({ from }: Chart, x: Dimension, extents: ReadonlyMap<string, ValueExtent>): string {
  const least = from ?? '';
  const min = least === '' ? String(extents.get(x.column)?.min ?? '') : least;
  if (x.function === 'Quarter') return `${min.slice(0, 4)}-Q${Math.ceil(Number(min.slice(5, 7)) / 3)}`;
  return x.function === null ? min : min.slice(0, periodLengths[x.function] ?? min.length);
}

const periodLengths: Readonly<Partial<Record<NonNullable<Dimension['function']>, number>>> = {
  Year: 4,
  Month: 7,
  Day: 10,
  Hour: 13,
};
