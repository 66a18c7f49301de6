import type { TFunction } from 'i18next';
import type { Chart, Dimension, Measure, ShowAs } from '#shared/chart.ts';
import { decimalSum } from '#shared/number/decimal.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import type { Category } from '../../../lib/groups/category.ts';
import { boundText, categoryText, dimensionText } from '../../../lib/groups/category-text.ts';
import { periodStepMs } from '../../../lib/groups/periods.ts';
import { shownName } from '../../../lib/groups/show-as.ts';
import { labelWithoutUnit, unitOf, unitText } from '../../../lib/groups/unit.ts';
import { ofSecond } from './chart-data.ts';
import { hasSecond } from './chart-query.ts';
import { comparisonOf } from './compare.ts';

/** The words of a dataset's columns. */
export interface ColumnWords {
  /** The label of a column, without its unit. */
  readonly labelOf: (name: string) => string;
  /** Its unit; null if none is known. */
  readonly unitOf: (name: string, length: 'long' | 'short') => string | null;
}

export function columnWords(columns: readonly DataColumn[], locale: string): ColumnWords {
  const known = new Map(columns.map((column) => [column.name, column]));
  return {
    labelOf: (name) => {
      const column = known.get(name);
      return column === undefined ? name : labelWithoutUnit(column);
    },
    unitOf: (name, length) => {
      const column = known.get(name);
      const unit = column === undefined ? null : unitOf(column);
      return unit === null ? null : unitText(unit, locale, length);
    },
  };
}

const periods = ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour'] as const;

function periodOf({ function: by }: Dimension): (typeof periods)[number] | null {
  return periods.find((period) => period === by) ?? null;
}

/** A dimension within a title: "month", or the label of its column. */
function dimensionName(t: TFunction, dimension: Dimension, words: ColumnWords): string {
  const { function: by, column } = dimension;
  const period = by === 'Weekday' ? by : periodOf(dimension);
  if (period !== null) return t(`chartPeriods.${period}`);
  return by === 'Bin' || by === 'Cell' ? words.labelOf(column) : dimensionText(t, dimension, words.labelOf);
}

/** "Carbon dioxide (ppm)". */
function withUnit(t: TFunction, title: string, column: string, words: ColumnWords): string {
  const unit = words.unitOf(column, 'long');
  return unit === null ? title : t('chartTitles.withUnit', { title, unit });
}

/** What is shown along an axis and in a table: "Carbon dioxide (ppm)", "Delay, average (minutes)", "Number of rows". */
export function measureName(t: TFunction, chart: Chart, words: ColumnWords): string {
  const { mark, measure } = chart;
  // A box shows the values themselves.
  const by = mark === 'box' ? 'Value' : measure.function;
  const { column } = measure;
  if (column === null) return withShown(t, chart, rowsName(t, chart), words);
  const label = words.labelOf(column);
  const title =
    by === 'Value' ? label : t('chartTitles.aggregated', { title: label, function: t(`chartFunctions.${by}`) });
  const shown = withShown(t, chart, title, words);
  return by === 'Value' || isInUnit(by) ? withUnit(t, shown, column, wordsOfShown(chart, words)) : shown;
}

/** What is counted where no column is: rows, or their share. */
function rowsName(t: TFunction, { measure, stack }: Chart): string {
  return t(measure.function === 'Share' || stack === 'share' ? 'charts.shareOfRows' : 'charts.countOfRows');
}

/** Whether a function of values has their unit. */
function isInUnit(by: Measure['function']): boolean {
  return by !== 'Count' && by !== 'CountDistinct' && by !== 'Share' && by !== 'Variance';
}

/** The title of a chart as an editor writes it. */
function plainTitle(t: TFunction, chart: Chart, words: ColumnWords): string {
  const { x, y, color, facet, mark, measure } = chart;
  const by = (what: string, dimensions: readonly Dimension[]) => {
    const names = dimensions.map((dimension) => dimensionName(t, dimension, words));
    const last = names.pop();
    if (last === undefined) return what;
    if (names.length === 0) return t('charts.byDimension', { measure: what, dimension: last });
    return t('charts.byTwo', { measure: what, first: names.join(', '), second: last });
  };
  const { column } = measure;
  const others = [y ?? color, facet].filter((dimension) => dimension !== null);
  if (mark === 'box' && column !== null) {
    return withUnit(t, t('chartTitles.spread', { title: by(words.labelOf(column), [x]) }), column, words);
  }
  if (column === null) {
    if (mark === 'map' && x.function !== null) return t('chartTitles.map', { column: words.labelOf(x.column) });
    if (mark === 'scatter' && y !== null && measure.function === 'Count') {
      return t('chartTitles.pair', { first: dimensionName(t, y, words), second: dimensionName(t, x, words) });
    }
    const isOfTimes = periodStepMs(x) !== null;
    if (others.length === 0 && x.function === 'Bin' && !isOfTimes && measure.function === 'Count') {
      return withUnit(t, t('chartTitles.distribution', { column: words.labelOf(x.column) }), x.column, words);
    }
    return withShown(t, chart, by(rowsName(t, chart), [x, ...others]), words);
  }
  if (measure.function === 'Value') return valueTitle(t, chart, column, words, by);
  const title = by(words.labelOf(column), [x, ...others]);
  const aggregate = t(`chartFunctions.${measure.function}`);
  const unit = isInUnit(measure.function) ? wordsOfShown(chart, words).unitOf(column, 'long') : null;
  const aggregated =
    unit === null
      ? t('chartTitles.aggregated', { title, function: aggregate })
      : t('chartTitles.aggregatedIn', { title, function: aggregate, unit });
  return withShown(t, chart, aggregated, words);
}

