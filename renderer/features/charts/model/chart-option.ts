import type {
  BoxplotSeriesOption,
  EChartsOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  SeriesOption,
  TooltipComponentOption,
} from 'echarts';
import type { Chart, Dimension } from '#shared/chart.ts';
import { formatPercentage } from '../../../lib/format/format.ts';
import { type Category, cellOf } from '../../../lib/groups/category.ts';
import { arePeriods } from '../../../lib/groups/periods.ts';
import { annotationsOf } from './annotations.ts';
import { labelledCategories } from './axis-labels.ts';
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
  valueScale,
} from './chart-parts.ts';
import { hasSecond } from './chart-query.ts';
import { chosenEnds, figuresOf } from './chart-style.ts';
import { codeMapOption } from './code-map.ts';
import { isLyingDown, isReadDownwards } from './layout.ts';
import { logTicks } from './log-ticks.ts';
import { mapOption } from './map-option.ts';
import { markersOf, referenceValues } from './references.ts';
import { roundLimits } from './value-range.ts';

const maxSymbol = 22;

const [maxNameWidth, lyingLabelPx] = [260, 210];

/** Up to this number of bars each is a shape of its own, and from the other on they have no room between them. */
const [maxSingleBars, minDenseBars] = [30, 150];
/** Room beyond lying bars for their values, as a share of what they span. */
const valueRoom = 0.09;

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
/** Pixels of a letter, and the room for the names of lines beside the plot. */
const [letterPx, maxEndLabelPx] = [6.4, 150];

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
  if (panel.series[0]?.isSecond === true) {
    const words = textsOfSecond(chart, texts);
    return { ...common, ...oneDimension(ofSecond(chart), panel, words, colors, null) };
  }
  if (isCodeMap(chart)) return { ...common, ...codeMapOption(chart, panel, texts, colors, limits) };
  if (chart.mark === 'map') return { ...common, ...mapOption(chart, panel, texts, colors, limits) };
  if (chart.y !== null) return { ...common, ...twoDimensions(chart, panel, texts, colors, limits) };
  return { ...common, ...oneDimension(chart, panel, texts, colors, limits) };
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
    ...(isLying && hasBarLabels(chart, panel) && withRoomForValues),
  };
  const categories = {
    ...categoryAxis(chart.x, panel.categories, (category) => texts.tick(category, 'x'), colors, chart.mark, isLying),
    ...axisName(isLying || isNamed(chart, chart.x, panel.categories) ? '' : texts.axisX, isLying ? 'y' : 'x', colors),
  };
  const markers = markersOf(chart, panel, texts, colors, isLying);
  return {
    tooltip: tooltipOf(chart, texts, colors),
    ...(!hasBoth && seriesKey(chart, panel, texts, colors)),
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

/** An axis of bars of which each has its value beside it needs no marks. */
const withRoomForValues = {
  axisLabel: { show: false },
  splitLine: { show: false },
  min: ({ min, max }: Limits) => (min < 0 ? min - valueRoom * (max - min) : 0),
  max: ({ min, max }: Limits) => (max > 0 ? max + valueRoom * (max - Math.min(0, min)) : 0),
};

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
    // As text on the canvas: the page's policy forbids inline styles.
    renderMode: 'richText',
    confine: true,
    backgroundColor: colors.surface,
    borderColor: colors.line,
    textStyle: { color: colors.text, fontSize },
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

function hasEndLabels({ mark, stack }: Chart): boolean {
  return mark === 'line' && stack === 'none';
}

/** The ends and the marks of an axis of values; what is missing is left to the library. */
interface ValueEnds {
  readonly min?: number | ((range: Limits) => number);
  readonly max?: number | ((range: Limits) => number);
  /** Distance of the marks. */
  readonly interval?: number;
  /** Of a logarithmic axis. */
  readonly ticks?: readonly number[];
}

function valueEnds(chart: Chart, panel: Panel, limits: Limits | null): ValueEnds {
  if (limits !== null) return roundLimits(limits);
  const reached = referenceValues(chart, panel);
  const chosen = chosenEnds(chart);
  if (chart.scale === 'log') {
    const values = panel.series.flatMap((series) => series.values.filter((value) => value !== null));
    // The shortest bar has a length as well.
    const shortest = chart.mark === 'bar' ? values.map((value) => value / 2) : [];
    const ticks = logTicks([...values, ...shortest, ...reached]);
    // Stacked bars end elsewhere.
    if (ticks === null || chart.stack !== 'none' || chart.mark === 'box') return chosen;
    const [first = 1] = ticks;
    return { min: first, max: ticks.at(-1) ?? first, ...chosen, ticks };
  }
  if (reached.length === 0) return chosen;
  const [least, most] = [reached.reduce(lower), reached.reduce(higher)];
  const beyond = (of: number, range: number) => of + Math.sign(of || 1) * range * 0.05;
  return {
    ...(least < 0 && { min: ({ min, max }: Limits) => (least < min ? beyond(least, max - min) : null) as number }),
    max: ({ min, max }: Limits) => (most > max ? Number(beyond(most, max - min).toPrecision(2)) : null) as number,
    ...chosen,
  };
}

/** The axis of values. */
function valueAxis(chart: Chart, panel: Panel, texts: ChartTexts, colors: ChartColors, limits: Limits | null) {
  const isShare = chart.stack === 'share';
  const { ticks, ...ends } = valueEnds(chart, panel, limits);
  return {
    type: chart.scale === 'log' ? ('log' as const) : ('value' as const),
    // Counts and sums start at zero, or small differences would look large.
    scale: chart.mark === 'box' || (isFree(chart) && !isSingleValue(panel)),
    ...ends,
    ...(ticks !== undefined && { axisTick: { show: false, customValues: [...ticks] } }),
    axisLabel: {
      color: colors.quiet,
      fontSize,
      formatter: (value: number) => (isShare ? formatPercentage(value, texts.locale) : texts.axisFigure(value)),
      ...(ticks !== undefined && { customValues: [...ticks] }),
    },
    splitLine: { lineStyle: { color: colors.line } },
    // The first stands at the top.
    ...(chart.show?.kind === 'rank' && { inverse: true, min: 1, minInterval: 1 }),
  };
}

/** What an axis is of: below it, or above its top, where it needs no turning of the head. */
function axisName(name: string, axis: 'x' | 'y', colors: ChartColors) {
  const style = { color: colors.quiet, fontSize, width: maxNameWidth, overflow: 'truncate' as const };
  return axis === 'x'
    ? { name, nameLocation: 'middle' as const, nameGap: 24, nameTextStyle: style }
    : { name, nameLocation: 'end' as const, nameGap: 10, nameTextStyle: { ...style, align: 'left' as const } };
}

/** Whether the axis of values may begin elsewhere than at zero: no bar or area stands on it. */
function isFree(chart: Chart): boolean {
  return chart.mark === 'box' || (chart.mark === 'line' && !isAmount(chart));
}

/** One point alone has nothing to be compared with but zero. */
function isSingleValue({ series }: Panel): boolean {
  return series.every(({ values }) => values.filter((value) => value !== null).length < 2) && series.length < 2;
}

function isAmount({ measure, show }: Chart): boolean {
  if (show !== undefined) return show.kind === 'share';
  return measure.function === 'Count' || measure.function === 'Sum' || measure.function === 'Share';
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
      width: isLying ? lyingLabelPx : 110,
      overflow: 'truncate' as const,
    },
    // At the bottom even if bars are negative: labels between bars are illegible.
    axisLine: { onZero: false, lineStyle: { color: colors.line } },
    axisTick: { show: false },
  };
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

