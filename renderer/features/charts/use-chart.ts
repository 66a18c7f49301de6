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
import type { ChartTexts } from './model/chart-option.ts';
import { chartQuery, maxChartGroups } from './model/chart-query.ts';
import { dimensionsOf, resolveChart } from './model/resolve.ts';

/** A chart with its groups, on its way or there. */
export type ChartState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | ReadyChart;

export interface ReadyChart {
  readonly kind: 'ready';
  /** The chart with steps and bins that suit the values. */
  readonly chart: Chart;
  readonly query: AggregateQuery;
  readonly groups: readonly Row[];
  /** Groups in all. */
  readonly count: number | null;
  readonly data: ChartData;
  readonly basis: RowBasis;
  /** These are the groups of a former question; the ones that were asked for are being calculated. */
  readonly outdated: boolean;
}

/** Calculates what a chart shows over the rows of a query. */
export function useChart(chart: Chart, all: readonly DataColumn[], scope: GroupScope, rows: RowQuery): ChartState {
  const dimensions = useMemo(() => dimensionsOf(chart), [chart]);
  const extent = useExtents(dimensions, all, scope, rows);
  const { extents } = extent;
  const resolved = useMemo(() => (extents === null ? null : resolveChart(chart, extents)), [chart, extents]);
  const query = useMemo(() => (resolved === null ? null : chartQuery(resolved, rows)), [resolved, rows]);
  const asked = query ?? chartQuery(chart, rows);
  const groups = useQuery({ ...groupsQuery(scope, asked, maxChartGroups), enabled: query !== null });
  const answer = groups.isPlaceholderData ? undefined : groups.data;
  const ready = useMemo((): ReadyChart | null => {
    if (resolved === null || answer === undefined) return null;
    const { groups: read, count, basis } = answer;
    const data = chartData(resolved, read);
    return { kind: 'ready', chart: resolved, query: asked, groups: read, count, data, basis, outdated: false };
  }, [resolved, answer, asked]);
  // What was drawn stays on the screen until its successor is there.
  const before = useRef<ReadyChart | null>(null);
  useEffect(() => {
    if (ready !== null) before.current = ready;
  }, [ready]);
  const failed = extent.error ?? groups.error;
  if (failed !== null) {
    return { kind: 'failed', failure: failureOf(failed), retry: () => void (extent.error ? extent : groups).refetch() };
  }
  if (ready !== null) return ready;
  return before.current === null ? { kind: 'loading' } : { ...before.current, outdated: true };
}

/** What a chart is called: "Average of delay by carrier". */
export function chartTitle(t: TFunction, chart: Chart, labelOf: (column: string) => string): string {
  const measure =
    chart.mark === 'box' && chart.measure.column !== null
      ? labelOf(chart.measure.column)
      : measureText(t, chart.measure, labelOf);
  const first = dimensionText(t, chart.x, labelOf);
  const other = chart.y ?? chart.color;
  if (other === null) return t('charts.byDimension', { measure, dimension: first });
  return t('charts.byTwo', { measure, first, second: dimensionText(t, other, labelOf) });
}

/** The words of a chart over the columns of a dataset. */
export function useChartTexts(chart: Chart, columns: readonly DataColumn[]): ChartTexts {
  const { t } = useTranslation();
  const locale = useLocale();
  return useMemo(() => {
    const labelOf = labelIn(columns);
    const dimensionAt = (which: 'x' | 'y' | 'color'): Dimension => chart[which] ?? chart.x;
    return {
      locale,
      x: dimensionText(t, chart.x, labelOf),
      y: chart.y === null ? '' : dimensionText(t, chart.y, labelOf),
      measure: measureText(t, chart.measure, labelOf),
      category: (category: Category, which) => categoryText(t, category, dimensionAt(which), locale),
      tick: (category: Category, which) => tickText(t, category, dimensionAt(which), locale),
    };
  }, [t, locale, chart, columns]);
}
