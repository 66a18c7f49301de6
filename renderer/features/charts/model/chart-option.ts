import type { BoxplotSeriesOption, EChartsOption, HeatmapSeriesOption, SeriesOption } from 'echarts';
import type { Chart, Dimension } from '#shared/chart.ts';
import { formatPercentage, formatPlainFigure, formatShortNumber } from '../../../lib/format/format.ts';
import type { Category } from '../../../lib/groups/category.ts';
import { labelledCategories } from './axis-labels.ts';
import type { Panel, Series } from './chart-data.ts';
import {
  axisDigits,
  belowZero,
  boundOf,
  type ChartColors,
  type ChartTexts,
  fontSize,
  higher,
  type Limits,
  lower,
  valueScale,
} from './chart-parts.ts';
import { isReadDownwards } from './layout.ts';
import { mapOption } from './map-option.ts';

const maxSymbol = 22;

const maxNameWidth = 260;

/** Up to this number of bars each is a shape of its own. */
const maxSingleBars = 30;

/** The plot's margins in pixels; labels and the names of the axes find their room within them. */
const grid = {
  left: 8,
  right: 16,
  top: 8,
  bottom: 6,
  outerBoundsMode: 'same' as const,
  outerBoundsContain: 'all' as const,
};
/** Room for a legend above the plot. */
const legendPx = 28;

/**
 * The library's options for one panel.
 * @param limits smallest and largest value of the axis, so that small multiples can be compared
 */
export function chartOption(
  chart: Chart,
  panel: Panel,
  texts: ChartTexts,
  colors: ChartColors,
  limits: Limits | null,
): EChartsOption {
  const common: EChartsOption = {
    animation: false,
    textStyle: { fontFamily: colors.font, fontSize, color: colors.text },
    grid,
    tooltip: {
      // As text on the canvas: the page's policy forbids inline styles.
      renderMode: 'richText',
      confine: true,
      backgroundColor: colors.surface,
      borderColor: colors.line,
      textStyle: { color: colors.text, fontSize },
      trigger: chart.mark === 'line' || chart.mark === 'area' ? 'axis' : 'item',
      valueFormatter: (value) => (typeof value === 'number' ? formatPlainFigure(value, texts.locale) : '–'),
    },
  };
  if (chart.mark === 'map') return { ...common, ...mapOption(chart, panel, texts, colors, limits) };
  if (chart.y !== null) return { ...common, ...twoDimensions(chart, panel, texts, colors, limits) };
  const isShare = chart.stack === 'share' || chart.measure.function === 'Share';
  return {
    ...common,
    ...(isShare && {
      tooltip: {
        ...common.tooltip,
        valueFormatter: (value) => (typeof value === 'number' ? formatPercentage(value, texts.locale) : '–'),
      },
    }),
    ...(panel.series.length > 1 && {
      legend: { type: 'scroll', top: 0, textStyle: { color: colors.quiet, fontSize }, icon: 'roundRect' },
      grid: { ...grid, top: grid.top + legendPx },
    }),
    xAxis: {
      ...categoryAxis(chart.x, panel.categories, (category) => texts.tick(category, 'x'), colors, chart.mark),
      ...axisName(axisTitle(chart.x, texts.x, texts.locale), 'x', colors),
    },
    yAxis: {
      type: chart.scale === 'log' ? 'log' : 'value',
      // Counts and sums start at zero, or small differences would look large.
      scale: chart.mark === 'box' || (chart.mark === 'line' && !isAmount(chart)),
      ...(limits !== null && { min: limits.min, max: limits.max }),
      ...axisName(texts.measure, 'y', colors),
      axisLabel: {
        color: colors.quiet,
        fontSize,
        formatter: (value: number) =>
          isShare ? formatPercentage(value, texts.locale) : formatShortNumber(value, texts.locale, axisDigits),
        // The ends that several small charts share are no round numbers.
        ...(limits !== null && { showMaxLabel: false, ...(limits.min < 0 && { showMinLabel: false }) }),
      },
      splitLine: { lineStyle: { color: colors.line } },
    },
    series: panel.series.map((series, at) => seriesOption(chart, panel, series, at, texts, colors)),
  };
}

