import { useMemo } from 'react';
import type { Chart } from '#shared/chart.ts';
import { useShownTheme } from '../../theme/use-shown-theme.ts';
import type { ChartColors } from './model/chart-parts.ts';
import { styledColors, themeColors } from './model/chart-style.ts';

/** The colours and the font of the theme that is shown. */
export function useChartColors(): ChartColors {
  const theme = useShownTheme();
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const font = getComputedStyle(document.body).fontFamily;
    return themeColors(theme.scheme, font, (name) => style.getPropertyValue(name).trim());
  }, [theme]);
}

/** The colours of a chart: those of the theme, with those that an editor chose for it. */
export function useStyledColors({ style }: Chart): ChartColors {
  const colors = useChartColors();
  return useMemo(() => (style === undefined ? colors : styledColors(colors, style)), [colors, style]);
}
