import type { BoxplotSeriesOption, LineSeriesOption, SeriesOption } from 'echarts';
import type { Chart } from '#shared/chart.ts';
import { type Category, cellOf } from '../../../lib/groups/category.ts';
import type { Panel, Series } from './chart-data.ts';
import { belowZero, type ChartColors, type ChartTexts, fontSize } from './chart-parts.ts';
import { isLyingDown } from './layout.ts';
import { largestOf, totalsOf } from './value-axis.ts';

/** Up to this number of bars each is a shape of its own, and from the other on they have no room between them. */
const [maxSingleBars, minDenseBars] = [30, 150];
/** Of bars of others, which must not stand out. */
const restOpacity = 0.5;
/** Pixels for the name of a line beside the plot. */
export const maxEndLabelPx = 150;

/** Whether lines have their names at their ends. */
export function hasEndLabels({ mark, stack }: Chart): boolean {
  return mark === 'line' && stack === 'none';
}

/** The colour of the series at a position; grey for what stands behind those that are highlighted. */
function seriesColor(chart: Chart, series: Series, position: number, colors: ChartColors): string {
  if (series.category !== null && series.category.kind !== 'value') return colors.rest;
  const { highlight = [], color } = chart;
  const place = color === null ? 0 : highlight.indexOf(String(cellOf(series.category ?? undefined)));
  if (highlight.length > 0 && place < 0) return colors.rest;
  const at = highlight.length > 0 ? place : position;
  return colors.series[at % colors.series.length] ?? colors.accent;
}

/** Bars, a line, an area or boxes of one series. */
export function seriesOption(
  chart: Chart,
  panel: Panel,
  series: Series,
  at: number,
  texts: ChartTexts,
  colors: ChartColors,
): SeriesOption {
  const name = series.category === null ? texts.measure : texts.category(series.category, 'color');
  const color = seriesColor(chart, series, at, colors);
  const isGrey = isBehind(chart, series.category);
  if (chart.mark === 'box') return boxes(series, name, color, colors);
  const totals = chart.stack === 'share' ? totalsOf(panel) : null;
  const data = series.values.map((value, position) => {
    // The logarithm of zero or less has no position on the axis.
    if (value === null || (chart.scale === 'log' && value <= 0)) return null;
    if (totals === null) return value;
    const total = totals[position] ?? 0;
    return total === 0 ? null : value / total;
  });
  const stack = chart.stack === 'none' || chart.scale === 'log' ? {} : { stack: 'all' };
  if (chart.mark === 'bar') {
    const isLying = isLyingDown(chart, panel);
    const isLabelled = isLying && hasBarLabels(chart, panel);
    const isRest = (position: number) => panel.categories[position]?.kind !== 'value';
    const isBarGrey = (position: number) => chart.color === null && isBehind(chart, panel.categories[position] ?? null);
    const isUniform =
      !isLying &&
      (chart.highlight ?? []).length === 0 &&
      panel.series.length === 1 &&
      chart.compare?.as !== 'difference' &&
      panel.categories.every(({ kind }) => kind === 'value');
    return {
      type: 'bar',
      name,
      color,
      ...stack,
      data: data.map((value, position) => {
        if (panel.series.length > 1 && chart.second === undefined) return value;
        if (isRest(position) || isBarGrey(position))
          return { value, itemStyle: { color: colors.rest, opacity: restOpacity } };
        const isLess = chart.compare?.as === 'difference' && value !== null && value < 0;
        const isLeft = isLabelled && value !== null && value < 0;
        if (!isLess && !isLeft) return value;
        return {
          value,
          ...(isLess && { itemStyle: { color: belowZero(colors) } }),
          ...(isLeft && { label: { position: 'left' } }),
        };
      }),
      barCategoryGap: chart.x.function === 'Bin' ? '4%' : data.length < minDenseBars ? '24%' : '0%',
      // Bars that all look the same are drawn as one, or they could not follow a pointer.
      ...(isUniform && { large: true, largeThreshold: maxSingleBars, progressive: 0 }),
      ...(isLabelled && barLabels(texts, colors, largestOf(chart, panel, null))),
      emphasis: { disabled: true },
    };
  }
  return lineSeries(
    chart,
    { name, color, data, isGrey, ...stack },
    panel.series.filter(({ category }) => category !== null).length,
    texts,
    colors,
  );
}

