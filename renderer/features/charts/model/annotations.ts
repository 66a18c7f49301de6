import type { LineSeriesOption } from 'echarts';
import type { Chart } from '#shared/chart.ts';
import { extremesOf } from '../../../lib/extremes.ts';
import { textLines } from '../../../lib/format/text-width.ts';
import { cellOf } from '../../../lib/groups/category.ts';
import type { Panel, Series } from './chart-data.ts';
import { type ChartColors, fontSize } from './chart-parts.ts';
import { referenceValues } from './references.ts';
import { roundLimits } from './value-range.ts';

/** Width of a note in pixels, and which share of a plot's width and height it and one of its lines take, about. */
const [noteWidth, widthShare, lineShare] = [150, 0.2, 0.045];

/** Notes at the points of a series. They are known by their category, so that they stay with it whatever else changes. */
export function annotationsOf(
  chart: Chart,
  panel: Panel,
  series: Series,
  colors: ChartColors,
  isLying: boolean,
): Pick<LineSeriesOption, 'markPoint'> {
  const { categories, series: all } = panel;
  const own = (chart.style?.annotations ?? []).filter(({ series: name }) =>
    name === undefined ? series === all[0] : series.category !== null && name === String(cellOf(series.category)),
  );
  const data = own.flatMap(({ at, text }) => {
    const position = categories.findIndex((category) => String(cellOf(category)) === at);
    const value = series.values[position] ?? null;
    if (position < 0 || value === null) return [];
    const lines = textLines(text, noteWidth, `${fontSize}px sans-serif`);
    const label = isLying
      ? { position: 'right' as const }
      : freePlace(all, referenceValues(chart, panel), [position, value], lines.length);
    return [{ coord: isLying ? [value, position] : [position, value], name: lines.join('\n'), label }];
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
        lineHeight: 14,
        textBorderColor: colors.surface,
        textBorderWidth: 3,
      },
      data,
    },
  };
}

/** A line behind a note is less of a loss than values. */
const crossedShare = 0.25;

/** The place of a note beside its point where it hides the fewest values and lines, and leaves the plot last of all. */
function freePlace(
  all: readonly Series[],
  references: readonly number[],
  [position, value]: readonly [position: number, value: number],
  lines: number,
) {
  const known = all.flatMap(({ values }) => values.filter((one) => one !== null));
  const [min, max] = extremesOf(known) ?? [value, value];
  const [count, height] = [all[0]?.values.length ?? 0, (max - min) * lineShare * (lines + 1)];
  const gap = height / (2 * lines + 2);
  const reach = Math.max(1, Math.round(count * widthShare));
  const places = (['top', 'bottom'] as const).flatMap((side) =>
    (['right', 'left'] as const).map((align) => {
      const [from, to] = align === 'right' ? [position - reach, position] : [position, position + reach];
      const [low, high] = side === 'top' ? [value + gap, value + height] : [value - height, value - gap];
      const isHidden = (one: number, other: number) => Math.max(one, other) >= low && Math.min(one, other) <= high;
      const hidden = all.flatMap(({ values }) => {
        const within = values.slice(Math.max(0, from), to + 1);
        return within.filter((one, at) => one !== null && isHidden(one, within[at + 1] ?? one));
      });
      const crossed = references.filter((one) => isHidden(one, one));
      const isBelow = low < roundLimits({ min, max }).min;
      const outside = Number(from < 0) + Number(to >= count) + Number(isBelow) / 2;
      return { position: side, align, cost: hidden.length + crossed.length * reach * crossedShare + outside * count };
    }),
  );
  const { cost: _, ...best } = places.reduce((one, other) => (other.cost < one.cost ? other : one));
  return best;
}