/** A dimension as the title of an axis: the words before its column begin with a capital letter. */
function axisTitle({ function: by }: Dimension, name: string, locale: string): string {
  if (by === null || !isPeriod.has(by)) return name;
  return `${name.slice(0, 1).toLocaleUpperCase(locale)}${name.slice(1)}`;
}

const isPeriod: ReadonlySet<string> = new Set(['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour', 'Weekday']);

/** What an axis is of: below it, or above its top, where it needs no turning of the head. */
function axisName(name: string, axis: 'x' | 'y', colors: ChartColors) {
  const style = { color: colors.quiet, fontSize, width: maxNameWidth, overflow: 'truncate' as const };
  return axis === 'x'
    ? { name, nameLocation: 'middle' as const, nameGap: 24, nameTextStyle: style }
    : { name, nameLocation: 'end' as const, nameGap: 10, nameTextStyle: { ...style, align: 'left' as const } };
}

function isAmount({ measure }: Chart): boolean {
  return measure.function === 'Count' || measure.function === 'Sum' || measure.function === 'Share';
}

function categoryAxis(
  dimension: Dimension,
  categories: readonly Category[],
  textOf: (category: Category) => string,
  colors: ChartColors,
  mark: Chart['mark'],
) {
  return {
    type: 'category' as const,
    data: categories.map(textOf),
    boundaryGap: mark !== 'line' && mark !== 'area',
    axisLabel: {
      color: colors.quiet,
      fontSize,
      hideOverlap: true,
      ...labelledCategories(dimension, categories),
      width: 110,
      overflow: 'truncate' as const,
    },
    // At the bottom even if bars are negative: labels between bars are illegible.
    axisLine: { onZero: false, lineStyle: { color: colors.line } },
    axisTick: { show: false },
  };
}

/** The colour of the series at a position. */
export function seriesColor(series: Series, at: number, colors: ChartColors): string {
  if (series.category !== null && series.category.kind !== 'value') return colors.rest;
  return colors.series[at % colors.series.length] ?? colors.accent;
}

function seriesOption(
  chart: Chart,
  panel: Panel,
  series: Series,
  at: number,
  texts: ChartTexts,
  colors: ChartColors,
): SeriesOption {
  const name = series.category === null ? texts.measure : texts.category(series.category, 'color');
  const color = seriesColor(series, at, colors);
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
    const isRest = (position: number) => panel.categories[position]?.kind !== 'value';
    const isUniform =
      panel.series.length === 1 &&
      chart.compare?.as !== 'difference' &&
      panel.categories.every(({ kind }) => kind === 'value');
    return {
      type: 'bar',
      name,
      color,
      ...stack,
      data: data.map((value, position) => {
        if (panel.series.length > 1) return value;
        if (isRest(position)) return { value, itemStyle: { color: colors.rest } };
        const isLess = chart.compare?.as === 'difference' && value !== null && value < 0;
        return isLess ? { value, itemStyle: { color: belowZero(colors) } } : value;
      }),
      barCategoryGap: chart.x.function === 'Bin' ? '4%' : '24%',
      // Bars that all look the same are drawn as one, or they could not follow a pointer.
      ...(isUniform && { large: true, largeThreshold: maxSingleBars, progressive: 0 }),
      emphasis: { disabled: true },
    };
  }
  return {
    type: 'line',
    name,
    color,
    ...stack,
    data: [...data],
    // Stacked areas are distinguished by their colours, which dots on all edges would hide.
    showSymbol: data.length <= 40 && !(chart.mark === 'area' && panel.series.length > 1),
    symbolSize: 5,
    connectNulls: false,
    lineStyle: { width: 1.75 },
    ...(chart.mark === 'area' && { areaStyle: { opacity: 'stack' in stack ? 0.7 : 0.25 } }),
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

function totalsOf({ series, categories }: Panel): number[] {
  return categories.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0));
}

