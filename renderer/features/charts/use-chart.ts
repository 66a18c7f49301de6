import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Row } from '#shared/cell.ts';
import type { Chart, Dimension } from '#shared/chart.ts';
import type { Failure } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import { failureOf } from '../../api/failure.ts';
import { type GroupScope, groupsQuery } from '../../api/service/statistics.ts';
import { useExtents } from '../../api/service/use-extents.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import type { Category } from '../../lib/groups/category.ts';
import { categoryText, dimensionText, labelIn, measureText, tickText } from '../../lib/groups/category-text.ts';
import { useLocale } from '../../session/settings.ts';
import { type ChartData, chartData } from './model/chart-data.ts';
import type { ChartTexts } from './model/chart-parts.ts';
import { chartQuery, maxChartGroups } from './model/chart-query.ts';
import { comparedChart, comparedGroups, comparisonOf, isOfVersions } from './model/compare.ts';
import { dimensionsOf, resolveChart } from './model/resolve.ts';

/** A chart with its groups, loading or loaded. */
export type ChartState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | ReadyChart;

export interface ReadyChart {
  readonly kind: 'ready';
  /** The chart with steps and bins that suit the values. */
  readonly chart: Chart;
  /** The same as drawn, after its comparison has been applied. */
  readonly drawn: Chart;
  /** The query; for a comparison, the query of the other version follows it. */
  readonly queries: readonly AggregateQuery[];
  readonly groups: readonly Row[];
  /** Total number of groups. */
  readonly count: number | null;
  readonly data: ChartData;
  readonly basis: RowBasis;
  /** Not all groups of both versions were read, so their differences are unknown. */
  readonly incomparable: boolean;
  /** These groups belong to the previous query; those of the current one are being calculated. */
  readonly outdated: boolean;
}

/** Calculates a chart over the rows of a query. */
export function useChart(chart: Chart, all: readonly DataColumn[], scope: GroupScope, rows: RowQuery): ChartState {
  const dimensions = useMemo(() => dimensionsOf(chart), [chart]);
  const extent = useExtents(dimensions, all, scope, rows);
  const { extents } = extent;
  const resolved = useMemo(() => (extents === null ? null : resolveChart(chart, extents)), [chart, extents]);
  const query = useMemo(() => (resolved === null ? null : chartQuery(resolved, rows)), [resolved, rows]);
  const asked = query ?? chartQuery(chart, rows);
  const groups = useQuery({ ...groupsQuery(scope, asked, maxChartGroups), enabled: query !== null });
  const answer = groups.isPlaceholderData ? undefined : groups.data;
  const version = rows.version ?? scope.newest;
  const comparison = useMemo(() => (resolved === null ? null : comparisonOf(resolved, version)), [resolved, version]);
  const askedOfOther = useMemo(
    () => (comparison === null ? asked : { ...asked, rows: { ...asked.rows, version: comparison.version } }),
    [asked, comparison],
  );
  const others = useQuery({ ...groupsQuery(scope, askedOfOther, maxChartGroups), enabled: comparison !== null });
  const other = others.isPlaceholderData ? undefined : others.data;
  const ready = useMemo((): ReadyChart | null => {
    if (resolved === null || answer === undefined) return null;
    const { groups: read, count, basis } = answer;
    const one = { kind: 'ready', chart: resolved, count, outdated: false } as const;
    if (comparison === null) {
      const data = chartData(resolved, read);
      return { ...one, drawn: resolved, queries: [asked], groups: read, data, basis, incomparable: false };
    }
    if (other === undefined) return null;
    const [shown, second] = [
      { version, groups: read },
      { version: comparison.version, groups: other.groups },
    ];
    const drawn = comparedChart(resolved, comparison.as);
    return {
      ...one,
      drawn,
      queries: [asked, askedOfOther],
      groups: read,
      data: chartData(drawn, comparedGroups(resolved, comparison.as, shown, second)),
      basis: basis.kind === 'all' ? other.basis : basis,
      incomparable: comparison.as === 'difference' && [answer, other].some(isPart),
    };
  }, [resolved, answer, asked, comparison, other, askedOfOther, version]);
  // The previous drawing stays on screen until the next one is ready.
  const before = useRef<ReadyChart | null>(null);
  useEffect(() => {
    if (ready !== null) before.current = ready;
  }, [ready]);
  const failed = [extent, groups, ...(comparison === null ? [] : [others])].find(({ error }) => error !== null);
  if (failed !== undefined) {
    return { kind: 'failed', failure: failureOf(failed.error), retry: () => void failed.refetch() };
  }
  if (ready !== null) return ready;
  return before.current === null ? { kind: 'loading' } : { ...before.current, outdated: true };
}

/** Whether there are more groups than were read. */
function isPart({ groups, count }: { readonly groups: readonly Row[]; readonly count: number | null }): boolean {
  return (count ?? groups.length) > groups.length;
}

/** The title of a chart: "Average of delay by carrier". */
function plainTitle(t: TFunction, chart: Chart, labelOf: (column: string) => string): string {
  const measure =
    chart.mark === 'box' && chart.measure.column !== null
      ? labelOf(chart.measure.column)
      : measureText(t, chart.measure, labelOf);
  const first = dimensionText(t, chart.x, labelOf);
  const other = chart.y ?? chart.color;
  if (other === null) return t('charts.byDimension', { measure, dimension: first });
  return t('charts.byTwo', { measure, first, second: dimensionText(t, other, labelOf) });
}

/** The title of a chart, with the versions that it compares: "Average of delay by carrier: Nov 2 minus Nov 1". */
export function chartTitle(
  t: TFunction,
  chart: Chart,
  labelOf: (column: string) => string,
  version: string,
  nameOf: (version: string) => string,
): string {
  const title = plainTitle(t, chart, labelOf);
  const comparison = comparisonOf(chart, version);
  if (comparison === null) return title;
  const names = { shown: nameOf(version), other: nameOf(comparison.version) };
  return t(`chartComparison.${comparison.as}Title`, { title, ...names });
}

/**
 * The texts of a chart over the columns of a dataset.
 * @param chart as drawn
 * @param nameOf the name of a version
 */
export function useChartTexts(
  chart: Chart,
  columns: readonly DataColumn[],
  isDifference: boolean,
  nameOf: (version: string) => string,
): ChartTexts {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const labelOf = labelIn(columns);
    const dimensionAt = (which: 'x' | 'y' | 'color'): Dimension => chart[which] ?? chart.x;
    const nameOfDimension = (dimension: Dimension) =>
      isOfVersions(dimension) ? t('chartComparison.version') : dimensionText(t, dimension, labelOf);
    const textOf = (text: typeof categoryText) => (category: Category, which: 'x' | 'y' | 'color') => {
      const dimension = dimensionAt(which);
      const isVersion = category.kind === 'value' && isOfVersions(dimension);
      return isVersion ? nameOf(String(category.value)) : text(t, category, dimension, locale);
    };
    const measure = measureText(t, chart.measure, labelOf);
    return {
      locale,
      x: nameOfDimension(chart.x),
      y: chart.y === null ? '' : nameOfDimension(chart.y),
      measure: isDifference ? t('chartComparison.differenceOf', { measure }) : measure,
      category: textOf(categoryText),
      tick: textOf(tickText),
    };
  }, [t, locale, chart, columns, isDifference, nameOf]);
}
