import type { Chart } from '#shared/chart.ts';
import type { Category } from '../../../lib/groups/category.ts';

/** Colours of the theme, in CSS notation. */
export interface ChartColors {
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
}

/** The words of a chart. */
export interface ChartTexts {
  readonly locale: string;
  readonly x: string;
  readonly y: string;
  readonly measure: string;
  /** The label of a category in full, and shortened for an axis. */
  category(category: Category, which: 'x' | 'y' | 'color'): string;
  tick(category: Category, which: 'x' | 'y'): string;
}

export const fontSize = 11.5;

/** The colour of negative values; positive ones have the accent colour. */
export function belowZero({ series, rest }: ChartColors): string {
  return series[1] ?? rest;
}

/**
 * Colours from few to many, with a bar beside the plot that says what they stand for.
 * @param least colour of the smallest value
 * @param isSmall whether the plot is one of several
 */
export function valueScale(
  chart: Chart,
  numbers: readonly number[],
  texts: ChartTexts,
  colors: ChartColors,
  least: string,
  isSmall: boolean,
) {
  const [min, max] = [numbers.reduce(lower, 0), numbers.reduce(higher, 0)];
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
    text: [shortNumber(isSigned ? most : max, texts.locale), shortNumber(isSigned ? -most : min, texts.locale)],
    inRange: { color: [...(isSigned ? [belowZero(colors)] : []), isSigned ? colors.surface : least, colors.accent] },
  };
}

export function lower(first: number, second: number): number {
  return Math.min(first, second);
}

export function higher(first: number, second: number): number {
  return Math.max(first, second);
}

export function shortNumber(value: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 4 });
  return format.format(value);
}