/** Heat maps, and scatter plots whose dots stand for the groups of bins. */
function twoDimensions(
  chart: Chart,
  panel: Panel,
  texts: ChartTexts,
  colors: ChartColors,
  limits: Limits | null,
): EChartsOption {
  const width = panel.categories.length;
  const values = panel.series[0]?.values ?? [];
  const cells = values.flatMap((value, at): [number, number, number][] =>
    value === null || (chart.scale === 'log' && value <= 0) ? [] : [[at % width, Math.floor(at / width), value]],
  );
  const numbers = limits === null ? cells.map(([, , value]) => value) : [limits.min, limits.max];
  const [min, max] = [numbers.reduce(lower, 0), numbers.reduce(higher, 0)];
  const most = Math.max(-min, max);
  const sizeOf = (value: number) =>
    chart.scale === 'log' ? Math.log1p(value) / Math.log1p(max) : Math.abs(value) / most;
  const tooltip = {
    renderMode: 'richText' as const,
    confine: true,
    backgroundColor: colors.surface,
    borderColor: colors.line,
    textStyle: { color: colors.text, fontSize },
    formatter: (given: unknown) => cellText(given, panel, texts),
  };
  const axes = {
    xAxis: {
      ...categoryAxis(chart.x, panel.categories, (one) => texts.tick(one, 'x'), colors, 'heatmap'),
      ...axisName(axisTitle(chart.x, texts.x, texts.locale), 'x', colors),
    },
    yAxis: {
      ...categoryAxis(chart.y ?? chart.x, panel.second, (one) => texts.tick(one, 'y'), colors, 'heatmap'),
      ...axisName(axisTitle(chart.y ?? chart.x, texts.y, texts.locale), 'y', colors),
      ...(isReadDownwards(chart.y, panel.second) && { inverse: true, nameLocation: 'start' as const }),
    },
  };
  if (chart.mark === 'scatter') {
    return {
      ...axes,
      tooltip,
      series: [
        {
          type: 'scatter',
          color: colors.accent,
          itemStyle: { opacity: 0.65 },
          symbolSize: (value: number[]) => Math.max(3, Math.sqrt(sizeOf(value[2] ?? 0)) * maxSymbol),
          data: cells.map((value) => (value[2] < 0 ? { value, itemStyle: { color: belowZero(colors) } } : value)),
        },
      ],
    };
  }
  const bound = limits === null && chart.scale !== 'log' ? boundOf(numbers) : null;
  // Of a value beyond the colours; the tooltip has the value itself.
  const bounded = (value: number) => (bound === null ? value : Math.min(bound, Math.max(-bound, value)));
  const shade = (value: number) => (chart.scale === 'log' ? Math.log10(value) : bounded(value));
  const series: HeatmapSeriesOption = {
    type: 'heatmap',
    data: cells.map(([x, y, value]) => [x, y, shade(value)]),
    emphasis: { disabled: true },
  };
  return {
    ...axes,
    tooltip,
    grid: { ...grid, right: limits === null ? 92 : 60 },
    visualMap: valueScale(chart, numbers, texts, colors, colors.tint, limits !== null, bound),
    series: [series],
  };
}

/** @param given what the library knows of the cell under the pointer */
function cellText(given: unknown, panel: Panel, texts: ChartTexts): string {
  const point = typeof given === 'object' && given !== null && 'value' in given ? given.value : null;
  const [column, line] = Array.isArray(point) ? point.map(Number) : [];
  if (column === undefined || line === undefined) return '';
  const at = line * panel.categories.length + column;
  const value = panel.series[0]?.exact.get(at) ?? panel.series[0]?.values[at] ?? null;
  const [x, y] = [panel.categories[column], panel.second[line]];
  if (x === undefined || y === undefined) return '';
  const text = value === null ? '–' : formatPlainFigure(value, texts.locale);
  return `${texts.category(x, 'x')}\n${texts.category(y, 'y')}\n${texts.measure}: ${text}`;
}

/** Smallest and largest value of several panels, for one scale of them all; null where each has its own. */
export function commonLimits(chart: Chart, panels: readonly Panel[]): Limits | null {
  const hasAxis = chart.y === null && chart.mark !== 'map';
  if (panels.length < 2 || (hasAxis && (chart.stack !== 'none' || chart.scale === 'log'))) return null;
  const numbers = panels.flatMap(({ series }) =>
    series.flatMap(({ values, boxes: five }) => [...values, ...five.flatMap((box) => box ?? [])]),
  );
  const found = numbers.filter((value) => value !== null);
  if (found.length === 0) return null;
  const isFromZero = chart.mark !== 'box';
  return { min: found.reduce(lower, isFromZero ? 0 : Number.POSITIVE_INFINITY), max: found.reduce(higher, 0) };
}
