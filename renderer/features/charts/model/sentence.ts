import type { TFunction } from 'i18next';
import type { Chart } from '#shared/chart.ts';
import { extremesOf } from '../../../lib/extremes.ts';
import type { Category } from '../../../lib/groups/category.ts';
import type { ChartData } from './chart-data.ts';
import { type ChartTexts, isCodeMap } from './chart-parts.ts';
import { cornerOf } from './layout.ts';

/** Describes a chart in a sentence for people who do not see it. */
export function chartSentence(t: TFunction, chart: Chart, data: ChartData, texts: ChartTexts): string {
  const what = t(`chartSentence.${chart.y === null ? 'one' : 'two'}`, {
    mark: t(`chartMarks.${chart.mark}`),
    measure: texts.measure,
    x: texts.x,
    y: texts.y,
  });
  const points = data.panels.flatMap(({ categories, second, series }) =>
    series.flatMap(({ values, boxes, category: color, isSecond }) => {
      // Those of another unit are no larger or smaller.
      if (isSecond === true) return [];
      const rows: readonly (Category | null)[] = chart.y === null ? [color] : second;
      return rows.flatMap((row, line) =>
        categories.map((category, at) => ({
          name: [
            texts.category(category, 'x'),
            ...(row === null ? [] : [texts.category(row, chart.y === null ? 'color' : 'y')]),
          ].join(', '),
          value:
            chart.mark === 'box'
              ? (boxes[at]?.[2] ?? null)
              : (values[(chart.y === null ? 0 : line) * categories.length + at] ?? null),
        })),
      );
    }),
  );
  const known = points.filter((point): point is { name: string; value: number } => point.value !== null);
  const [first] = known;
  if (first === undefined) return `${what} ${t('chartSentence.nothing')}`;
  const highest = known.reduce((best, point) => (point.value > best.value ? point : best), first);
  const lowest = known.reduce((best, point) => (point.value < best.value ? point : best), first);
  const axes = axesOf(t, chart, data, texts, [lowest.value, highest.value]);
  const range = t('chartSentence.range', {
    highest: highest.name,
    most: texts.figure(highest.value),
    lowest: lowest.name,
    least: texts.figure(lowest.value),
  });
  return `${what} ${t('chartSentence.groups', { count: known.length })} ${range} ${axes}`;
}

/** What the axes, the colours and the small charts of a chart are of, and from where to where they reach. */
function axesOf(
  t: TFunction,
  chart: Chart,
  { panels }: ChartData,
  texts: ChartTexts,
  [least, most]: readonly [least: number, most: number],
): string {
  const [panel] = panels;
  if (panel === undefined) return '';
  const ends = (categories: readonly Category[], which: 'x' | 'y') => ({
    name: texts[which],
    count: categories.length,
    first: named(categories[0], which),
    last: named(categories.at(-1), which),
  });
  const named = (category: Category | undefined, which: 'x' | 'y') =>
    category === undefined ? '' : texts.category(category, which);
  const colors = panel.series.flatMap(({ category }) => (category === null ? [] : texts.category(category, 'color')));
  const range = {
    name: texts.measure,
    least: texts.figure(least),
    most: texts.figure(most),
  };
  const horizontal = panel.categories.length === 1 ? 'chartSentence.axisOne' : 'chartSentence.axisX';
  return [
    chart.mark === 'map' && !isCodeMap(chart)
      ? areaOf(t, panel.categories, chart.x.step)
      : t(horizontal, ends(panel.categories, 'x')),
    chart.y === null ? t('chartSentence.axisY', range) : t('chartSentence.axisRow', ends(panel.second, 'y')),
    ...(colors.length === 0 ? [] : [t('chartSentence.colors', { names: colors.join(', ') })]),
    ...(panels.length > 1 ? [t('chartSentence.facets', { count: panels.length })] : []),
  ].join(' ');
}

/** From where to where the cells of a map reach. */
function areaOf(t: TFunction, categories: readonly Category[], step: number): string {
  const corners = categories.flatMap((category) => {
    const corner = cornerOf(category);
    return corner === null ? [] : [corner];
  });
  const [west, east] = extremesOf(corners.map(([lon]) => lon)) ?? [0, 0];
  const [south, north] = extremesOf(corners.map(([, lat]) => lat)) ?? [0, 0];
  const rounded = (degrees: number) => Number(degrees.toFixed(6));
  return t('chartSentence.area', {
    west,
    east: rounded(east + step),
    south,
    north: rounded(north + step),
  });
}
