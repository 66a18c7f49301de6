import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Chart } from '#shared/chart.ts';
import type { Failure } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { type GroupScope, groupsQuery, useExtents } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { categoryId } from '../../lib/groups/category.ts';
import { narrowedQuery } from '../../lib/query/narrowed-query.ts';
import { useWords } from '../../state/settings.ts';
import { type Brush, useTabState, useTabs } from '../../state/tab.ts';
import { type ChartData, chartData, withUnread } from './model/chart-data.ts';
import {
  type ChartGroups,
  type DrawnChart,
  drawnChart,
  groupRequests,
  groupsRead,
  isTotalNeeded,
} from './model/chart-groups.ts';
import type { ChartTexts } from './model/chart-parts.ts';
import { chartQuery, maxGroupsOf } from './model/chart-query.ts';
import { chartTexts } from './model/chart-texts.ts';
import { type CalculatedChart, type Following, followingOf } from './model/following.ts';
import { groupsWithin, isCombinable, type JointGroups, jointGroups, jointQuery } from './model/joint.ts';
import { extentDimensions, resolveChart } from './model/resolve.ts';

/** A chart with its groups, loading or loaded. */
export type ChartState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | ReadyChart;

export interface ReadyChart extends ChartGroups, DrawnChart {
  readonly kind: 'ready';
  /** These groups belong to the previous query; those of the current one are being calculated. */
  readonly outdated: boolean;
  /** Whether these groups are those of the rows that are selected in another chart. */
  readonly isOfSelection: boolean;
  /** The groups divided by the categories of a chart that is brushed; see {@link useJoint}. */
  readonly joint: Joint;
}

/** Queries the groups of a chart. @param resolved null where they are not needed, or not yet known how to be asked for */
function useGroups(chart: Chart, resolved: Chart | null, scope: GroupScope, rows: RowQuery) {
  const version = rows.version ?? scope.newest;
  const requests = useMemo(() => groupRequests(resolved ?? chart, version, rows), [chart, resolved, version, rows]);
  const { query, otherQuery, ofAll } = requests;
  const comparison = resolved === null ? null : requests.comparison;
  const own = useQuery({ ...groupsQuery(scope, query, maxGroupsOf(chart)), enabled: resolved !== null });
  const others = useQuery({ ...groupsQuery(scope, otherQuery, maxGroupsOf(chart)), enabled: comparison !== null });
  const answer = own.isPlaceholderData ? undefined : own.data;
  const other = others.isPlaceholderData ? undefined : others.data;
  const needsTotal = resolved !== null && isTotalNeeded(resolved, requests, answer);
  const totals = useQuery({ ...groupsQuery(scope, ofAll ?? query, 1), enabled: needsTotal });
  const total = totals.isPlaceholderData ? undefined : totals.data;
  const read = useMemo(
    () =>
      resolved === null || answer === undefined ? null : groupsRead(resolved, requests, { own: answer, other, total }),
    [resolved, requests, answer, other, total],
  );
  const asked = [
    ...(resolved === null ? [] : [own]),
    ...(comparison === null ? [] : [others]),
    ...(needsTotal ? [totals] : []),
  ];
  const failed = asked.find(({ error }) => error !== null);
  return { read, comparison, failed };
}

/** What must be queried again when a selection in another chart ends, because its parts cannot be combined. */
function filtersFor(brush: Brush | null, chart: Chart, joint: Joint): Brush['filters'] {
  const isOther = brush !== null && brush.chart !== chart.id;
  return isOther && !brush.moving && (!isCombinable(chart) || joint === null) ? brush.filters : null;
}

/**
 * Calculates a chart over the rows of a query, and of those that are selected in another chart of the tab.
 * @param tab empty for a chart that follows no selection
 */
