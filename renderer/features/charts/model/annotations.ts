import type { LineSeriesOption } from 'echarts';
import type { Chart } from '#shared/chart.ts';
import { cellOf } from '../../../lib/groups/category.ts';
import type { Panel, Series } from './chart-data.ts';
import { type ChartColors, fontSize } from './chart-parts.ts';

/** Width of a note in pixels, and how many of the categories on either side of its point it may hide. */
const [noteWidth, besideShare] = [150, 0.12];

/** Notes at the points of a series. They are known by their category, so that they stay with it whatever else changes. */
export function annotationsOf(
  { style }: Chart,
  { categories, series: all }: Panel,
  series: Series,
  colors: ChartColors,
  isLying: boolean,
): Pick<LineSeriesOption, 'markPoint'> {
  const own = (style?.annotations ?? []).filter(({ series: name }) =>
    name === undefined ? series === all[0] : series.category !== null && name === String(cellOf(series.category)),
  );
  const data = own.flatMap(({ at, text }) => {
    const position = categories.findIndex((category) => String(cellOf(category)) === at);
    const value = series.values[position] ?? null;
    if (position < 0 || value === null) return [];
    const label = isLying ? { position: 'right' as const } : { align: freeSide(series, position) };
    return [{ coord: isLying ? [value, position] : [position, value], name: text, label }];
  });
  if (data.length === 0) return {};
  return {
    markPoint: {
      symbol: 'circle',
      symbolSize: 7,
      silent: true,
      animation: false,
      itemStyle: { color: colors.surface, borderColor: colors.text, borderWidth: 1.5 },
      label: {
        show: true,
        formatter: '{b}',
        position: 'top',
        distance: isLying ? 40 : 10,
        color: colors.text,
        fontSize,
        width: noteWidth,
        overflow: 'break',
        textBorderColor: colors.surface,
        textBorderWidth: 3,
      },
      data,
    },
  };
}

/** Where a note above a point hides less of the line: it ends at the point if the line is lower before it. */
function freeSide({ values }: Series, position: number): 'left' | 'right' {
  const reach = Math.max(1, Math.round(values.length * besideShare));
  const highest = (from: number, to: number) =>
    values
      .slice(Math.max(0, from), to)
      .reduce<number>((most, value) => Math.max(most, value ?? most), Number.NEGATIVE_INFINITY);
  if (position < reach) return 'left';
  if (position >= values.length - reach) return 'right';
  return highest(position - reach, position) <= highest(position + 1, position + 1 + reach) ? 'right' : 'left';
}
