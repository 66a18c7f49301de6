import type { Chart, ChartStyle } from '#shared/chart.ts';
import {
  formatFigure,
  formatNumber,
  formatPercentage,
  formatShortNumber,
  formatShown,
} from '../../../lib/format/format.ts';
import dataColours from '../../../theme/data-colours.json';
import { axisDigits, type ChartColors, type ChartTexts, isOfShares } from './chart-parts.ts';

/**
 * Colours that are distinct in any colour vision, on light and on dark ground (Paul Tol, "bright"), and grey steps behind the
 * accent colour.
 */
const { bright, greys } = dataColours;

/**
 * Ten colours that differ in lightness as well as in hue, so that they remain distinguishable with colour vision
 * deficiency; and that of few rows in a cell of a map, lighter than all others on its ground.
 */
const { series: ofTheme, tints } = dataColours;

/**
 * The colours and the font of a theme.
 * @param token value of one of its custom properties, by its name
 */
export function themeColors(scheme: 'light' | 'dark', font: string, token: (name: string) => string): ChartColors {
  return {
    font,
    text: token('--text'),
    quiet: token('--text-quiet'),
    line: token('--hairline'),
    surface: token('--surface'),
    tint: tints[scheme],
    accent: token('--accent'),
    series: [token('--accent'), ...ofTheme[scheme].slice(1)],
    rest: token('--text-faint'),
  };
}

/** What an exported picture is drawn in, and by how much it is enlarged: its letters have to be legible at half its size. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** Whether it becomes higher where its rows need more room, rather than its letters smaller. */
  readonly grows: boolean;
}

/** The sizes that exported pictures may have: 960, 1280, 800 and 1123 pixels wide. */
export const pictureSizes = {
  article: { width: 800, height: 500, scale: 1.2, grows: true },
  slide: { width: 800, height: 450, scale: 1.6, grows: false },
  square: { width: 640, height: 640, scale: 1.25, grows: false },
  a4: { width: 898, height: 635, scale: 1.25, grows: false },
} as const satisfies Readonly<Record<NonNullable<ChartStyle['size']>, PictureSize>>;

/** The colours of the theme with those that an editor chose. */
export function styledColors(colors: ChartColors, { colors: set, accent }: ChartStyle): ChartColors {
  const own = set === 'bright' ? bright : set === 'accent' ? [colors.accent, ...greys] : colors.series;
  const main = accent ?? (set === 'bright' ? own[0] : undefined);
  if (main === undefined) return { ...colors, series: own };
  const series =
    set === 'bright' && accent === undefined
      ? own
      : [main, ...own.filter((one) => one !== main).slice(set === 'bright' ? 0 : 1)];
  return { ...colors, accent: main, series, tint: mixed(colors.surface, main, 0.3) };
}

/** A colour between two, both as six hexadecimal digits; the second one if they are written otherwise. */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [one, other].map((text) => /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)?.slice(1));
  if (from === undefined || to === undefined) return other;
  const parts = from.map((part, at) => {
    const [first, second] = [Number.parseInt(part, 16), Number.parseInt(to[at] ?? '0', 16)];
    return Math.round(first + (second - first) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** A number with the decimals that an editor chose. */
export function fixedDecimals(value: number | bigint, decimals: number, locale: string): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatNumber(value, locale, digits);
}

/** How the values of a chart are written, in full and along its axis. */
export function figuresOf(chart: Chart, locale: string): Pick<ChartTexts, 'figure' | 'axisFigure'> {
  const { show, style } = chart;
  const decimals = style?.decimals;
  const isShare = isOfShares(chart);
  if (decimals !== undefined && !isShare) {
    const figure = (value: number | bigint) => fixedDecimals(value, decimals, locale);
    return { figure, axisFigure: (value) => figure(value) };
  }
  return {
    figure: (value) => {
      if (show !== undefined) return formatShown(value, show, locale);
      return isShare ? formatPercentage(Number(value), locale) : formatFigure(value, locale);
    },
    axisFigure: (value, digits = axisDigits, most = Math.abs(value)) =>
      isShare ? formatPercentage(value, locale) : formatShortNumber(value, locale, digits, most),
  };
}

/**
 * The ends of the axis of values that an editor chose. Bars and areas stand on zero: an axis that is broken would show
 * other proportions than the values have.
 */
export function chosenEnds({ mark, scale, style }: Chart): { readonly min?: number; readonly max?: number } {
  const { min, max } = style ?? {};
  const isOnZero = (mark === 'bar' || mark === 'area') && scale !== 'log';
  const isPossible = (end: number | undefined): end is number => end !== undefined && (scale !== 'log' || end > 0);
  return {
    ...(isPossible(min) && { min: isOnZero ? Math.min(0, min) : min }),
    ...(isPossible(max) && { max: isOnZero ? Math.max(0, max) : max }),
  };
}
