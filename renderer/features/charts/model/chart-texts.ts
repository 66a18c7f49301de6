import type { TFunction } from 'i18next';
import type { Chart, Dimension } from '#shared/chart.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import type { Category } from '../../../lib/groups/category.ts';
import { categoryText, dimensionText, tickText } from '../../../lib/groups/category-text.ts';
import { ofSecond, type Panel } from './chart-data.ts';
import type { ChartTexts } from './chart-parts.ts';
import { hasSecond } from './chart-query.ts';
import { figuresOf } from './chart-style.ts';
import { isOfVersions } from './compare.ts';
import { axisName, columnWords, measureName, rangeText } from './title.ts';

/** What texts are written with. */
export interface Writing {
  readonly t: TFunction;
  /** The locale for numbers and dates. */
  readonly locale: string;
}

/**
 * The texts of a chart over the columns of a dataset.
 * @param chart as drawn
 * @param nameOf the name of a version
 */
export function chartTexts(
  { t, locale }: Writing,
  chart: Chart,
  columns: readonly DataColumn[],
  isDifference: boolean,
  nameOf: (version: string) => string,
): ChartTexts {
  const words = columnWords(columns, locale);
  const dimensionAt = (which: 'x' | 'y' | 'color'): Dimension => chart[which] ?? chart.x;
  const nameOfDimension = (dimension: Dimension) =>
    isOfVersions(dimension) ? t('chartComparison.version') : dimensionText(t, dimension, words.labelOf);
  const textOf = (text: typeof categoryText) => (category: Category, which: 'x' | 'y' | 'color') => {
    const dimension = dimensionAt(which);
    const isRaw = chart.style?.dates === 'iso' && category.kind === 'value' && typeof category.value === 'string';
    const isVersion = category.kind === 'value' && isOfVersions(dimension);
    if (isVersion) return nameOf(String(category.value));
    return isRaw ? String(category.value) : text(t, category, dimension, locale);
  };
  // The same categories are named again at every move of a selection.
  const ticks = { x: new WeakMap<Category, string>(), y: new WeakMap<Category, string>() };
  const nameTick = textOf(tickText);
  const tick = (category: Category, which: 'x' | 'y') => {
    const text = ticks[which].get(category) ?? nameTick(category, which);
    ticks[which].set(category, text);
    return text;
  };
  const measure = measureName(t, chart, words);
  return {
    locale,
    ...figuresOf(chart, locale),
    x: nameOfDimension(chart.x),
    y: chart.y === null ? '' : nameOfDimension(chart.y),
    axisX: isOfVersions(chart.x) ? t('chartComparison.version') : axisName(t, chart.x, words),
    axisY: chart.y === null ? '' : axisName(t, chart.y, words),
    second: hasSecond(chart) ? measureName(t, ofSecond(chart), words) : '',
    mean: t('chartReferences.mean'),
    measure: isDifference ? t('chartComparison.differenceOf', { measure }) : measure,
    category: textOf(categoryText),
    tick,
    range: (first: Category, last: Category) => rangeText(t, chart.x, first, last, words, locale),
  };
}

/** A chart whose first dimension is that of its small charts: its texts name their values. */
export function facetChart(drawn: Chart): Chart {
  return drawn.facet === null ? drawn : { ...drawn, x: drawn.facet };
}

/** The value that a small chart shows, or the measure of one of two; empty for a chart without small ones. */
export function panelName(
  { facet, series }: Panel,
  count: number,
  texts: ChartTexts,
  facetTexts: Pick<ChartTexts, 'category'>,
): string {
  if (facet !== null) return facetTexts.category(facet, 'x');
  if (count < 2) return '';
  return series[0]?.isSecond === true ? texts.second : texts.measure;
}
