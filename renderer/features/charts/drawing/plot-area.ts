import type { EChartsType } from 'echarts/core';
import type { Range } from '../model/value-range.ts';

/** What is read of a drawing. */
type Drawing = Pick<EChartsType, 'containPixel' | 'getWidth' | 'getHeight'>;

/** From where to where the plot reaches down at a place, in pixels: labels and a legend take as much room as they need. */
export function plotHeight(chart: Drawing, x: number): readonly [top: number, bottom: number] {
  const isWithin = (y: number) => chart.containPixel('grid', [x, y]);
  const middle = chart.getHeight() / 2;
  return [edge(isWithin, middle, 0), edge(isWithin, middle, chart.getHeight())];
}

/** Where a plot stays, in pixels from the edges of its drawing. */
export interface StillGrid {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly outerBoundsMode: 'none';
}

/** The option of a grid that keeps its plot where it is now, whatever its labels become. */
export function stillGrid(chart: Drawing): StillGrid {
  const [width, height, middle] = [chart.getWidth(), chart.getHeight(), chart.getWidth() / 2];
  const isWithin = (x: number) => chart.containPixel('grid', [x, height / 2]);
  const [top, bottom] = plotHeight(chart, middle);
  return {
    left: edge(isWithin, middle, 0),
    right: width - edge(isWithin, middle, width),
    top,
    bottom: height - bottom,
    outerBoundsMode: 'none',
  };
}

/** From where to where the axis of values of a plot reaches; null if it has none. */
export function valueRange(
  chart: Pick<EChartsType, 'convertFromPixel' | 'getHeight'>,
  { top, bottom }: StillGrid,
): Range | null {
  const at = (y: number) => Number(Number(chart.convertFromPixel({ yAxisIndex: 0 }, y)).toPrecision(exactDigits));
  const [low, high] = [at(chart.getHeight() - bottom), at(top)];
  return Number.isNaN(low) || Number.isNaN(high) ? null : [low, high];
}

/** Significant digits that survive the way from a value to a pixel and back. */
const exactDigits = 12;

/** The last place between one within and one without that is within, to a fraction of a pixel. */
function edge(isWithin: (place: number) => boolean, within: number, without: number): number {
  let [inner, outer] = [within, without];
  if (isWithin(outer)) return outer;
  while (Math.abs(outer - inner) > 0.1) {
    const between = (inner + outer) / 2;
    if (isWithin(between)) inner = between;
    else outer = between;
  }
  return inner;
}
