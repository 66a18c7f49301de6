import type { TFunction } from 'i18next';
import type { Chart } from '#shared/chart.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { formatFigure } from '../../../lib/format/format.ts';
import { isAmount } from '../../../lib/groups/column-role.ts';
import type { ChartData } from './chart-data.ts';
import { isCodeMap } from './chart-parts.ts';
import { classesOfMap, unmatchedOf } from './code-map.ts';
import { valueBeyond } from './map-option.ts';

/** What a chart does not show, or shows in another way than a reader may expect, in words. */
export interface ChartNote {
  readonly text: string;
  /** More than there is room for. */
  readonly detail?: string;
}

/** What the notes follow from. */
interface NotedChart {
  readonly chart: Chart;
  readonly data: ChartData;
  readonly columns: readonly DataColumn[];
  /** Groups that were read, and all of them; null if these are not counted or all of them are in the chart. */
  readonly read: number;
  readonly all: number | null;
}

/** What stands below a chart, on the screen and in print. */
export function chartNotes(t: TFunction, { chart, data, columns, read, all }: NotedChart, locale: string): ChartNote[] {
  const beyond = data.panels.reduce((sum, panel) => sum + valueBeyond(chart, panel), 0);
  const missing = chart.mark === 'map' ? missingValue(data) : null;
  const withoutPlace = missing === null && beyond === 0 ? null : (missing ?? 0) + beyond;
  const { hiddenCategories, hiddenPanels } = data;
  const classes = classesOfMap(chart, data.panels);
  const texts = [
    all !== null && all > read && t('charts.manyGroups', { shown: read, count: all }),
    hiddenCategories > 0 && t('charts.hiddenCategories', { count: hiddenCategories }),
    hiddenPanels > 0 && t('charts.hiddenPanels', { count: hiddenPanels }),
    withoutPlace !== null && t('charts.withoutPlace', { value: formatFigure(withoutPlace, locale) }),
    classes?.kind === 'quantile' && t('chartClasses.quantileNote', { count: classes.count }),
    classes?.kind === 'equal' && t('chartClasses.equalNote', { count: classes.count }),
    isOfCounts(chart, columns) && t('charts.mapOfCounts'),
    chart.scale === 'log' && hasHidden(data) && t('charts.logNote'),
    chart.mark === 'box' && t('charts.boxNote'),
  ];
  return [...texts.filter((text) => text !== false).map((text) => ({ text })), ...unmatchedNotes(t, chart, data)];
}

/** The value of the rows without a value of the first dimension, in all small charts together where there are several. */
function missingValue({ panels }: ChartData): number | null {
  const found = panels.flatMap(({ categories, series }) => {
    const at = categories.findIndex(({ kind }) => kind === 'missing');
    return series.flatMap(({ values }) => values[at] ?? []);
  });
  return found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0);
}

/** Whether there are values that a logarithmic axis has no place for. */
function hasHidden({ panels }: ChartData): boolean {
  return panels.some(({ series }) => series.some(({ values }) => values.some((value) => value !== null && value <= 0)));
}

/** Whether a map shows amounts, which are larger where more people live, in place of rates. */
function isOfCounts(chart: Chart, columns: readonly DataColumn[]): boolean {
  const { function: by, column } = chart.measure;
  if (!isCodeMap(chart) || chart.show !== undefined) return false;
  const measured = columns.find(({ name }) => name === column);
  return by === 'Count' || by === 'Sum' || by === 'CountDistinct' || (measured !== undefined && isAmount(measured));
}

/** Up to so many codes are listed below a map. */
const maxUnmatched = 8;

function unmatchedNotes(t: TFunction, chart: Chart, data: ChartData): ChartNote[] {
  const unmatched = isCodeMap(chart) ? unmatchedOf(chart, data.panels[0]?.categories ?? []) : [];
  if (unmatched.length === 0) return [];
  const listed = unmatched.slice(0, maxUnmatched).join(', ');
  const codes = unmatched.length > maxUnmatched ? `${listed} …` : listed;
  return [{ text: t('charts.unmatched', { count: unmatched.length, codes }), detail: unmatched.join(', ') }];
}
