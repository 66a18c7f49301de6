import { useMediaQuery, useViewportSize } from '@mantine/hooks';
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import styles from '../charts.module.css';
import { withRoomForLabels } from '../model/axis-labels.ts';
import { drawnRange, isLegible, isWithin, markStep, type Range } from '../model/value-range.ts';
import { echarts } from './echarts.ts';

/** A chart that is drawn into an element. */
export interface Drawing {
  readonly chart: EChartsType;
  /**
   * Draws an option.
   * @param frame the same object as long as only the values differ: then only these are redrawn
   * @param isFollowing the values follow a selection that is being made: the plot stays where it is, whatever its labels
   * become
   */
  readonly draw: (option: EChartsOption, frame: object, isFollowing: boolean) => void;
  readonly dispose: () => void;
}

/** What shows the values of a chart while they follow a pointer. */
interface Moving {
  /** Draws them, above the axes; null where the chart itself does. */
  readonly values: ValuesLayer | null;
}

interface ValuesLayer {
  readonly draw: (option: EChartsOption) => void;
  readonly dispose: () => void;
}

/**
 * Makes a chart in an element. While values follow a pointer, they are drawn into a layer of their own above the axes,
 * which take several times as long to draw as the values.
 * @param devicePixelRatio pixels of the screen for each of the page; the drawing is blurred with another one
 */
export function drawingIn(surface: HTMLElement, devicePixelRatio: number): Drawing {
  const chart = echarts.init(surface, null, { renderer: 'canvas', devicePixelRatio });
  let drawn: { readonly frame: object; readonly width: number; readonly height: number } | null = null;
  let moving: Moving | null = null;
  const settle = () => {
    moving?.values?.dispose();
    moving = null;
  };
  const draw = (option: EChartsOption, frame: object, isFollowing: boolean) => {
    const [width, height] = [chart.getWidth(), chart.getHeight()];
    if (drawn?.frame !== frame || drawn.width !== width || drawn.height !== height) {
      settle();
      drawn = { frame, width, height };
      chart.setOption(withRoomForLabels(option, width, height), { notMerge: true, lazyUpdate: false });
      return;
    }
    const { grid, visualMap, tooltip, yAxis } = option;
    if (isFollowing && moving === null && grid !== undefined) {
      const still = stillGrid(chart);
      chart.setOption({ grid: still }, { lazyUpdate: false });
      // The colours of a heat map change with its values, and their scale is drawn with them.
      const isLayered = visualMap === undefined && !Array.isArray(yAxis) && yAxis?.type !== 'category';
      moving = { values: isLayered ? valuesLayer(chart, surface, still, option) : null };
    }
    if (isFollowing && moving?.values != null) {
      moving.values.draw(option);
      return;
    }
    const isReleased = moving !== null && !isFollowing;
    if (isReleased) settle();
    const values = {
      series: seriesData(option),
      ...(visualMap !== undefined && { visualMap }),
      ...(isReleased && {
        grid,
        ...(!Array.isArray(yAxis) && { yAxis: { min: null, max: null, interval: null, ...yAxis } }),
      }),
      // It reads the values that are drawn.
      ...(!isFollowing && { tooltip }),
    };
    chart.setOption(values as EChartsOption, { notMerge: false, lazyUpdate: false });
  };
  const dispose = () => {
    settle();
    chart.dispose();
  };
  return { chart, draw, dispose };
}

function seriesData({ series }: EChartsOption) {
  return [series ?? []].flat().map(({ data }) => ({ data }));
}

/** After so many milliseconds without a move, an axis is fitted to values that are too small for it. */
const restMs = 200;

/**
 * The values of a chart above its axes. While they move, the axis of values stays as it is, so that they can be compared
 * with those before; but they are always all on it.
 * @param axes the chart below: it keeps its place, and its own values leave it
 */
function valuesLayer(axes: EChartsType, surface: HTMLElement, grid: StillGrid, option: EChartsOption): ValuesLayer {
  const element = document.createElement('div');
  element.className = `${styles.values}`;
  element.dataset.values = '';
  surface.append(element);
  const values = echarts.init(element, null, { renderer: 'canvas', devicePixelRatio: axes.getDevicePixelRatio() });
  const axis = [option.yAxis ?? []].flat()[0];
  // Small charts share limits of their own.
  const isFitted = axis?.type !== 'category' && axis?.min === undefined;
  const first = isFitted ? valueRange(axes, grid) : null;
  let range = first;
  let rest: ReturnType<typeof setTimeout> | undefined;
  /** @param next null to fit the axis to the values */
  const setRange = (next: Range | null) => {
    values.setOption(limitsOf(next), { lazyUpdate: false });
    range = next ?? valueRange(values, grid);
    const step = range === null || range === first || axis?.type === 'log' ? null : (markStep(range) ?? null);
    axes.setOption(limitsOf(range, step), { lazyUpdate: false });
  };
  values.setOption(valuesOption(option, grid));
  axes.setOption({ series: seriesData(option).map(() => ({ data: [] })) }, { lazyUpdate: false });
  if (first !== null) setRange(first);
  const draw = (next: EChartsOption) => {
    values.setOption({ series: seriesData(next) } as EChartsOption, { lazyUpdate: false });
    clearTimeout(rest);
    const drawn = drawnRange(next);
    if (range === null || first === null || drawn === null) return;
    if (!isWithin(drawn, range)) setRange(isWithin(drawn, first) ? first : null);
    else if (axis?.type !== 'log' && !isLegible(drawn, range)) rest = setTimeout(() => setRange(null), restMs);
  };
  const dispose = () => {
    clearTimeout(rest);
    values.dispose();
    element.remove();
  };
  return { draw, dispose };
}

/** What an option draws, without its axes. */
export function valuesOption({ series, xAxis, yAxis }: EChartsOption, grid: StillGrid): EChartsOption {
  const hidden = (axis: typeof xAxis | typeof yAxis) => ({ ...[axis ?? []].flat()[0], show: false });
  return { animation: false, grid, xAxis: hidden(xAxis), yAxis: hidden(yAxis), series } as EChartsOption;
}

/**
 * The option that gives the axis of values a range.
 * @param range null to fit it to the values
 * @param step distance of its marks; null to leave it to the library
 */
function limitsOf(range: Range | null, step: number | null = null): EChartsOption {
  return { yAxis: { min: range?.[0] ?? null, max: range?.[1] ?? null, interval: step } } as EChartsOption;
}

/** Pixels of the screen for each of the page, which change with the zoom, and on another screen. */
export function usePixelRatio(): number {
  // Both draw again when it changes.
  useViewportSize();
  useMediaQuery(`(resolution: ${window.devicePixelRatio}dppx)`);
  return window.devicePixelRatio;
}

/** What is read of a drawing. */
type DrawnPlot = Pick<EChartsType, 'containPixel' | 'getWidth' | 'getHeight'>;

/** From where to where the plot reaches down at a place, in pixels: labels and a legend take as much room as they need. */
export function plotHeight(chart: DrawnPlot, x: number): readonly [top: number, bottom: number] {
  const isWithin = (y: number) => chart.containPixel('grid', [x, y]);
  const middle = chart.getHeight() / 2;
  return [edge(isWithin, middle, 0), edge(isWithin, middle, chart.getHeight())];
}

/** Where a plot stays, in pixels from the edges of its drawing. */
interface StillGrid {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly outerBoundsMode: 'none';
}

/** The option of a grid that keeps its plot where it is now, whatever its labels become. */
export function stillGrid(chart: DrawnPlot): StillGrid {
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