export function useChart(
  tab: string,
  chart: Chart,
  all: readonly DataColumn[],
  scope: GroupScope,
  rows: RowQuery,
): ChartState {
  const dimensions = useMemo(() => extentDimensions(chart), [chart]);
  const extent = useExtents(dimensions, all, scope, rows);
  const { extents } = extent;
  const resolved = useMemo(() => (extents === null ? null : resolveChart(chart, extents, all)), [chart, extents, all]);
  const joint = useJoint(tab, chart, resolved, scope, rows);
  const filters = useTabState(tab, ({ brush }) => filtersFor(brush, chart, joint));
  const selected = useMemo(
    (): RowQuery | null => (filters === null ? null : { ...rows, ...narrowedQuery(rows, filters) }),
    [rows, filters],
  );
  const { read, comparison, failed } = useGroups(chart, resolved, scope, rows);
  const part = useGroups(chart, selected === null ? null : resolved, scope, selected ?? rows);
  const whole = useMemo((): ReadyChart | null => {
    if (resolved === null || read === null) return null;
    const shown = drawnChart(resolved, comparison, read);
    return { kind: 'ready', ...read, ...shown, outdated: false, isOfSelection: false, joint };
  }, [resolved, read, comparison, joint]);
  const ready = useMemo((): ReadyChart | null => {
    if (whole === null || selected === null) return whole;
    if (part.read === null) return { ...whole, outdated: true };
    const ofRead = chartData(whole.drawn, part.read.drawnGroups, whole.data);
    // The number of the others stays that of the whole.
    const { unread } = part.read;
    const data = unread === null ? ofRead : withUnread(ofRead, { ...unread, groups: 0 });
    return { ...whole, ...part.read, data, isOfSelection: true };
  }, [whole, selected, part.read]);
  // The previous drawing stays on screen until the next one is ready.
  const before = useRef<ReadyChart | null>(null);
  useEffect(() => {
    if (ready !== null) before.current = ready;
  }, [ready]);
  const failure = extent.error === null ? (failed ?? part.failed) : extent;
  if (failure !== undefined) {
    return { kind: 'failed', failure: failureOf(failure.error), retry: () => void failure.refetch() };
  }
  if (ready !== null) return ready;
  return before.current === null ? { kind: 'loading' } : { ...before.current, outdated: true };
}

/** {@link chartTexts} in the language of the window. */
export function useChartTexts(
  chart: Chart,
  columns: readonly DataColumn[],
  isDifference: boolean,
  nameOf: (version: string) => string,
): ChartTexts {
  const { t, locale } = useWords();
  return useMemo(
    () => chartTexts({ t, locale }, chart, columns, isDifference, nameOf),
    [t, locale, chart, columns, isDifference, nameOf],
  );
}

/** Maximum number of joint groups: with more, the chart waits for the end of the brush. */
const maxJointGroups = 100_000;

/** Null where they are too many or cannot be read; undefined while they are read, and if nothing is brushed. */
type Joint = JointGroups | null | undefined;

/**
 * The groups of a chart divided by the categories of another one, asked for once, when that one is brushed.
 * @param resolved null until it is known how to ask for its groups
 */
function useJoint(tab: string, chart: Chart, resolved: Chart | null, scope: GroupScope, rows: RowQuery): Joint {
  const brushed = useTabState(tab, ({ brush }) => brush?.source ?? null);
  const other = resolved !== null && brushed?.chart.id !== chart.id && isCombinable(resolved) ? brushed : null;
  const query = useMemo(
    () => (other === null || resolved === null ? chartQuery(chart, rows) : jointQuery(other.chart, resolved, rows)),
    [other, chart, resolved, rows],
  );
  const { data, isPlaceholderData, isError } = useQuery({
    ...groupsQuery(scope, query, maxJointGroups),
    enabled: other !== null,
  });
  return useMemo(() => {
    if (other === null || resolved === null) return undefined;
    // Without joint groups, the chart is queried again when the selection ends.
    if (isError) return null;
    if (data === undefined || isPlaceholderData) return undefined;
    // A part of the joint groups would give a part of each value.
    if (data.count !== null && data.count > data.groups.length) return null;
    return jointGroups(other.chart, resolved, other.categories.map(categoryId), query, data.groups);
  }, [other, resolved, query, data, isPlaceholderData, isError]);
}

/**
 * The data of a chart over the rows selected in another chart of the tab; its own if none are.
 * @param when whether they follow the pointer, or are those of when it was last up
 */
export function useWithinBrush(
  tab: string,
  chart: Chart,
  { data, joint }: { readonly data: ChartData; readonly joint: Joint },
  when: 'brush' | 'settled',
): ChartData {
  const brush = useTabState(tab, (state) => state[when]);
  const isFront = useTabs(({ activeTab }) => activeTab === tab);
  return useMemo(() => {
    if (!isFront || brush === null || brush.chart === chart.id || joint == null) return data;
    return chartData(chart, groupsWithin(joint, chart.measure, brush.positions), data);
  }, [isFront, brush, joint, chart, data]);
}

/** @param state what was calculated of the chart */
export function useFollowing(tab: string, state: CalculatedChart & { readonly joint: Joint }): Following {
  return useTabState(tab, ({ brush }) => followingOf(state, brush, state.joint));
}
