import type { EChartsOption, HeatmapSeriesOption, SeriesOption, TooltipComponentOption } from 'echarts';
import type { Chart, Dimension } from '#shared/chart.ts';
import { formatPercentage } from '../../../lib/format/format.ts';
import { type Category, cellOf } from '../../../lib/groups/category.ts';
import { arePeriods } from '../../../lib/groups/periods.ts';
import { annotationsOf } from './annotations.ts';
import { labelledCategories } from './axis-labels.ts';
import { barFigure, hasBarLabels, hasEndLabels, isBehind, maxEndLabelPx, seriesOption } from './axis-series.ts';
import { ofSecond, type Panel, type Series } from './chart-data.ts';
import {
  belowZero,
  boundOf,
  type ChartColors,
  type ChartTexts,
  fontSize,
  higher,
  isCodeMap,
  type Limits,
  lower,
  plainTooltip,
  valueScale,
} from './chart-parts.ts';
import { hasSecond } from './chart-query.ts';
import { figuresOf } from './chart-style.ts';
import { codeMapOption } from './code-map.ts';
import { isLyingDown, isReadDownwards } from './layout.ts';
import { mapOption } from './map-option.ts';
import { markersOf } from './references.ts';
import { largestOf, valueAxis, withRoomForValues } from './value-axis.ts';

const maxSymbol = 22;

const maxNameWidth = 260;

/** The plot's margins in pixels; labels and the names of the axes find their room within them. */
const grid = {
  left: 8,
  right: 16,
  top: 8,
  bottom: 6,
  outerBoundsMode: 'same' as const,
  outerBoundsContain: 'all' as const,
};
/** Room for a line of a legend above the plot, and the width that one has at least. */
const [legendLinePx, legendWidthPx, legendIconPx] = [24, 560, 42];
/** Pixels of a letter. */
const letterPx = 6.4;

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
  };
  const shown = withShownHighlights(chart, panel);
  if (panel.series[0]?.isSecond === true) {
    const words = textsOfSecond(chart, texts);
    return { ...common, ...oneDimension(ofSecond(chart), panel, words, colors, null) };
  }
  if (isCodeMap(chart)) return { ...common, ...codeMapOption(chart, panel, texts, colors, limits) };
  if (chart.mark === 'map') return { ...common, ...mapOption(chart, panel, texts, colors, limits) };
  if (chart.y !== null) return { ...common, ...twoDimensions(chart, panel, texts, colors, limits) };
  return { ...common, ...oneDimension(shown, panel, texts, colors, limits) };
}

/** A chart that highlights only what it shows: where that is nothing, all has its colour. */
function withShownHighlights(chart: Chart, { categories, series }: Panel): Chart {
  if (chart.highlight === undefined) return chart;
  const among = chart.color === null ? categories : series.map(({ category }) => category ?? undefined);
  const names = new Set(among.map((category) => String(cellOf(category))));
  return { ...chart, highlight: chart.highlight.filter((name) => names.has(name)) };
}

/** Bars, lines, areas and boxes along an axis of categories. */
function oneDimension(
  chart: Chart,
  panel: Panel,
  texts: ChartTexts,
  colors: ChartColors,
  limits: Limits | null,
): EChartsOption {
  const isLying = isLyingDown(chart, panel);
  const isLabelled = isLying && hasBarLabels(chart, panel);
  const first = panel.series.filter(({ isSecond }) => isSecond !== true);
  const hasBoth = first.length > 0 && first.length < panel.series.length;
  const isRank = chart.show?.kind === 'rank';
  const values = {
    ...valueAxis(chart, panel, texts, colors, limits),
    ...axisName(
      hasBoth || !isTitled(chart) ? (hasSecond(chart) && !hasBoth ? '' : texts.measure) : '',
      isLying ? 'x' : 'y',
      hasBoth ? { ...colors, quiet: colors.accent } : colors,
    ),
    ...(isRank && { nameLocation: 'start' as const }),
    ...(isLabelled && withRoomForValues(longestValue(chart, panel, texts))),
  };
  const categories = {
    ...categoryAxis(chart.x, panel.categories, (category) => texts.tick(category, 'x'), colors, chart.mark, isLying),
    ...axisName(isLying || isNamed(chart, chart.x, panel.categories) ? '' : texts.axisX, isLying ? 'y' : 'x', colors),
    ...(isLabelled && { axisLine: { show: false } }),
  };
  const markers = markersOf(chart, panel, texts, colors, isLying);
  return {
    tooltip: tooltipOf(chart, texts, colors),
    ...(!hasBoth && seriesKey(chart, panel, texts, colors)),
    // Words of lines stand above the plot.
    ...(isLying && markers.markLine !== undefined && { grid: { ...grid, top: grid.top + legendLinePx } }),
    ...(isLying ? { xAxis: values, yAxis: { ...categories, inverse: true } } : { xAxis: categories, yAxis: values }),
    ...(hasBoth && { yAxis: [values, secondAxis(chart, panel, texts, colors)] }),
    series: panel.series.map((series, at) => ({
      ...(hasBoth && series.isSecond === true
        ? {
            ...secondLine(chart, panel, series, texts, colors),
            yAxisIndex: 1,
            tooltip: tooltipOf(ofSecond(chart), textsOfSecond(chart, texts), colors),
          }
        : seriesOption(chart, panel, series, at, texts, colors)),
      ...(at === 0 && markers),
      ...annotationsOf(chart, panel, series, colors, isLying),
    })) as SeriesOption[],
  };
}