/** The title of values themselves: along a line, time goes without saying, but not its steps. */
function valueTitle(
  t: TFunction,
  chart: Chart,
  column: string,
  words: ColumnWords,
  by: (what: string, dimensions: readonly Dimension[]) => string,
): string {
  const { x, color, facet, mark, sort } = chart;
  const period = periodOf(x);
  const isCourse = period !== null || mark === 'line' || mark === 'area' || (mark !== 'map' && sort === 'key');
  const others = [color, facet].filter((dimension) => dimension !== null);
  const title = by(words.labelOf(column), [...(isCourse ? [] : [x]), ...others]);
  const every = period === null ? title : t('chartTitles.stepped', { title, every: t(`chartEvery.${period}`) });
  return withUnit(t, withShown(t, chart, every, words), column, wordsOfShown(chart, words));
}

/** The title of a chart, with the versions that it compares: "Delay by From, average in minutes: Nov 2 minus Nov 1". */
export function chartTitle(
  t: TFunction,
  chart: Chart,
  words: ColumnWords,
  version: string,
  nameOf: (version: string) => string,
): string {
  const { title: given = '' } = chart.words ?? {};
  const own = given === '' ? plainTitle(t, chart, words) : given;
  const title = given === '' && hasSecond(chart) ? pairTitle(t, chart, own, words) : own;
  const comparison = comparisonOf(chart, version);
  if (comparison === null) return title;
  const names = { shown: nameOf(version), other: nameOf(comparison.version) };
  return t(`chartComparison.${comparison.as}Title`, { title, ...names });
}

/** The title of two measures: "Warmest and Precipitation, monthly"; their axes say what of them is shown, and in which unit. */
function pairTitle(t: TFunction, chart: Chart, own: string, words: ColumnWords): string {
  const { measure, second, show } = chart;
  const [one, other] = [measure.column, second?.column ?? null];
  if (one === null || other === null || show !== undefined) {
    return t('chartTitles.pair', { first: own, second: measureName(t, ofSecond(chart), words) });
  }
  const pair = t('chartTitles.pair', { first: words.labelOf(one), second: words.labelOf(other) });
  const labelOf = (name: string) => (name === one ? pair : words.labelOf(name));
  return plainTitle(t, { ...chart, measure: { function: 'Value', column: one } }, { labelOf, unitOf: () => null });
}

/** Words without the units of values of which something else is shown. */
function wordsOfShown({ show, stack }: Chart, words: ColumnWords): ColumnWords {
  const isValue = stack !== 'share';
  const keepsUnit =
    isValue && (show === undefined || show.kind === 'change' || show.kind === 'rolling' || show.kind === 'running');
  return keepsUnit ? words : { ...words, unitOf: () => null };
}

/** A title or the name of an axis with what is shown of the values. */
function withShown(t: TFunction, chart: Chart, title: string, words: ColumnWords): string {
  const { show, running, stack, measure, x } = chart;
  const isShare = stack === 'share' && measure.column !== null;
  const shown: ShowAs | undefined = isShare ? { kind: 'share' } : running ? { kind: 'running' } : show;
  return shownName(t, shown, title, x, words.labelOf);
}

/** What an axis of categories is named: nothing where its labels are dates, the label and unit of numbers. */
export function axisName(t: TFunction, dimension: Dimension, words: ColumnWords): string {
  if (periodOf(dimension) !== null || periodStepMs(dimension) !== null) return '';
  if (dimension.function === 'Bin') return withUnit(t, words.labelOf(dimension.column), dimension.column, words);
  return dimensionText(t, dimension, words.labelOf);
}

/** Categories from the first to the last, with the name of their column and the unit of its numbers. */
export function rangeText(
  t: TFunction,
  dimension: Dimension,
  first: Category,
  last: Category,
  words: ColumnWords,
  locale: string,
): string {
  const { column, function: by, step } = dimension;
  if (by === 'Cell') return categoryText(t, first, dimension, locale);
  const isBin = by === 'Bin' && first.kind === 'value' && last.kind === 'value' && periodStepMs(dimension) === null;
  const text = (category: Category) => categoryText(t, category, dimension, locale);
  const ends = isBin
    ? [Number(first.value), decimalSum(Number(last.value), step)].map((end) => boundText(end, dimension, locale))
    : first === last
      ? [text(first)]
      : [text(first), text(last)];
  const isCompact = ends.every((end) => !/[\s-]/.test(end));
  const [from = '', to] = ends;
  const range =
    to === undefined ? from : t(isCompact ? 'charts.range' : 'charts.rangeApart', { first: from, last: to });
  const unit = isBin ? words.unitOf(column, 'short') : null;
  const label = words.labelOf(column);
  return t('charts.selected', { column: label, range: unit === null ? range : `${range} ${unit}` });
}
