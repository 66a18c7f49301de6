import type { EChartsOption } from 'echarts';
import type { Chart } from '#shared/chart.ts';
import styles from './color-scale.module.css';
import { type ChartTexts, type Limits, valueScale } from './model/chart-parts.ts';
import { useStyledColors } from './use-chart-colors.ts';

interface ColorScaleProps {
  readonly chart: Chart;
  readonly limits: Limits;
  readonly texts: ChartTexts;
}

/** What the colours of small heat maps stand for, once for all of them. */
export function ColorScale({ chart, limits, texts }: ColorScaleProps) {
  const colors = useStyledColors(chart);
  const { text, inRange } = valueScale(chart, [limits.min, limits.max], texts, colors, colors.tint, true);
  const [most, least] = text;
  return (
    <div className={styles.scale}>
      <span>{texts.measure}</span>
      <span>{least}</span>
      <span className={styles.colors} style={{ background: `linear-gradient(to right, ${inRange.color.join()})` }} />
      <span>{most}</span>
    </div>
  );
}

/** Whether the small charts of a chart need one scale of colours: maps may have dots in one and cells in another. */
export function sharesScale({ mark }: Chart, limits: Limits | null): boolean {
  return mark === 'heatmap' && limits !== null;
}

/** A heat map that has the room of its scale for itself. */
export function withoutScale({ grid, visualMap, ...rest }: EChartsOption): EChartsOption {
  return { ...rest, grid: { ...grid, right: 16 }, visualMap: { ...visualMap, show: false } };
}
