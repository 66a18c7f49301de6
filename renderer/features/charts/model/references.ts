import type { LineSeriesOption } from 'echarts';
import type { Chart, Reference } from '#shared/chart.ts';
import { cellOf } from '../../../lib/groups/category.ts';
import type { Panel } from './chart-data.ts';
import { type ChartColors, type ChartTexts, fontSize } from './chart-parts.ts';

/** Significant digits of a value beside its line. */
const labelDigits = 4;

/** The mean of all values that are drawn; null if there are none. */
function meanOf({ series }: Panel): number | null {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The value that a line stands at; null for a period, and for what is not there. */
function valueAt(reference: Reference, panel: Panel): number | null {
  if (reference.kind === 'period') return null;
  return reference.kind === 'mean' ? meanOf(panel) : reference.value;
}

/** Values that an axis has to reach. */
export function referenceValues({ references = [] }: Chart, panel: Panel): number[] {
  return references.flatMap((reference) => valueAt(reference, panel) ?? []);
}

/** Positions of the first and last category of a period; its ends may be shorter than the categories, such as years. */
export function periodPositions(
  { from, to }: { readonly from: string; readonly to: string },
  { categories }: Panel,
): readonly [first: number, last: number] | null {
  const texts = categories.map((category) => cellOf(category));
  const isSince = (text: string | number | null) =>
    from === '' || (typeof text === 'number' ? text >= Number(from) : text !== null && text >= from);
  const isUntil = (text: string | number | null) =>
    to === '' || (typeof text === 'number' ? text <= Number(to) : text !== null && (text <= to || text.startsWith(to)));
  const within = texts.flatMap((cell, at) => {
    const text =
      typeof cell === 'number' || typeof cell === 'bigint' ? Number(cell) : cell === null ? null : String(cell);
    return isSince(text) && isUntil(text) && text !== null ? [at] : [];
  });
  const [first, last] = [within[0], within.at(-1)];
  return first === undefined || last === undefined ? null : [first, last];
}

/** The lines and bands that the values of a panel are compared with. */
export function markersOf(
  { references = [] }: Chart,
  panel: Panel,
  texts: ChartTexts,
  colors: ChartColors,
  isLying: boolean,
): Pick<LineSeriesOption, 'markLine' | 'markArea'> {
  const [along, across] = isLying ? (['yAxis', 'xAxis'] as const) : (['xAxis', 'yAxis'] as const);
  const lines = references.flatMap((reference) => {
    const value = valueAt(reference, panel);
    if (value === null) return [];
    const name = reference.kind === 'value' ? reference.label : texts.mean;
    const text = texts.axisFigure(value, labelDigits);
    return [{ [across]: value, name: name === '' ? text : `${name} ${text}` }];
  });
  const bands = references.flatMap((reference) => {
    const ends = reference.kind === 'period' ? periodPositions(reference, panel) : null;
    if (ends === null || reference.kind !== 'period') return [];
    return [[{ [along]: ends[0], name: reference.label }, { [along]: ends[1] }] as [object, object]];
  });
  return {
    ...(lines.length > 0 && {
      markLine: {
        symbol: 'none',
        silent: true,
        animation: false,
        // Values beside bars stay legible.
        ...(isLying && { z: 1 }),
        lineStyle: { color: colors.text, type: 'dashed' as const, width: 1 },
        // Above its line, from the beginning: the names of lines stand at their ends.
        label: { formatter: '{b}', position: isLying ? 'start' : 'insideStartTop', color: colors.text, fontSize },
        data: lines,
      },
    }),
    ...(bands.length > 0 && {
      markArea: {
        silent: true,
        animation: false,
        itemStyle: { color: colors.text, opacity: 0.08 },
        label: { color: colors.quiet, fontSize, position: 'insideTop' },
        data: bands,
      },
    }),
  };
}
