import type { TFunction } from 'i18next';
import type { Chart } from '#shared/chart.ts';
import { numberText } from '../../../lib/groups/category-text.ts';
import type { ChartData } from './chart-data.ts';
import type { ChartTexts } from './chart-option.ts';

/** Describes a chart in a sentence for people who do not see it. */
export function chartSentence(t: TFunction, chart: Chart, data: ChartData, texts: ChartTexts): string {
  const what = t(`chartSentence.${chart.y === null ? 'one' : 'two'}`, {
    mark: t(`chartMarks.${chart.mark}`),
    measure: texts.measure,
    x: texts.x,
    y: texts.y,
  });
  const points = data.panels.flatMap(({ categories, series }) =>
    series.flatMap(({ values, boxes, category: color }) =>
      categories.map((category, at) => ({
        name: [texts.category(category, 'x'), ...(color === null ? [] : [texts.category(color, 'color')])].join(', '),
        value: chart.mark === 'box' ? (boxes[at]?.[2] ?? null) : (values[at] ?? null),
      })),
    ),
  );
  const known = points.filter((point): point is { name: string; value: number } => point.value !== null);
  const [first] = known;
  if (first === undefined) return `${what} ${t('chartSentence.nothing')}`;
  const highest = known.reduce((best, point) => (point.value > best.value ? point : best), first);
  const lowest = known.reduce((best, point) => (point.value < best.value ? point : best), first);
  if (chart.y !== null) return `${what} ${t('chartSentence.groups', { count: known.length })}`;
  const range = t('chartSentence.range', {
    highest: highest.name,
    most: numberText(highest.value, texts.locale),
    lowest: lowest.name,
    least: numberText(lowest.value, texts.locale),
  });
  return `${what} ${t('chartSentence.groups', { count: known.length })} ${range}`;
}