/** Letters of the longest value beside a bar. */
function longestValue(chart: Chart, panel: Panel, texts: ChartTexts): number {
  const most = largestOf(chart, panel, null);
  const values = panel.series.flatMap((series) => series.values.filter((value) => value !== null));
  return values.reduce((longest, value) => Math.max(longest, barFigure(value, texts, most).length), 0);
}

/** Whether the title of a chart is the one that names its measure and dimensions. */
function isTitled({ words }: Chart): boolean {
  return (words?.title ?? '') === '';
}

/** Whether a reader knows without a name what an axis is of: by its labels, or by the title. */
function isNamed(chart: Chart, { function: by }: Dimension, categories: readonly Category[]): boolean {
  const cells = categories.flatMap((category) => cellOf(category) ?? []);
  if (by === 'Weekday' || arePeriods(cells)) return true;
  return isTitled(chart) && by !== 'Bin' && !cells.every((cell) => typeof cell === 'number');
}

/** The axis of the second measure, right of the plot and in the colour of its line. */
function secondAxis(chart: Chart, panel: Panel, texts: ChartTexts, colors: ChartColors) {
  const color = belowZero(colors);
  // Only the first axis has ends that were chosen.
  const { style: _, ...line }: Chart = { ...ofSecond(chart), mark: 'line', references: [] };
  const name = axisName(texts.second, 'y', { ...colors, quiet: color });
  return {
    ...valueAxis(line, panel, textsOfSecond(chart, texts), colors, null),
    ...name,
    nameTextStyle: { ...name.nameTextStyle, align: 'right' as const },
    splitLine: { show: false },
  };
}

function secondLine(chart: Chart, panel: Panel, series: Series, texts: ChartTexts, colors: ChartColors): SeriesOption {
  const line = { ...ofSecond(chart), mark: 'line' as const };
  return seriesOption(line, { ...panel, series: [series] }, series, 1, textsOfSecond(chart, texts), colors);
}

/** What is shown of the first values is not of the second ones. */
function textsOfSecond(chart: Chart, texts: ChartTexts): ChartTexts {
  return { ...texts, ...figuresOf(ofSecond(chart), texts.locale), measure: texts.second };
}

/** What is said of a value under the pointer. */
function tooltipOf(chart: Chart, texts: ChartTexts, colors: ChartColors): TooltipComponentOption {
  const isShare = chart.stack === 'share';
  const text = (value: number) => (isShare ? formatPercentage(value, texts.locale) : texts.figure(value));
  return {
    ...plainTooltip(colors),
    trigger: chart.mark === 'line' || chart.mark === 'area' || chart.second !== undefined ? 'axis' : 'item',
    valueFormatter: (value) => (typeof value === 'number' ? text(value) : '–'),
  };
}

/** What names the series: the ends of lines, or a legend for what has no end of its own. */
function seriesKey(chart: Chart, { series }: Panel, texts: ChartTexts, colors: ChartColors): EChartsOption {
  if (series.length < 2) return {};
  const named = hasEndLabels(chart) ? series.filter(({ category }) => !isBehind(chart, category)) : series;
  const names = named.map(({ category }) => (category === null ? '' : texts.category(category, 'color')));
  const longest = names.reduce((most, name) => Math.max(most, name.length), 0);
  if (hasEndLabels(chart)) {
    return { grid: { ...grid, right: Math.min(maxEndLabelPx, longest * letterPx) + grid.right } };
  }
  const width = names.reduce((sum, name) => sum + name.length * letterPx + legendIconPx, 0);
  const lines = Math.ceil(width / legendWidthPx);
  return {
    legend: {
      type: 'plain',
      top: 0,
      left: 0,
      textStyle: { color: colors.quiet, fontSize },
      icon: 'roundRect',
      itemWidth: 14,
    },
    grid: { ...grid, top: grid.top + lines * legendLinePx },
  };
}

/** What an axis is of: below it, or above its top, where it needs no turning of the head. */
function axisName(name: string, axis: 'x' | 'y', colors: ChartColors) {
  const style = { color: colors.quiet, fontSize, width: maxNameWidth, overflow: 'truncate' as const };
  return axis === 'x'
    ? { name, nameLocation: 'middle' as const, nameGap: 24, nameTextStyle: style }
    : { name, nameLocation: 'end' as const, nameGap: 10, nameTextStyle: { ...style, align: 'left' as const } };
}

function categoryAxis(
  dimension: Dimension,
  categories: readonly Category[],
  textOf: (category: Category) => string,
  colors: ChartColors,
  mark: Chart['mark'],
  isLying = false,
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
      ...(isLying && { interval: 0 }),
      width: maxNameWidth,
      overflow: 'truncate' as const,
    },
    // At the bottom even if bars are negative: labels between bars are illegible.
    axisLine: { onZero: false, lineStyle: { color: colors.line } },
    axisTick: { show: false },
  };
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
    ...plainTooltip(colors),
    formatter: (given: unknown) => cellText(given, panel, texts),
  };
  const axes = {
    xAxis: {
      ...categoryAxis(chart.x, panel.categories, (one) => texts.tick(one, 'x'), colors, 'heatmap'),
      ...axisName(isNamed(chart, chart.x, panel.categories) ? '' : texts.axisX, 'x', colors),
    },
    yAxis: {
      ...categoryAxis(chart.y ?? chart.x, panel.second, (one) => texts.tick(one, 'y'), colors, 'heatmap'),
      ...axisName(isNamed(chart, chart.y ?? chart.x, panel.second) ? '' : texts.axisY, 'y', colors),
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
  const text = value === null ? '–' : texts.figure(value);
  return `${texts.category(x, 'x')}\n${texts.category(y, 'y')}\n${texts.measure}: ${text}`;
}
