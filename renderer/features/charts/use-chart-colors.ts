import { useMemo } from 'react';
import type { Chart } from '#shared/chart.ts';
import dataColours from '../../theme/data-colours.json';
import { useShownTheme } from '../../theme/use-shown-theme.ts';
import type { ChartColors } from './model/chart-parts.ts';
import { styledColors } from './model/chart-style.ts';

/**
 * Ten colours that differ in lightness as well as in hue, so that they remain distinguishable with colour vision
 * deficiency; and that of few rows in a cell of a map, lighter than all others on its ground.
 */
const { series, tints } = dataColours;

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