function seriesOption(
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
        if (isRest(position) || isBarGrey(position)) return { value, itemStyle: { color: colors.rest } };
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
      ...(isLabelled && barLabels(texts, colors)),
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
function isBehind({ highlight = [] }: Chart, category: Category | null): boolean {
  return highlight.length > 0 && category !== null && !highlight.includes(String(cellOf(category)));
}

/** Whether lying bars have their values beside them. */
function hasBarLabels({ scale, style }: Chart, { series }: Panel): boolean {
  return series.length === 1 && scale === 'linear' && style?.min === undefined && style?.max === undefined;
}

/** Significant digits of the value beside a bar. */
const barDigits = 4;

/** Values beside lying bars. */
function barLabels(texts: ChartTexts, colors: ChartColors) {
  return {
    label: {
      show: true,
      position: 'right' as const,
      color: colors.quiet,
      fontSize,
      formatter: ({ value }: { readonly value: unknown }) =>
        typeof value === 'number' ? texts.axisFigure(value, barDigits) : '',
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
    symbolSize: isSingle ? 9 : isMarked ? 5 : 3,
    ...(isSingle && barLabels(texts, colors)),
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

/** Smallest and largest value of several panels, for one scale of them all; null where each has its own. */
export function commonLimits(chart: Chart, panels: readonly Panel[]): Limits | null {
  const hasAxis = chart.y === null && chart.mark !== 'map';
  if (panels.length < 2 || hasSecond(chart) || (hasAxis && (chart.stack !== 'none' || chart.scale === 'log')))
    return null;
  const numbers = panels.flatMap(({ series }) =>
    series.flatMap(({ values, boxes: five }) => [...values, ...five.flatMap((box) => box ?? [])]),
  );
  const found = numbers.filter((value) => value !== null);
  if (found.length === 0) return null;
  const values = isCodeMap(chart) ? { values: found } : {};
  const isFromZero = !isFree(chart);
  return {
    min: found.reduce(lower, isFromZero ? 0 : Number.POSITIVE_INFINITY),
    max: found.reduce(higher, isFromZero ? 0 : Number.NEGATIVE_INFINITY),
    ...values,
  };
}
