import type { Chart } from '#shared/chart.ts';
import type { Category } from '../../../lib/groups/category.ts';

/** Colours and font of the theme, in CSS notation. */
export interface ChartColors {
  /** Families; a canvas knows neither `inherit` nor custom properties. */
  readonly font: string;
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly surface: string;
  /** The faintest colour of a value on a map or in a heat map, still visible against the background. */
  readonly tint: string;
  readonly accent: string;
  /** Colours of series, distinguishable with colour vision deficiency. */
  readonly series: readonly string[];
  /** Colours of others and of missing values. */
  readonly rest: string;
}

/** Smallest and largest value of several small charts. */
export interface Limits {
  readonly min: number;
  readonly max: number;
  /** All values, where these are divided into classes. */
  readonly values?: readonly number[];
}

/** The words of a chart. */
export interface ChartTexts {
  readonly locale: string;
  /** A value in full, and shortened for the axis of values or beside a bar, in the form of the largest one beside it. */
  figure(value: number | bigint): string;
  axisFigure(value: number, digits?: number, most?: number): string;
  readonly x: string;
  readonly y: string;
  /** What stands beside the axes: shorter than the dimensions, and nothing where the labels say it. */
  readonly axisX: string;
  readonly axisY: string;
  readonly measure: string;
  /** The second measure; empty if there is none. */
  readonly second: string;
  readonly mean: string;
  /** The label of a category in full, and shortened for an axis. */
  category(category: Category, which: 'x' | 'y' | 'color'): string;
  tick(category: Category, which: 'x' | 'y'): string;
  /** Adjacent categories of the first dimension, with the name of their column: "Delay 120–500 min". */
  range(first: Category, last: Category): string;
}

export const fontSize = 11.5;

/** The look of what is said of a value under the pointer. */
export function plainTooltip({ surface, line, text }: ChartColors) {
  return {
    // As text on the canvas: the page's policy forbids inline styles.
    renderMode: 'richText' as const,
    confine: true,
    backgroundColor: surface,
    borderColor: line,
    textStyle: { color: text, fontSize },
  };
}

/** Whether a chart is a map of countries or states rather than of places. */
export function isCodeMap({ mark, x }: Chart): boolean {
  return mark === 'map' && x.function === null;
}

/** Whether the values of a chart are parts of a whole. */
export function isOfShares({ show, measure }: Chart): boolean {
  return show === undefined ? measure.function === 'Share' : show.kind === 'share';
}

/** The colour of negative values; positive ones have the accent colour. */
export function belowZero({ series, rest }: ChartColors): string {
  return series[1] ?? rest;
}

/**
 * Colours from few to many, with a bar beside the plot that says what they stand for.
 * @param least colour of the smallest value
 * @param isSmall whether the plot is one of several
 * @param bound the largest value with a colour of its own, of those above and below zero; null if all have one
 */
export function valueScale(
  chart: Chart,
  numbers: readonly number[],
  texts: ChartTexts,
  colors: ChartColors,
  least: string,
  isSmall: boolean,
  bound: number | null = null,
) {
  const [all, ends] = [
    [numbers.reduce(lower, 0), numbers.reduce(higher, 0)],
    [-(bound ?? Number.POSITIVE_INFINITY), bound ?? Number.POSITIVE_INFINITY],
  ] as const;
  const [min, max] = [Math.max(all[0], ends[0]), Math.min(all[1], ends[1])];
  const most = Math.max(-min, max);
  // Zero has the colour of the paper, and what is below it another one.
  const isSigned = min < 0 && chart.scale !== 'log';
  return {
    type: 'continuous' as const,
    min: chart.scale === 'log' ? 0 : isSigned ? -most : min,
    max: chart.scale === 'log' ? Math.log10(Math.max(1, max)) : isSigned ? most : max,
    right: 0,
    top: 'middle' as const,
    itemHeight: isSmall ? 64 : 120,
    itemWidth: 12,
    textStyle: { color: colors.quiet, fontSize },
    text: [
      `${all[1] > max ? '> ' : ''}${texts.axisFigure(isSigned ? most : max, legendDigits)}`,
      `${all[0] < min ? '< ' : ''}${texts.axisFigure(isSigned ? -most : min, legendDigits)}`,
    ],
    inRange: { color: [...(isSigned ? [belowZero(colors)] : []), isSigned ? colors.surface : least, colors.accent] },
  };
}

export function lower(first: number, second: number): number {
  return Math.min(first, second);
}

export function higher(first: number, second: number): number {
  return Math.max(first, second);
}

/** Significant digits: axes have round numbers that may differ little, the ends of colours need no precision. */
export const axisDigits = 6;
const legendDigits = 3;

/** Among how many values a few extremes are no matter, and how far beyond the others these are. */
const [leastValues, farTimes] = [40, 2.5];

/** Where colours end so that a few extreme values do not make all others pale; null where none are extreme. */
export function boundOf(numbers: readonly number[]): number | null {
  const sizes = numbers.map(Math.abs).sort((one, other) => one - other);
  const usual = sizes[Math.floor(sizes.length * 0.98)] ?? 0;
  if (sizes.length < leastValues || usual === 0 || (sizes.at(-1) ?? 0) <= farTimes * usual) return null;
  return Number(usual.toPrecision(2));
}
