import { useMemo } from 'react';
import type { Chart } from '#shared/chart.ts';
import { useShownTheme } from '../../theme/use-shown-theme.ts';
import type { ChartColors } from './model/chart-parts.ts';
import { styledColors } from './model/chart-style.ts';

/**
 * Ten colours that differ in lightness as well as in hue, so that they remain distinguishable with colour vision
 * deficiency.
 */
const series = {
  light: ['#0f766e', '#c2590a', '#4353b3', '#b03579', '#5f7d0b', '#8250c4', '#0b7fab', '#a13d2d', '#6b6a1f', '#7f1d4f'],
  dark: ['#2dd4bf', '#fb923c', '#93a5ff', '#f472b6', '#a3d63c', '#c4a5fd', '#5cc8f0', '#fca08d', '#d6cf5a', '#f5d0e8'],
} as const;

/** Of few rows in a cell of a map: lighter than all others on its ground, and still there. */
const tints = { light: '#b9e0da', dark: '#17504b' } as const;

/** The colours and the font of the theme that is shown. */
export function useChartColors(): ChartColors {
  const theme = useShownTheme();
  return useMemo(() => {
    const { scheme } = theme;
    const style = getComputedStyle(document.documentElement);
    const token = (name: string) => style.getPropertyValue(name).trim();
    return {
      font: getComputedStyle(document.body).fontFamily,
      text: token('--text'),
      quiet: token('--text-quiet'),
      line: token('--hairline'),
      surface: token('--surface'),
      tint: tints[scheme],
      accent: token('--accent'),
      series: [token('--accent'), ...series[scheme].slice(1)],
      rest: token('--text-faint'),
    };
  }, [theme]);
}

/** The colours of a chart: those of the theme, with those that an editor chose for it. */
export function useStyledColors({ style }: Chart): ChartColors {
  const colors = useChartColors();
  return useMemo(() => (style === undefined ? colors : styledColors(colors, style)), [colors, style]);
}