/** Whether a series or a bar stands behind those that are highlighted. */
export function isBehind({ highlight = [] }: Chart, category: Category | null): boolean {
  return highlight.length > 0 && category !== null && !highlight.includes(String(cellOf(category)));
}

/** Whether lying bars have their values beside them. */
export function hasBarLabels({ scale, style }: Chart, { series }: Panel): boolean {
  return series.length === 1 && scale === 'linear' && style?.min === undefined && style?.max === undefined;
}

/** Significant digits of the value beside a bar. */
const barDigits = 4;

/** The value beside a bar. @param most the largest of them */
export function barFigure(value: number, texts: ChartTexts, most: number): string {
  return texts.axisFigure(value, barDigits, Math.max(most, Math.abs(value)));
}

/** Values beside lying bars. */
function barLabels(texts: ChartTexts, colors: ChartColors, most: number) {
  return {
    label: {
      show: true,
      position: 'right' as const,
      color: colors.quiet,
      // That of a pale bar is none.
      opacity: 1,
      textBorderColor: colors.surface,
      textBorderWidth: 3,
      fontSize,
      formatter: ({ value }: { readonly value: unknown }) =>
        typeof value === 'number' ? barFigure(value, texts, most) : '',
    },
  };
}

/** Above this number of points of a line none is marked. */
const maxMarked = 12;
/** Where fewer of the known values have another one beside them, these are a series of longer steps, and joined. */
const minAdjacent = 0.2;
/** Of lines behind those that are highlighted. */
const greyOpacity = 0.35;
/** Of the names at the ends of lines, in pixels. */
const endLineHeight = 14;

interface LineValues {
  readonly name: string;
  readonly color: string;
  readonly isGrey: boolean;
  readonly stack?: string;
  readonly data: readonly (number | null)[];
}

function lineSeries(
  chart: Chart,
  line: LineValues,
  count: number,
  texts: ChartTexts,
  colors: ChartColors,
): LineSeriesOption {
  const { data, isGrey, ...rest } = line;
  const isArea = chart.mark === 'area';
  const known = data.reduce<number>((sum, value) => sum + Number(value !== null), 0);
  const adjacent = data.filter((value, at) => value !== null && data[at + 1] != null).length;
  const isJoined = adjacent < minAdjacent * (known - 1);
  const isSingle = known === 1 && count < 2;
  const isMarked = data.length <= maxMarked && !(isArea && count > 1) && !isGrey;
  // A value between two gaps has no line.
  const isAlone = (at: number) => !isJoined && data[at - 1] == null && data[at + 1] == null;
  return {
    type: 'line',
    ...rest,
    data: data.map((value, at) => (value !== null && !isMarked && isAlone(at) ? { value, symbol: 'circle' } : value)),
    symbol: isMarked ? 'circle' : 'none',
    showSymbol: true,
    showAllSymbol: true,
    symbolSize: isSingle ? 9 : isMarked ? 5 : 3,
    ...(isSingle && barLabels(texts, colors, 0)),
    connectNulls: isJoined,
    z: isGrey ? 1 : 3,
    lineStyle: isGrey ? { width: 1, opacity: greyOpacity } : { width: 1.75 },
    ...(isGrey && { itemStyle: { opacity: greyOpacity } }),
    ...(isArea && { areaStyle: { opacity: line.stack === undefined ? 0.25 : 0.7 } }),
    ...(count > 1 &&
      !isGrey &&
      hasEndLabels(chart) && {
        endLabel: {
          show: true,
          formatter: '{a}',
          color: line.color === colors.rest ? colors.quiet : line.color,
          fontSize,
          lineHeight: endLineHeight,
          distance: 6,
          width: maxEndLabelPx,
          overflow: 'truncate',
        },
        labelLayout: { moveOverlap: 'shiftY' },
      }),
    emphasis: { disabled: true },
  };
}

function boxes(series: Series, name: string, color: string, colors: ChartColors): BoxplotSeriesOption {
  return {
    type: 'boxplot',
    name,
    itemStyle: { color: colors.surface, borderColor: color, borderWidth: 1.5 },
    data: series.boxes.map((box) => (box === null ? { value: [] } : [...box])),
  };
}
